-- A game under way: a world, its journal, and the entries so far.
--
-- A session runs to the next unanswered question (running.lua) and is given the answer. Everything done at the table is an
-- entry of the journal (journal_entries.lua); whatever can't be written there isn't done. An epoch is a part of the game
-- that was played with the same scripts.
--
-- s.plays  the entries, as lines
-- s.state  "question" (s.world waits for an answer), "over", "broken" (s.problem says why; undo or reload may help)
-- s.stop   where the table stands: "step", "question", "nothing" (a question with nothing to choose), "finished", "failed"
-- s.undone the entries that can be redone, the next one last; nil for none
-- s.rounds where lists of the order began again: { cursor =, depth = of the list, numbers = as driver.open_numbers has them }
-- s.cursor entries that have been played so far; s.step_start: the cursor when the current step began

local files = require "host.files"
local journal_entries = require "front.session.journal_entries"
local journal_records = require "front.session.journal_records"
local pictures = require "front.session.pictures"
local running = require "front.session.running"
local lists = require "shared.lists"

local session = {}
local S = lists.copy(running, 1)
S.__index = S

local NO_NOTES = "{}" -- an empty table, packed

local function searches(name) return (name .. ":"):find "^search:" ~= nil end

-- --- answering ---

-- Writes the staged answer to the journal, then gives it.
local function save_answer(s, person)
  local seat, name, step, text = s.world:call_with_table("ask.record", "asked")
  local done, why = s:record { kind = "a", person = person, seat = seat, step = step, name = name, text = text }
  if not done then
    s.world:engine("unstage")
    return nil, why
  end
  s:stopped(s.world:call_with_table("ask.record", "give", text, person))
  return true
end

--- Answers the question, text as typed: true; or nil and a sentence, and nothing has changed. A third result: the
--- sentence is what the text asked for.
function S:answer(text, person)
  if self.state ~= "question" then return nil, "no question is open" end
  if self.stop == "nothing" then return self:pass() end
  local staged, sentence, told = self.world:call_with_table("ask.answers", "stage", text)
  if not staged then return nil, sentence, told end
  return save_answer(self, person)
end

--- Answers with an encoded answer, as a journal has it: true; or nil and a sentence, and nothing has changed.
function S:answer_encoded(text, person)
  local staged, sentence = self.world:call_with_table("ask.answers", "recall", text)
  if not staged then return nil, sentence end
  return save_answer(self, person)
end

--- Answers at random: true; or nil and why, and the session is broken.
function S:answer_random()
  if self.stop == "nothing" then return self:pass() end
  local staged, why, trace = self.world:engine("stage_random")
  if not staged then
    self:broken(why, trace)
    return nil, why
  end
  local done, sentence = save_answer(self, false)
  if not done then self:broken(sentence) end
  return done, sentence
end

--- From now on records what a search needs. Plays the step under way again for that.
function S:watch()
  if self.watched then return true end
  self.watched = true
  self.world:engine "search_record"
  return self:rewind(#self.plays) == "question"
end

--- Lets a bot answer, or chance if the bot leaves the question to chance: true; or nil and a sentence, and nothing has
--- changed. The answer may be staged already (search_workers.stage).
function S:answer_bot(name, staged, sentence)
  if self.stop == "nothing" then return self:pass() end
  if name == "random" then return self:answer_random() end
  if searches(name) and not self:watch() then return nil, self.problem end
  local seat = self.world:engine("asked")
  if staged == nil then staged, sentence = self.world:call_with_table("start.bots", "answer", name) end
  if staged == false then return nil, sentence end
  local noted, why = self:save_notes(seat)
  if not noted then
    self.world:engine("unstage")
    return nil, why
  end
  if staged ~= true then return self:answer_random() end
  return save_answer(self, false)
end

--- Lets bots answer until the game ends, `most` questions were asked, or stop(number asked) is true: nil, or why it failed.
function S:play_out(most, stop)
  local asked = 0
  while self:run() == "question" and asked <= most and not (stop and stop(asked)) do
    local bot = self:answerer((self.world:engine("asked")))
    local answered, why = self:answer_bot(bot)
    if not answered then return self.state == "broken" and self.problem or ("%s: %s"):format(bot, why) end
    asked = select(2, self.world:engine("count"))
  end
  return self.state == "broken" and self.problem or nil
end

--- Saves a bot's notes, if they have changed, before its answer is given.
function S:save_notes(seat)
  local bytes, why = self.world:call_with_table("table.driver", "notes", seat)
  if bytes == false then return nil, why end
  if bytes == nil or bytes == (self.notes[seat] or NO_NOTES) then return true end
  local saved
  saved, why = self:record { kind = "n", seat = seat, text = journal_records.hex(bytes) }
  if saved then self.notes[seat] = bytes end
  return saved, why
end

--- Undoes what a bot that was only asked for advice wrote in a seat's notes.
function S:old_notes(seat) self.world:call_with_table("table.driver", "set_notes", seat, self.notes[seat] or nil) end

-- --- out of turn ---

-- Saves the request for an action or a change of a rule, which is done when it is due.
local function want(s, play)
  if #s.pending == S.PENDING_MAX then return nil, "too many changes are already pending for the next step" end
  return s:do_side_play(play)
end

-- Is the same request of the seat pending already?
local function is_pending(s, play)
  for _, one in ipairs(s.pending) do
    local same = one.name == play.name and one.seat == play.seat and one.text == play.text
    if same and one.kind == "x" then return true end
  end
  return false
end

--- Why the seat can't ask for an action now, in a sentence; nil if it can.
function S:why_no_act(action, seat, text)
  local play = { seat = seat, name = action, text = text }
  if is_pending(self, play) then
    local when = self.world:call_with_table("tell.console_lines", "when", action)
    return ("that is already arranged: it takes effect %s"):format(when)
  end
  return self:why_not(play)
end

--- An action for a seat, at the next step boundary: true, or nil and a sentence. "join" is one of the game master's (0);
--- its text says who comes: "Olaf=me: str 14". "leave" is one of every seat's.
function S:act(action, seat, text)
  local sentence = self:why_no_act(action, seat, text)
  if sentence then return nil, sentence end
  return want(self, { kind = "w", seat = seat, name = action, text = text })
end

--- Between two steps: asks the searching bots, seat by seat, whether they act out of turn, and lets the first that
--- wants to. think(name, seat) gives the action that the bot of that name chooses there, nil for none.
function S:let_act(think)
  if not self.watched then return end
  for _, seat in ipairs(lists.joined({ 0 }, self:seats())) do
    local name = self:answerer(seat)
    local action = searches(name) and think(name, seat)
    if action then
      self:act(action, seat)
      return
    end
  end
end

--- Puts back the change of a rule or the action that was pending when the scripts were reloaded.
function S:want_again(play)
  if play.kind == "v" then return self:set_rule(play.name, play.text) end
  return want(self, play)
end

--- The numbers of the seats that sit at the table, in their order.
function S:seats()
  if self.joins then return self.world:call_with_table("table.joining", "seated") end
  return lists.collect(self.config.players, function(_, seat) return seat end)
end

--- The name of a seat.
function S:name(seat)
  if self.joins and seat > 0 then return self.world:call_with_table("table.joining", "name", seat) end
  return self.config.players[seat].name
end

--- The answerer of a seat: "me", "random" or a bot.
function S:answerer(seat)
  local c = self.config
  local name, bot
  if self.joins and seat > 0 then name, bot = self.world:call_with_table("table.joining", "newcomer", seat) end
  if not name then return c.answerers[seat] or "random" end
  return self.answers_for[name] or bot or c.one_person and "me" or self:best_bot()
end

--- The game's best bot, or "random".
function S:best_bot()
  if not self.best then
    local done, list, best = pcall(self.world.call_with_table, self.world, "start.bots", "list")
    self.best = done and list and best or "random"
  end
  return self.best
end

--- Who answers for a seat from now on: true, or nil and a sentence.
function S:seat(seat, answerer) return self:do_side_play { kind = "s", seat = seat, text = answerer } end

--- Sets a rule at the next step or hand, as the rule says: true, or nil and a sentence.
function S:set_rule(rule, text)
  local waiting = {}
  for _, one in ipairs(self.pending) do
    if one.kind == "r" then table.move({ one.name, one.text }, 1, 2, #waiting + 1, waiting) end
  end
  local asked, sentence = pcall(self.out_of_turn, self, "may_set", rule, text, waiting)
  if not asked then return nil, sentence.text or "that rule can't be set" end
  if sentence then return nil, sentence end
  return want(self, { kind = "v", name = rule, text = text })
end

--- Tells the table of something that the game master did, and saves it.
function S:tell(text) return self:do_side_play { kind = "m", text = text } end

--- Corrects what a pool holds, where a card lies (by their numbers from 0), or a value of the state of a seat or the table
--- (-1), its text as typed: an entry of kind p (pool), c (card) or y (state). True; or nil and a sentence, and nothing
--- has changed. What leaves the open question without an answer is taken back.
function S:fix(play)
  local before = #self.plays
  if self.state ~= "question" then return nil, "the table can be corrected only while a question is open" end
  local sentence = play.kind == "y" and self:out_of_turn("may_fix_state", play.seat, play.name, play.text)
  if sentence then return nil, sentence end
  if self:correct(play) then
    if self:record(play) then return true end
    sentence = self.append_failed
  end
  self:rewind(before)
  return nil, sentence or "that would leave no answer to the open question"
end

-- --- back ---

local PERSON = "^a p "
local NOTHING_TO_UNDO = "there is nothing to undo: nobody at the keyboard has answered yet"

-- An undo leaves the answerers of seats as they are.
local function take_back(s, count)
  local saved, why = journal_records.note(s, ("u %d"):format(count))
  if not saved then return nil, why end
  local seats = {}
  for i = count + 1, #s.plays do
    if s.plays[i]:find "^s" then seats[#seats + 1] = s:play(i) end
  end
  s.ended = false
  journal_records.take_back(s, count)
  s:rewind(count)
  for _, play in ipairs(seats) do s:do_side_play(play) end
  return true
end

-- The places among these plays of the answers that people gave.
local function answered(plays)
  return lists.collect(plays, function(line, i) return line:find(PERSON) and i or nil end)
end

--- How many answers people have given.
function S:answer_count() return #answered(self.plays) end

--- Back to the last question that a person answered, for the seat if one is given: true, or nil and a sentence.
function S:undo(seat)
  local at = #self.plays
  local by = PERSON .. (seat and ("%d "):format(seat) or "")
  while at > 0 and not self.plays[at]:find(by) do at = at - 1 end
  if at == 0 then return nil, NOTHING_TO_UNDO end
  return take_back(self, at - 1)
end

--- Back to the question of the answer of that number, as people gave them: true, or nil and a sentence.
function S:undo_to(number)
  local at = answered(self.plays)[number]
  if at then return take_back(self, at - 1) end
  local last = self:answer_count()
  return nil, last == 0 and NOTHING_TO_UNDO
    or ("there is no answer %d: `:log` numbers them, and the last is %d"):format(number, last)
end

-- The next answer of a person that was taken back and all that came of it; nil if there is none.
local function next_undone(s)
  local lines, answers, list = {}, 0, s.undone or {}
  for i = #list, 1, -1 do
    if list[i]:find(PERSON) then answers = answers + 1 end
    if answers == 2 then break end
    lines[#lines + 1] = list[i]
  end
  return answers > 0 and lines or nil
end

--- Gives again the next answer of a person that was taken back: true, or nil and a sentence.
function S:redo()
  local lines, saved, why = next_undone(self), true, nil
  if not lines then return nil, "there is nothing to redo" end
  for _, line in ipairs(lines) do
    saved, why = self:record(journal_entries.read(line))
    if not saved then break end
  end
  self:rewind(#self.plays)
  return saved, why
end

--- Makes everything safe on disk, before a person is asked: true, or nil and a sentence.
function S:safe()
  if not self.journal then return true end
  return self.journal:sync()
end

--- The seed, and its SHA-256, as 64 hexadecimal digits.
function S:seed() return self.config.seed end
function S:commitment() return files.sha256(journal_records.unhex(self.config.seed)) end

-- --- opening and closing ---

local function new(config, file)
  local watched = lists.index(lists.map(config.answerers or {}, searches), true) ~= nil
  return setmetatable({ config = config, journal = file, plays = {}, epochs = {}, at_epoch = 1, cursor = 0,
    step_start = 0, pending = {}, notes = {}, checkpoints = {}, rounds = {}, state = "running", answers_for = {},
    watched = watched }, S)
end

local function refuse(s, why)
  if s.world then s.world:close() end
  return nil, why
end

--- Begins a game. config: game, sets, players { [0] = gm, { name =, profile = }, ... }, answerers by seat, seed (64
--- hexadecimal digits), number, hand_dice, one_person, stack, campaign, stdlib, journal (empty, or nil: none is written).
--- Nil and every mistake.
function session.begin(config)
  local s = new(config, config.journal)
  config.sets, config.number = config.sets or {}, config.number or 0
  local opened, mistakes = s:open_world(nil)
  if not opened then return nil, mistakes end
  s.epochs[1] = { sources = s.world:call("script.sources", "all"), pictures = pictures.hashes(s.world), start = 0 }
  local saved, why = journal_records.note_start(s)
  if not saved then -- the file holds no table that could be resumed
    local path = s.journal:path()
    why = path and ("%s: %s: no table was started"):format(path, s.journal.reason or why) or why
    if path then os.remove(path) end
    return refuse(s, why)
  end
  s:start_epoch()
  return s
end

-- A bot's notes without the answer that followed, which was lost, are left out. In the journal they are taken back with
-- the next record: until then they are dropped again whenever it is read.
local function drop_last_notes(s)
  local n = #s.plays
  while n > 0 and s.plays[n]:find "^n" do n = n - 1 end
  if n == #s.plays then return end
  journal_records.cut(s, n)
  s.incomplete = math.min(s.incomplete or n, n)
end

--- A session of an existing journal, which s:run plays again; or nil and a sentence. With verify, hashes are compared. The
--- library comes from the folder `stdlib` or, if that is nil, from the program.
function session.load(file, stdlib, verify)
  local r, why = journal_records.read(file)
  if not r then return nil, why end
  local s = new(r.config, file:writable() and file or nil)
  s.opened = file -- a journal that is only looked at is not written to
  s.plays, s.epochs, s.ended, s.incomplete, s.undone = r.plays, r.epochs, r.ended, r.incomplete, r.undone
  s.verify, s.config.stdlib, s.is_loading = verify, stdlib, true
  if not verify then drop_last_notes(s) end
  local opened, mistakes = s:open_world(s.epochs[1].sources)
  if not opened then return refuse(s, mistakes) end
  s:start_epoch()
  return s
end

--- A copy of the game to try things on: its `run` plays it to where this one stands. Nothing that is done in it is saved.
function S:copy()
  local config = lists.copy(self.config, 1)
  config.answerers, config.campaign = lists.copy(config.answerers, 1), nil
  local s = new(config, nil)
  s.answers_for = lists.copy(self.answers_for, 1)
  s.plays = lists.copy(self.plays, 1)
  s.epochs = lists.copy(self.epochs, 2)
  s:enter_epoch(#s.epochs)
  return s
end

function S:close()
  if self.world then self.world:close() end
  local file = self.journal or self.opened
  if file then file:close() end
  self.world, self.journal, self.opened = nil, nil, nil
end

return session
