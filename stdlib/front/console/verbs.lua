-- The console's commands: lines that begin with a colon. A game's own actions are commands too. The beginning of a name
-- is enough if only one command begins so. A command's function gets the sitting `c` (console.lua) and what was typed after
-- the name, and returns one of the words that console.lua explains. A sentence that ends it (see status.lua) is shown.

local files = require "host.files"
local people = require "front.console.people"
local rules_page = require "front.console.rules_page"
local screen = require "front.console.screen"
local status = require "front.base.status"
local english = require "shared.english"
local lists = require "shared.lists"

local verbs = {}

local function check_in_play(c)
  if c.s.state ~= "question" then status.refuse "the game has stopped: type `:reload` or `:undo` first" end
end

-- The first word of the rest, and what follows it.
local function split_word(rest) return rest:match "^([^ =]*)[ =]*(.*)$" end

-- --- help ---

-- Help on a word: the command of that name, what RULES.md says of it, what the game declares by it, the bot of that
-- name, or else the page of help about scripts.
local function help_for(c, name)
  local is_command, page = false, rules_page.on(c.s, name)
  for _, command in ipairs(verbs.all(c)) do
    if command[1] == name:gsub("^:", "") then
      screen.hanging(c, ("  :%-8s "):format(command[1]), command[2])
      is_command = true
    end
  end
  local lines, known = screen.ask(c, "explain", name, c.reader == 0, #page > 0)
  for _, bot in ipairs(people.bots(c) or {}) do
    if bot[1] == name:lower() then lines[#lines + 1] = ("%s: a bot; %s"):format(bot[1], bot[2]) end
  end
  lines = lists.joined(page, lines)
  if #lines > 0 then screen.pages(c, table.concat(lines, "\n"), 4) end
  if is_command or #page > 0 then return end
  local help_pages = require "front.help.help_pages"
  local text = help_pages.find(name)
  if text and #lines > 0 then
    c.terminal:say(("`croupier help %s` explains what it means in scripts."):format(name))
  elseif text then c.terminal:say(text)
  elseif #lines == 0 then status.refuse(help_pages.missing(name, known)) end
end

local ANSWERS = "Type your answer: %san option by its words or its number in the list (`#2` where none is shown), "
  .. "several separated by spaces, an amount as a number, `all` (all in) for the most or `min` for the least, a blank "
  .. "line for what [Enter: ...] shows, - for nothing. Tab completes. Or type a command:"

local function help(c, rest)
  if rest ~= "" then return help_for(c, rest) end
  local card = screen.ask(c, "examples").card
  local answers_text = ANSWERS:format(card and ("a card as %s, "):format(card) or "")
  local lines = { require("front.base.text").wrap(answers_text, c.terminal:width()) }
  for i, command in ipairs(verbs.all(c)) do lines[i + 1] = ("  :%-8s %s"):format(command[1], command[2]) end
  screen.pages(c, table.concat(lines, "\n"), 10)
  return "shown"
end

-- --- looking ---

local function rules(c, rest)
  if rest == "" then
    screen.pages(c, screen.text(c, "rules"), 4)
    return "shown"
  end
  local lines = status.or_fail(screen.ask(c, "rule", rest, c.reader == 0))
  for _, one in ipairs(c.s.pending) do
    if one.kind == "r" and one.name == rest then lines[#lines + 1] = c.s:out_of_turn("set_soon", rest, one.text) end
  end
  screen.pages(c, table.concat(lines, "\n"), 4)
end

local function odds(c)
  if not screen.ask(c, "has_odds") then
    status.refuse "this game offers no odds: `:hint search` estimates the outcome of your best answer"
  end
  screen.show(c, "odds")
end

local function dice(c, rest)
  if rest == "" then status.refuse "expected dice, like `:dice 4d6kh3`, several separated by spaces" end
  local found = status.or_fail(c.s.world:call("author.chances", "of_line", rest))
  local text = require("front.base.chances_page").text(found, math.min(c.terminal:width(), 100), c.terminal:symbols())
  screen.pages(c, (text:gsub("\n$", "")))
end

local function seed(c)
  c.terminal:say(("The seed's SHA-256 is %s."):format(c.s:commitment()))
  c.terminal:say "The seed itself is shown after the game."
end

-- What the best bot would do, or the one that is named, in words.
local function hint(c, rest)
  local seat = c.s.world:engine "asked"
  if c.s.state ~= "question" or c.reader == nil or c.reader ~= seat then
    status.refuse "there is no question for you to answer"
  end
  local name = status.or_fail(screen.ask(c, "hinted", rest))
  local staged, sentence = require("front.console.search_workers").stage(c, name)
  if c.s.state == "broken" then status.refuse(c.s.problem) end
  local bot, does = screen.ask(c, "hint", screen.reader(c), c.style, name, staged, sentence)
  c.s:old_notes(seat)
  status.or_fail(bot, does)
  local how_sure, problem = screen.ask(c, "searched")
  status.or_fail(does, problem or "no bot can advise here")
  c.terminal:say(("%s would %s%s"):format(bot, does, how_sure or "."))
end

-- An explanation by `ask` of an answer or of the question. A die lies open; other questions are explained only to the seat
-- that is asked.
local function explained(c, ask, rest)
  check_in_play(c)
  local seat, kind = screen.ask(c, "asked_after")
  if kind ~= "die" and c.reader ~= seat then status.refuse "there is no question for you to explain" end
  return screen.ask(c, ask, rest, screen.reader(c), c.style)
end

-- --- where the table stands ---

-- To be called when the game was played again. A reader who comes back to a cleared screen hears again what led to the
-- question: everything since that seat's last answer.
local function stands_elsewhere(c, why_so)
  screen.note(c, why_so)
  c.drawn = nil
  if c.s.state ~= "question" or not c.shares then return end
  local seat = c.s.world:engine "asked"
  if not seat or seat == c.reader then return end
  c.told[seat] = math.min(c.told[seat] or 0, screen.ask(c, "last_answers", true)[seat])
end

local UNDO_MOST, NAMED_MAX = 1000, 4

-- The number of answers that a verb is for: 1 if nothing is typed.
local function count_of(verb, what, typed)
  local count = typed == "" and 1 or typed:find "^%d+ *$" and math.tointeger(tonumber(typed))
  if count and count >= 1 and count <= UNDO_MOST then return count end
  status.refuse("expected a number of answers to %s, 1 to %d, like `:%s 5`%s", what, UNDO_MOST, verb,
    verb == "undo" and ", or the answer to go back to, like `:undo to 12`" or "")
end

-- Of many only the number is said.
local function in_words(answers)
  if #answers <= NAMED_MAX then return english.list(answers) end
  return ("%d answers"):format(#answers)
end

-- Takes answers back one by one.
local function undo_several(c, count)
  local seat = c.open_gm and people.holds(c, 0) and c.reader == 0 and 0 or nil
  for i = 1, count do
    local done, sentence = c.s:undo(seat)
    if i == 1 then status.or_fail(done, sentence) end
    if not done then break end
    require("front.console.word_and_amount").undo(c)
  end
end

-- What was announced out of turn, and the rules that will change.
local function changes(c)
  local _, list = screen.answered(c, 0)
  return lists.joined(list, lists.collect(c.s.pending, function(one)
    return one.kind == "r" and c.s:out_of_turn("set_soon", one.name, one.text) or nil
  end))
end

local function undo(c, rest)
  local number = math.tointeger(tonumber(rest:match "^[Tt][Oo] +(%d+) *$"))
  local count = number or count_of("undo", "take back", rest)
  local answers, changed = screen.answered(c, 0), changes(c)
  if number then status.or_fail(c.s:undo_to(number)) else undo_several(c, count) end
  screen.forget_undone(c)
  local taken = table.move(answers, c.s:answer_count() + 1, #answers, 1, {})
  local kept = lists.set(changes(c))
  local also = lists.collect(changed, function(sentence) return not kept[sentence] and sentence or nil end)
  stands_elsewhere(c, "Taken back: " .. in_words(taken)
    .. (#also > 0 and "\nAlso undone:\n  " .. table.concat(also, "\n  ") or ""))
end

local function redo(c, rest)
  local count, before = count_of("redo", "redo", rest), c.s:answer_count()
  for i = 1, count do
    local done, sentence = c.s:redo()
    if i == 1 then status.or_fail(done, sentence) end
    if not done then break end
  end
  stands_elsewhere(c, "Redone: " .. in_words(screen.answered(c, before)))
end

local function save(c)
  status.or_fail(c.s:safe())
  local path = c.s.journal and c.s.journal:path()
  if path then
    c.terminal:say "The table is saved, as always; `croupier resume` continues it:"
    c.terminal:put(("  %s\n"):format(path))
  elseif not c.s.journal then screen.good(c, "This table is not being saved.") end
end

local function reload(c)
  local before = screen.ask(c, "said")
  local report, why, errors = require("front.session.reload").run(c.s, c.accepted)
  c.accepted = errors
  if errors then why = why .. "\nThe old scripts stay in use. Type `:reload` again to use the new ones anyway." end
  status.or_fail(report, why)
  require("front.console.watch").forget(c)
  screen.heard(c, before)
  stands_elsewhere(c, report)
end

-- --- seats ---

-- The place in `labels` of the one that the text begins with ("the", _ for a blank and letter case don't matter), and
-- what follows; nil and the text where it begins with none.
local function find_label(labels, text)
  text = text:gsub("^[Tt][Hh][Ee] ", "")
  local best, rest = nil, text
  local names = lists.collect(labels, function(label) return (english.fold(label:gsub("_", " ")):gsub("^the ", "")) end)
  for last = 1, #text do
    if not text:find("^[%w\128-\255]", last + 1) then -- a word ends there
      local at = lists.index(names, english.fold((text:sub(1, last):gsub("_", " "))))
      if at then best, rest = at, text:sub(last + 1) end
    end
  end
  return best, rest:gsub("^[ =]+", "")
end

-- The seat that the text begins with, by its name or "GM", or nil; what follows; and the names there are.
local function find_seat(c, text)
  local seats = c.s:seats()
  local names = lists.collect(seats, function(seat) return c.s:name(seat) end)
  if c.has_gm then names[#names + 1] = "GM" end
  local at, rest = find_label(lists.joined(names, c.has_gm and { c.s:name(0) } or {}), text)
  return at and (seats[at] or 0), rest, names
end

-- The seat that the text begins with, by its name or "GM", and what follows; refuses a text without one.
local function seat_of(c, text)
  local seat, rest, names = find_seat(c, text)
  if seat then return seat, rest end
  status.refuse("there is no seat `%s`: expected %s", text, table.concat(names, ", "))
end

local function who_answers(who)
  if screen.is_here(who) then return "a person here" end
  return screen.is_person(who) and "a person on a phone" or who
end

local function list_seats(c)
  for _, seat in ipairs(people.seats(c)) do
    c.terminal:say(("  %s: %s"):format(c.s:name(seat), who_answers(c.s:answerer(seat))))
  end
  c.terminal:say "`:seat NAME WHO` changes that: me, random or a bot."
end

local function check_answerer(c, who)
  if screen.is_here(who) or c.s.world:call("start.bots", "searches", who) then return end
  local known = people.answerers(c)
  if lists.index(known, who) then return end
  status.refuse("%s %s", who == "" and "expected somebody to answer for the seat:"
    or ("`%s` can't answer for a seat: expected"):format(who),
    c.s.world:call("start.bots", "expected", who) or table.concat(known, ", "))
end

-- Who looks at the screen may change: one person is left, somebody has come, or the reader's own seat was given away.
local function seats_changed(c, seat, shared)
  if not shared then c.told[seat] = c.told[c.reader or "all"] or 0 end
  people.count(c)
  if not shared and c.shares then c.prompt:forget() end
  if c.reader ~= seat or c.people == 0 or c.one_person then return end
  c.reader, c.drawn = nil, nil -- who looks at the screen has no seat any more: another comes
  if c.alone then people.curtain(c, c.alone) end
end

local function change_seat(c, rest)
  if rest == "" then return list_seats(c) end
  local seat, who = seat_of(c, rest)
  check_answerer(c, who)
  local shared, was = c.shares, c.reader == seat
  status.or_fail(c.s:seat(seat, who))
  screen.note(c, ("From now on %s answers for %s."):format(who_answers(who), c.s:name(seat)))
  if not screen.is_here(who) or not was then seats_changed(c, seat, shared) end
  return "left"
end

-- "Olaf=angler: str 14": the name, who answers and the profile.
local function split_newcomer(text)
  local head, profile = text:match "^([^:]*):?%s*(.-)%s*$"
  local name, who = head:match "^%s*(.-)%s*=%s*(.-)%s*$"
  return name or head:match "^%s*(.-)%s*$", who or "me", profile
end

local function join(c, rest)
  check_in_play(c)
  local name, who, profile = split_newcomer(rest)
  if name == "" then status.refuse "expected a name, like `:join Olaf`, or for a bot `:join Olaf=random`" end
  check_answerer(c, who)
  status.or_fail(c.s:act("join", 0, ("%s=%s: %s"):format(name, screen.is_here(who) and "me" or who, profile)))
  screen.good(c, ("%s will join %s."):format(name, screen.ask(c, "when", "join")))
end

local function is_still_to_join(c, name)
  return not lists.all(c.s.pending, function(one)
    return one.name ~= "join" or english.fold((split_newcomer(one.text))) ~= english.fold(name)
  end)
end

local function leave(c, rest)
  check_in_play(c)
  local seat = c.reader
  if rest ~= "" and not find_seat(c, rest) and is_still_to_join(c, rest) then
    status.refuse("%s is still to join, and can leave after that", rest)
  end
  if rest ~= "" then seat = seat_of(c, rest) end
  if not seat or seat == 0 then status.refuse "expected a player's name, like `:leave Olaf`" end
  status.or_fail(c.s:act("leave", seat))
  screen.good(c, ("%s will leave %s."):format(c.s:name(seat), screen.ask(c, "when", "leave")))
end

-- What can't be taken back is asked again. False: it is declined.
local function is_sure(c, what)
  local sure = c.prompt:agrees(what)
  if not sure then c.terminal:say "Cancelled." end
  return sure
end

-- An action of the game, for the seat named, if a person here holds it, else for the reader's.
local function act(c, action, meaning, rest)
  check_in_play(c)
  local seat = c.reader
  if rest ~= "" then seat = seat_of(c, rest) end
  seat = seat or c.s.world:engine "asked"
  local name = c.s:name(seat)
  if not people.holds(c, seat) then
    status.refuse("`:%s %s` is for %s to do, and %s answers for %s", action, name, name, c.s:answerer(seat), name)
  end
  local sentence, when = c.s:why_no_act(action, seat), screen.ask(c, "when", action)
  if sentence then status.refuse(sentence) end
  c.terminal:say(("`%s`: %s. It takes effect %s."):format(action, meaning, when))
  if not is_sure(c, english.opening(name) .. ", are you sure?") then return end
  status.or_fail(c.s:act(action, seat))
  screen.good(c, "Noted.")
end

-- --- the game master's: journalled and told to the table; where a game has no seat for one, anybody is it ---

-- Shows everything to the reader.
local function show_all(c)
  local number, reader = c.people, c.reader
  c.people, c.reader, c.clean = 0, nil, false
  screen.show(c, "peek")
  c.people, c.reader = number, reader
end

-- The same while the game master is alone at the screen, as the others must not see it.
local function show_behind_curtain(c)
  if not people.curtain(c, 0) then return "left" end
  show_all(c)
  local got = c.prompt:read("Press Enter to draw the curtain. ", true)
  c.reader, c.leave, c.interrupted = nil, got ~= "line", got == "interrupt"
  if c.leave then c.terminal:clear() end
  return "left"
end

local function peek(c)
  if c.open_gm then status.refuse "everybody can see the game master's screen, so nobody may look at all the cards" end
  if not is_sure(c, "Look at all the cards? Everybody will be told.") then return end
  status.or_fail(c.s:tell(c.has_gm and "The game master looks at all the cards."
    or (c.reader and c.s:name(c.reader) or "Somebody") .. " looks at all the cards."))
  if c.shares and c.has_gm and c.reader ~= 0 then return show_behind_curtain(c) end
  screen.tell(c)
  show_all(c)
  return "shown"
end

local function set(c, rest)
  local rule, value = split_word(rest)
  if rule == "" or value == "" then
    local example = screen.ask(c, "examples").rule
    status.or_fail(example, "this game has no rules that can be changed")
    status.refuse("expected a rule and its value, like `:set %s`; `:rules` lists them", example)
  end
  check_in_play(c)
  status.or_fail(c.s:set_rule(rule, value))
  screen.good(c, c.s:out_of_turn("set_soon", rule, value))
end

local function listed(c, what) return table.concat(screen.names(c, what), ", ") end

local function pool(c, rest)
  local pools = screen.ask(c, "names").pools
  if #pools == 0 then status.refuse "this game has no pools" end
  local found, amount = find_label(pools, rest)
  if not found then -- "Anna chips" as of a state
    local seat, own = find_seat(c, rest)
    if seat then found, amount = find_label(pools, english.possessive(c.s:name(seat)) .. " " .. own) end
  end
  status.or_fail(found, "expected a pool and an amount; the pools are " .. listed(c, "pools"))
  local n = amount:find "^ *[+-]?%d+$" and math.tointeger(tonumber(amount))
  status.or_fail(n, ("expected a whole number after the pool, like `:pool %s 12`"):format(pools[found]))
  status.or_fail(c.s:fix { kind = "p", pool = found - 1, amount = n })
  local _, kind = screen.ask(c, "asked_after")
  if kind == "number" or kind == "one_of" then -- its step has reckoned them already
    screen.note(c, "The open question keeps its limits; later ones go by the new amount.")
  end
end

local function state(c, rest)
  local names, number = c.s:out_of_turn "state_names", -1
  local list = names.table
  local at, value = find_label(list, rest)
  if not at then
    number, rest = find_seat(c, rest)
    list = names[number == 0 and "gm" or "seat"]
    status.or_fail(number, ("expected a name and a value, like %s; or a seat first, then %s"):format(
      table.concat(names.table, ", "), table.concat(list, ", ")))
    at, value = find_label(list, rest)
    status.or_fail(at, ("expected a name and a value; for %s the names are %s"):format(c.s:name(number),
      table.concat(list, ", ")))
  end
  if value == "" then status.refuse("expected the new value of `%s`", list[at]) end
  status.or_fail(c.s:fix { kind = "y", seat = number, name = list[at], text = value })
end

-- "from the deck to Anna's hand": the pile that the card goes to, and the pile that it comes from, or nil.
local function from_and_to(c, text)
  local piles, from = screen.ask(c, "names").piles, nil
  if text:lower():find "^from " then
    from, text = find_label(piles, text:sub(6))
    status.or_fail(from, "expected the pile that the card comes from; the piles are " .. listed(c, "piles"))
  end
  local to = find_label(piles, (text:gsub("^[Tt][Oo] ", "")))
  return status.or_fail(to, "expected the pile to move the card to; the piles are " .. listed(c, "piles")), from
end

local function move(c, rest)
  local face, after = c.s.world:call_with_table("table.card_names", "first", rest, 1)
  if not face then
    local example = screen.ask(c, "examples")
    status.or_fail(example.short, "this game has no cards")
    status.refuse("expected a card and a pile, like `:move %s to %s`", example.short, example.pile)
  end
  local to, from = from_and_to(c, (rest:sub(after):gsub("^ +", "")))
  local card, several = c.s.world:call_with_table("table.setup", "find_to_move", face, to, from)
  status.or_fail(card, from and "that pile doesn't have that card" or "no other pile has that card")
  if several then
    status.refuse("several piles have that card: say from which, like `:move %s from PILE to %s`",
      rest:sub(1, after - 1), screen.ask(c, "names").piles[to])
  end
  status.or_fail(c.s:fix { kind = "c", card = card - 1, pile = to - 1 })
end

-- --- all of them ---

-- A row: its name; its help; its function(c, rest); what happens next if that returns nothing (console.lua explains the
-- words; "again" if left out). joining: only in games where seats come and go. master: only for the game master;
-- without one anybody may, and all are told.
local own = {
  { "help", "this list; WORD: what it means in this game or in scripts", help },
  { "undo", "take back a person's last answer; N: the last N; to N: all from answer N on (`:log`)", undo, "left" },
  { "redo", "redo what `:undo` took back; N: the next N answers", redo, "left" },
  { "save", "where this table is saved", save },
  { "rules", "the rules in force; NAME: one of them in full", rules },
  { "table", "the table; > marks the turn",
    function(c) screen.draw(c, true) end, "shown" },
  { "hand", "your own cards",
    function(c) if not screen.show(c, "hand") then c.terminal:say "You have no cards in hand." end end },
  { "scores", "the scores, a line per player", function(c) screen.show(c, "scores") end },
  { "last", "the last trick, hand or round again", screen.last, "shown" },
  { "log", "everything that has happened, people's answers numbered", screen.log, "shown" },
  { "hint", "what the best bot would do; NAME: another, such as search", hint },
  { "why", "ANSWER: whether it is allowed, and why; alone: what is allowed",
    function(c, rest) c.terminal:say(explained(c, "why", rest)) end },
  { "why!", "the same, with the lines of the script and the rules it reads",
    function(c, rest) screen.pages(c, explained(c, "whole_why", rest)) end, "shown" },
  { "odds", "your chances, if the game offers them", odds },
  { "dice", "4d6kh3: its exact chances", dice, "shown" },
  { "reload", "reload the scripts and continue with them", reload, "left" },
  { "trace", "the last script error in full",
    function(c) c.terminal:say(status.or_fail(c.trace, "no script error at this table")) end },
  { "seed", "the seed's commitment; the seed after the game", seed },
  { "seat", "who plays each seat; NAME WHO: change that (me, random, a bot)", change_seat },
  { "phones", "seats on phones and their code; NAME: its own; NAME new; close; open",
    function(c, rest)
      require("front.console.phone_verbs").run(c, rest, function(text) return seat_of(c, text) end)
    end },
  { "join", "NAME: somebody joins the game; NAME=WHO: PROFILE", join, joining = true },
  { "leave", "NAME: a player leaves the game", leave, joining = true },
  { "peek", "all the cards", peek, master = true },
  { "set", "RULE VALUE: change a rule", set, master = true },
  { "pool", "POOL AMOUNT: correct a pool", pool, "left", master = true },
  { "move", "CARD PILE: move a card to where it belongs; CARD from PILE to PILE", move, "left", master = true },
  { "state", "NAME VALUE: correct a value; SEAT NAME VALUE: one of a seat's", state, "left", master = true },
  { "quit", "leave; the table is saved", function(c) c.leave = true end, "left" },
}

--- The row of a command that every game has, by its whole name; nil if there is none.
function verbs.own(name) return own[lists.index(lists.collect(own, 1), name)] end

--- The commands, then the game's actions: { name, what it does }.
function verbs.all(c)
  local list = lists.collect(own, function(verb)
    local whose = not verb.master and "" or c.has_gm and ", for the game master" or "; announced to everybody"
    if verb.joining and not c.s.joins then return nil end
    return { verb[1], verb[2] .. whose, verb[3], verb[4], master = verb.master }
  end)
  return lists.joined(list, screen.ask(c, "names").actions)
end

--- Is this a command, or an action of the game that whoever is asked may do?
function verbs.may(c, word) return verbs.own(word) ~= nil or not c.s:why_no_act(word, (c.s.world:engine "asked")) end

-- The command whose name is typed, or the only one whose name begins so.
local function find(c, typed)
  local names, found, begin = {}, nil, {}
  for i, command in ipairs(verbs.all(c)) do
    names[i] = command[1]
    if command[1]:lower() == typed:lower() then return command end
    if command[1]:sub(1, #typed):lower() == typed:lower() and not command[1]:find "!$" then
      found, begin[#begin + 1] = command, "`:" .. command[1] .. "`"
    end
  end
  if #begin == 1 then return found end
  if #begin > 1 then status.refuse("`:%s` may be %s", typed, english.list(begin, "or")) end
  local near = files.nearest(typed, names)
  status.refuse("there is no command `:%s`%s", typed, near and (", did you mean `:%s`?"):format(near)
    or "; `:help` lists them")
end

local function run(c, line)
  local typed, rest = split_word((line:gsub("^ +", "")))
  local command = typed == "" and { "help", "", help } or find(c, typed)
  if command.master and c.has_gm and not people.holds(c, 0) then
    status.refuse "only the game master can do that: `:seat GM me` takes the seat"
  end
  if command[3] then return command[3](c, rest) or command[4] or "again" end
  return act(c, command[1], command[2], rest) or "again"
end

--- Runs the command behind a colon.
function verbs.run(c, line)
  local what, sentence = status.try(run, c, line)
  if not what then screen.bad(c, sentence) end
  return what or "again"
end

return verbs
