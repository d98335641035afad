-- The console: a table of people and bots at one terminal, or a pipe.
--
-- Everything shown comes from views; every answer and command goes through the session, so the screen and the journal
-- always agree. A line that is typed at a question leads to one of these:
--   "answer"   the game goes on
--   "again"    the question is asked again
--   "shown"    it is asked again, and shown again too, because much was shown meanwhile
--   "left"     the person leaves, or the game is at another place now (an undo, new scripts)
--
-- `c`, the sitting, has these fields:
--   s          the session: seats and their names, who answers for them, undo, answers and actions
--   terminal   where it writes; prompt: where lines are typed, nil if nobody can be asked; style: how cards are drawn
--   has_gm, open_gm, title   of the game: has it a game master, may all see that screen, its heading
--   people     the number of seats that people hold, here and on phones; phones: those on phones (front/phones), or nil
--   alone      the seat of the only person here, or nil; shares: several here look at the screen in turn, each alone
--   one_person several seats here are held by one person
--   reader     the seat of the person at the screen, or nil; clean: all that is on the screen is public
--   told       the number of events told to each seat (screen.lua); notice: lines for the next screen
--   drawn      the table as it was last drawn; seen: by reader, the seats as they were then
--   second     the second of two answers in a line: its place among the entries (word_and_amount.lua)
--   typed_ahead  a command that was typed at the end of a page
--   known      the world whose bots were read; seated: the seats at the last count of people
--   failures   the failures of bots that were shown; trace: of the last script that failed
--   signature, warned, unplayable   what is known of changed scripts (watch.lua); accepted: errors that a second `:reload`
--              accepts
--   evening    the evening that the game belongs to, or nil; pace: seconds to wait after a bot's move
--   leave      the person leaves; interrupted: by Ctrl-C

local people = require "front.console.people"
local phones = require "front.phones.phones"
local screen = require "front.console.screen"
local search_workers = require "front.console.search_workers"
local watch = require "front.console.watch"
local english = require "shared.english"
local lists = require "shared.lists"

local console = {}

-- --- bots ---

-- Reads the bots of a new world, which came with new scripts. Chance answers for a bot that they don't have any more.
local function know_world(c)
  if c.known == c.s.world then return end
  c.known = c.s.world
  local bots, why = people.bots(c)
  if not bots then
    screen.bad(c, why)
    return c.terminal:say "The bots will answer at random."
  end
  local known = lists.set(lists.collect(bots, 1))
  for _, seat in ipairs(people.seats(c)) do
    local who = c.s:answerer(seat)
    if not screen.is_person(who) and not known[who] and not c.s.world:call("start.bots", "searches", who) then
      screen.bad(c, ("There is no bot %s: %s answers at random."):format(who, c.s:name(seat)))
    end
  end
end

-- The results of fn, which may search. False if the search found a mistake in the script: then the session is broken, as
-- after a step that failed.
local function may_search(c, fn, ...)
  local results = table.pack(pcall(fn, ...))
  if results[1] then return table.unpack(results, 2, results.n) end
  if type(results[2]) ~= "table" or not results[2].text then error(results[2], 0) end
  return c.s:broken(results[2].text)
end

local function let_answer(c, bot)
  local staged, sentence
  if c.s.stop == "question" then staged, sentence = search_workers.stage(c, bot) end
  return c.s:answer_bot(bot, staged, sentence)
end

local function ask_bot(c, seat)
  local bot = c.s:answerer(seat)
  local given, why = may_search(c, let_answer, c, bot)
  if given or c.s.append_failed or c.s.state == "broken" then return end
  local failure = ("The bot %s failed, so a random answer was given: %s"):format(bot, why)
  c.failures = c.failures or {} -- what was said already
  if not c.failures[failure] then screen.bad(c, failure) end
  c.failures[failure] = true
  c.s:answer_random()
end

-- --- asking ---

-- At a question to the game master, `join` and `leave` may be typed without a colon.
local function is_coming_or_going(c, line)
  local word = line:lower():match "^(%a+) +[^ ]"
  local seat, kind = screen.ask(c, "asked_after")
  return c.s.joins and seat == 0 and kind == "text" and (word == "join" or word == "leave")
end

local function answer(c, line)
  local given, sentence, told = c.s:answer(line, true)
  if told then
    c.terminal:say(sentence)
    return "shown"
  end
  if not given and is_coming_or_going(c, line) then return require("front.console.verbs").run(c, line) end
  if not given then given, sentence = require("front.console.word_and_amount").answer(c, line, sentence) end
  if given then return "answer" end
  local verbs = require "front.console.verbs"
  if verbs.may(c, line) then sentence = ("%s; for the command type `:%s`"):format(sentence, line) end
  screen.bad(c, sentence)
  return "again"
end

local function on_phone(c, seat) return phones.is_phone(c.s:answerer(seat)) end

local function typed(c, line)
  line = line:gsub("^ +", "")
  if line:sub(1, 1) == ":" then return require("front.console.verbs").run(c, line:sub(2)) end
  if c.s.state == "question" then
    local seat = c.s.world:engine "asked"
    if not on_phone(c, seat) then return answer(c, line) end
    if line ~= "" then
      screen.bad(c, ("%s is asked on the phone: only commands can be typed here, like `:phones` or `:help`")
        :format(c.s:name(seat)))
    end
    return "again"
  end
  screen.bad(c, "there is no question to answer: expected `:reload`, `:undo`, `:trace` or `:quit`")
  return "again"
end

-- Whose line is typed: only commands while a phone is asked.
local function prompt_of(c)
  local seat = c.s.state == "question" and c.s.world:engine "asked"
  return (seat and not on_phone(c, seat) and english.opening(c.s:name(seat)) or "croupier") .. "> "
end

-- What the phones have sent: "answer" where it was one, else "again".
local function take_letters(c)
  local answered, said = c.phones:take()
  for _, line in ipairs(said) do screen.good(c, line) end
  return answered and "answer" or "again"
end

-- Handles a typed line, or what a phone has sent.
local function read_line(c)
  local got, line = "line", c.typed_ahead
  c.typed_ahead = nil
  if not line then got, line = c.prompt:read(prompt_of(c), c.shares, c.phones) end
  if got == "event" then return take_letters(c) end
  if got == "line" then return typed(c, line) end
  c.leave, c.interrupted = true, got == "interrupt"
  return "left"
end

-- Reads lines until one is an answer or brings the game to another place.
local function read_answer(c)
  while true do
    watch.look(c)
    local what = read_line(c)
    if what == "answer" or what == "left" then return end
    screen.tell(c)
    if what == "shown" and not c.typed_ahead and c.s.state == "question" then screen.question(c) end
  end
end

-- Makes the table safe before a person is asked; false after a sentence.
local function save(c)
  local safe, sentence = c.s:safe()
  if not safe then screen.bad(c, sentence) end
  return safe
end

-- A die lies open: whoever looks at the screen types what it shows. Lines typed while bots moved answer no question.
local function ask_person(c, seat, is_die, after_bots)
  if after_bots then c.prompt:drop() end
  if not is_die then
    save(c)
    if not people.change_reader(c, seat) then return end
  end
  screen.note(c)
  screen.tell(c)
  if c.s.stop == "nothing" then
    local seen = not c.shares or people.wait_for_enter(c, "There is nothing to choose: press Enter. ")
    return seen and c.s:answer("", true)
  end
  if not is_die then screen.draw(c, false) end
  screen.question(c)
  read_answer(c)
end

-- The question stands on the phone; here only commands are read.
local function ask_phone(c, seat)
  if c.s.stop == "nothing" then return c.s:answer("", true) end
  save(c)
  if c.shares then c.reader, c.drawn = nil, nil end
  screen.note(c)
  screen.tell(c)
  screen.dim(c, ("%s is asked on the phone."):format(c.s:name(seat)))
  read_answer(c)
end

-- Asks the seat whose turn it is, after a bot's move or not. True: a bot answered.
local function ask(c, after_bots)
  local seat, kind = screen.ask(c, "asked_after")
  local is_die = kind == "die" and c.people > 0 and c.prompt
  if c.phones then c.phones:publish() end
  if c.phones and c.prompt and on_phone(c, seat) then return c.phones:give_held() or ask_phone(c, seat) end
  if not is_die and not people.holds(c, seat) then
    ask_bot(c, seat)
    return true
  end
  if c.prompt then ask_person(c, seat, is_die, after_bots) else c.leave = true end
end

-- --- the end ---

-- A command to copy: on a line of its own, which is not broken.
local function say_command(c, why, command)
  local path = c.s.journal and c.s.journal:path()
  if not path then return end
  c.terminal:say(why)
  c.terminal:put(("  croupier %s %s\n"):format(command, path))
end

-- The phones show the result as long as somebody wants to read it.
local function stay_for_phones(c)
  if not c.phones or not c.prompt or not c.phones:has_seats() then return end
  c.phones:publish()
  c.terminal:say "The phones show the result. Press Enter to close the table."
  local got
  repeat
    got = c.prompt:read("", true, c.phones)
    if got == "event" then c.phones:take() end
  until got ~= "event"
end

local function finish(c)
  screen.tell(c)
  if c.evening then return c.evening:add(c.s, c.terminal) end
  require("front.session.standings").show(c.s, c.terminal)
  screen.dim(c, ("The seed was %s."):format(c.s:seed()))
  say_command(c, "To check the deal:", "verify")
  stay_for_phones(c)
end

-- A script has failed: the table stands, somebody may mend it. False: nobody does.
local function mend(c)
  screen.note(c)
  screen.tell(c)
  screen.bad(c, c.s.problem)
  c.trace = c.s.problem .. "\n" .. (c.s.trace or ""):gsub("\t", "  ")
  if not c.prompt or c.people == 0 then return false end
  c.terminal:say("Nothing is lost. Fix the script and type `:reload`, take back an answer with `:undo`, see "
    .. "the whole error with `:trace`, or `:quit`.")
  read_answer(c)
  return not c.leave
end

-- The last action could not be saved, so it was not done. False: nobody can make room on the disk.
local function keep_again(c)
  screen.tell(c)
  screen.bad(c, c.s.append_failed)
  if not c.prompt or c.people == 0 then return false end
  local prompt = "Everything up to here is saved. Free some disk space and press Enter to go on. "
  if not people.wait_for_enter(c, prompt) then return false end
  c.s.append_failed = nil
  if c.s.state == "broken" then c.s:rewind(#c.s.plays) end
  return true
end

local function leave(c)
  local safe = save(c)
  say_command(c, "The table is saved. To resume it:", "resume")
  if c.interrupted then return 130 end
  return safe and not c.s.append_failed and c.s.state ~= "broken" and 0 or 1
end

local WATCHED = 20 -- moves of bots in a row that stand for a while

-- Tells what has happened. After a bot's move waits a while, so that it can be read, unless only bots play on.
local function tell(c, moves)
  if c.shares then return end
  local said = screen.tell(c)
  if moves > 0 and moves <= WATCHED and said > 0 and c.people > 0 then
    if c.phones then c.phones:publish() end
    c.terminal:wait(c.pace)
  end
end

local function loop(c)
  local bot, moves = false, 0 -- was the last move a bot's, and how many of them in a row
  while not c.leave and not c.terminal:gone() do
    -- With nobody to ask, Ctrl-C comes while nothing is read.
    c.interrupted = c.people == 0 and c.prompt and c.prompt:interrupted() or false
    if c.interrupted then break end
    local state = c.s:run()
    know_world(c)
    moves = bot and moves + 1 or 0
    tell(c, moves)
    people.recount(c)
    bot = false
    if c.s.append_failed then
      if not keep_again(c) then return c.leave and leave(c) or 1 end
    elseif state == "over" then
      finish(c)
      return 0
    elseif state == "question" then bot = ask(c, moves > 0)
    elseif not mend(c) then return c.leave and leave(c) or 1 end
  end
  return leave(c)
end

-- Skips what the first step tells: it was told in the evening's first game.
local function skip_opening(c)
  c.s:run()
  local count = screen.ask(c, "opening")
  c.told.all = count
  for seat = 0, #c.s.config.players do c.told[seat] = count end
end

--- Plays a session to its end, or until the person leaves: the exit status, 0, 1 the game failed and nobody mended it,
--- 130 interrupted. options.one_person: one person holds all the seats of people, no curtain between them; pace: seconds
--- after each move of a bot that people watch; evening: the evening of which this is one game (evening.lua). The prompt may
--- be nil if only bots play.
function console.play(s, terminal, prompt, options)
  local c = { s = s, terminal = terminal, prompt = prompt, one_person = options.one_person, notice = {}, seen = {},
    pace = options.pace or 0, evening = options.evening, style = terminal:card_style() }
  c.phones = phones.open(s, function(seat)
    local text = s.world:call_with_table("tell.place_view", "hint", seat)
    s:old_notes(seat)
    return text
  end)
  local about = screen.ask(c, "about")
  c.has_gm, c.open_gm, c.title = about.has_gm, about.open_gm, about.title
  people.count(c)
  c.reader = c.alone
  c.clean = c.reader == nil
  local last, count = screen.ask(c, "last_answers")
  c.told = last
  if c.people == 0 then c.told.all = count end
  if prompt then
    prompt:complete(function(before)
      return require("front.console.complete").words(c, before, require("front.console.verbs").all(c))
    end)
  end
  if c.shares then terminal:clear() end -- it may still show somebody's hand
  function s.between()
    local function act(name, seat) return search_workers.act(c, name, seat, function() tell(c, false) end) end
    return may_search(c, s.let_act, s, act)
  end
  if options.evening and options.evening:knows(s.config) then skip_opening(c)
  else
    screen.intro(c, about)
    if c.phones and prompt then require("front.console.phone_verbs").invite(c) end
  end
  return loop(c)
end

return console
