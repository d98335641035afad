-- The world's side of the console: what one reader may see and hear, as text with marks for colours (host/script/text.h).
-- Lines of tell.layout and tell.why are texts, or { "text with %s", values }: here the cards in them are drawn.
--
-- A reader is a seat's number (0: the GM's), false for what all may know, true for one who sees everything; `style` is
-- how cards are drawn: see marked_text.render.

local answers = require "ask.answers"
local bots = require "start.bots"
local card_names = require "table.card_names"
local card_text = require "tell.card_text"
local events = require "table.events"
local kinds = require "script.kinds"
local rules = require "script.rules"
local specs = require "script.specs"
local layout = require "tell.layout"
local search = require "search.search"
local marked_text = require "table.marked_text"
local view = require "table.view"
local english = require "shared.english"
local lists = require "shared.lists"

local console_lines = {}

local STRONG, DIM, PLAIN, TURN, LOSS = "\8", "\5", "\1", "\19", "\20"

local render = marked_text.render

-- --- what is played ---

--- What the console wants to know once: { title =, one_line =, has_gm =, open_gm = (all may see the GM's screen),
--- evening = (one game after another?) }.
function console_lines.about(b)
  local variant = b.spec.variants and b.spec.variants[#b.spec.variants]
  return { title = english.title(b.spec), one_line = variant and variant.one_line or b.spec.one_line,
    has_gm = b.spec.gm and true or false, open_gm = b.spec.open_gm, evening = b.spec.usual.evening }
end

--- The names of the game's piles and pools, in the order of their numbers, and of its rules and actions with what they
--- do.
function console_lines.names(b)
  -- Nothing is called after a seat where nobody sits.
  local function there(names, things)
    return lists.map(names, function(name, i)
      local seat = things[i].seat
      return (not seat or seat == 0 or b.place_of[seat]) and name or ""
    end)
  end
  return { piles = there(b.hooks.pile_names, b.plan), pools = there(b.hooks.pool_names, b.pools),
    rules = lists.keys(b.spec.rules),
    actions = lists.map(b.spec.actions, function(action, name) return { name, action[1] } end) }
end

--- Things of this game to show what may be typed, each nil where it has none: card "Kc or king of clubs", short "Kc",
--- pile "the deck", rule "ante 5".
function console_lines.examples(b)
  local names, face = console_lines.names(b), b.faces[math.max(#b.faces // 4 - 1, 1)]
  local open = lists.map(b.spec.rules, function(rule, name)
    local can_change = rule.from ~= "game" and rule.kind ~= "table" and not rule.secret
    return can_change and ("%s %s"):format(name, rules.show(b.values[name], rule)) or nil
  end)
  return { card = face and (face.long == face.name and face.name or face.name .. " or " .. face.long),
    short = face and face.name, pile = names.piles[1], rule = open[1] }
end

--- When an action that is asked for now will be done, in the game's words: "before the next hand".
function console_lines.when(b, name)
  local action = b.spec.actions[name] or b.spec.joining
  local steps = lists.map(action.when or {}, english.spoken)
  if action.moment or #steps == 0 then return action.moment or "as soon as this step is over" end
  return "before the next " .. table.concat(steps, " or "):gsub("^next ", "")
end

-- --- words ---

-- A value in lines of its own, where it is a table that would be long in one.
local function add_value(lines, indent, name, value)
  local is_long = rules.is_long(value)
  lines[#lines + 1] = indent .. name .. (is_long and ":" or " = " .. rules.show(value))
  for key, inner in pairs(is_long and value or {}) do add_value(lines, indent .. "  ", tostring(key), inner) end
end

local function rule_lines(b, name, master)
  local rule, lines = b.spec.rules[name], {}
  if rule.secret and not master then lines[1] = name .. " = secret"
  elseif rule.kind == "table" then add_value(lines, "", name, b.values[name])
  else lines[1] = ("%s = %s"):format(name, rules.show(b.values[name], rule)) end
  lines[#lines + 1] = ("  %s: %s"):format(rule.meaning, rules.expected(rule))
  return lines
end

-- Rules whose name or meaning has the word, a longer one also with other endings.
local function add_speaking(b, lines, word, master)
  local pattern = "%f[%w]" .. english.spoken(word):gsub("%W", "%%%0") .. (#word > 3 and "%w*" or "s?%f[%W]")
  for name, rule in pairs(b.spec.rules) do
    if (" " .. english.spoken(name) .. " " .. rule.meaning .. " "):lower():find(pattern) then
      lines[#lines + 1] = "rule " .. layout.rule(b, name, master)
    end
  end
end

--- A rule in full: its value, its meaning and its limits; for any other word the rules that mention it; or nil and a
--- sentence. `master`: the game master reads.
function console_lines.rule(b, name, master)
  local rule, lines = name:lower():gsub("[ -]", "_"), {}
  if b.spec.rules[rule] then return rule_lines(b, rule, master) end
  add_speaking(b, lines, rule, master)
  if #lines > 0 then return lines end
  return nil, ("no rule `%s`%s"):format(rule, english.suggest(rule, lists.keys(b.spec.rules)))
end

local WHOSE = { table = "on the table", gm = "of the game master" }

-- "Old Owl: forest, value 7, attack power 2, trap", and what stands on it.
local function card_lines(b, lines, word)
  local face = b.faces[card_names.find(b, word) or 0]
  if not face then return end
  local facts, kind = {}, nil
  local function add(name, value) facts[#facts + 1] = value == nil and name or ("%s %s"):format(name, value) end
  for _, deck in pairs(b.spec.decks) do
    for _, own in ipairs(deck.kind.faces) do if own.name == face.name then kind = deck.kind end end
  end
  if rawget(face, "suit") and not face.long:find(" of ", 1, true) then add(face.suit) end
  if rawget(face, "value") then add("value", face.value) end
  for _, fact in ipairs(kinds.facts(kind, face)) do add(fact[1], fact[2]) end
  lines[#lines + 1] = face.long .. (#facts > 0 and ": " .. table.concat(facts, ", ") or "")
  if type(rawget(face, "text")) == "string" then lines[#lines + 1] = card_text.plain(face.text) end
end

--- What a word on this game's screen means, in lines, none if it means nothing here; and the list of words that do. If the
--- page of rules has `told` of the word, its declaration is left out.
function console_lines.explain(b, word, master, told)
  local name, lines = word:lower():gsub("^:", ""):gsub("[ -]", "_"), {}
  if b.spec.about[name] then lines[1] = ("%s: %s"):format(english.spoken(name), b.spec.about[name]) end
  local things = require "tell.things"
  for _, thing in ipairs(told and {} or things.named(require("tell.source_index").of(b.spec), name)) do
    lines[#lines + 1] = ("%s: a %s %s; %s"):format(english.spoken(name), thing.what == "state" and "value"
      or thing.what,
      WHOSE[thing.of] or "of each " .. b.spec.player, thing.meaning)
  end
  card_lines(b, lines, word)
  if b.spec.profile[name] then
    lines[#lines + 1] = ("%s: part of %s's profile; %s"):format(english.spoken(name), english.a(b.spec.player),
      b.spec.profile[name].meaning)
  end
  if #name > 1 then add_speaking(b, lines, name, master) end
  return lines, lists.joined(things.names(b.spec), lists.keys(b.spec.rules))
end

-- --- what has happened ---

--- The line that an event tells the reader and the `seats` (a set of numbers), or nil. It names the seat that it is for, but
--- the reader's own only where lines for others stand beside it (`is_mixed`).
function console_lines.told_line(b, e, reader, seats, style, is_mixed)
  if e.kind == "gm" then return STRONG .. "  " .. render(b, e.text, reader, style) end
  if e.kind ~= "say" then return nil end
  if e.seat and e.seat ~= reader and not seats[e.seat] then return nil end
  local mine = not e.seat or e.seat == reader and not is_mixed
  local text = mine and render(b, e.text, reader, style)
    or ("(to %s) %s"):format(b.names[e.seat], render(b, e.text, e.seat, style))
  return "  " .. text:gsub("\n([^\n])", "\n  %1")
end

-- The lines of some of the events.
local function told(b, list, first, last, reader, seats, style)
  return lists.map(table.move(list, first, last, 1, {}), function(e)
    return console_lines.told_line(b, e, reader, seats, style)
  end)
end

--- The lines of the events after the first `from` that the reader and the `seats` may see; and how many events there are.
function console_lines.heard(b, from, reader, seats, style)
  local lines, count, is_mixed = {}, from, false
  for _, e in events.each(b, from + 1) do
    is_mixed = is_mixed or e.kind == "say" and e.seat and e.seat ~= reader and seats[e.seat]
  end
  for i, e in events.each(b, from + 1) do
    lines[#lines + 1], count = console_lines.told_line(b, e, reader, seats, style, is_mixed), i
  end
  return lines, count
end

local QUOTED_MAX = 30 -- bytes between quotes, where no line is broken

-- Whose answer it was, and where the reader may know it, what it was. Everybody sees an open game master's screen.
local function answer_words(b, e, reader, seats, style)
  local is_known = reader == true or e.seat == reader or seats[e.seat] or e.seat == 0 and b.spec.open_gm
  if not is_known or not e.second then return english.possessive(b.names[e.seat]) .. " answer" end
  local words = render(b, e.second, e.seat, style)
  if words == "nothing" then return english.possessive(b.names[e.seat]) .. " answer (none)" end
  return #words <= QUOTED_MAX and ("`%s`"):format(words) or words, b.names[e.seat] .. ": "
end

--- All that the reader and the `seats` may see, with the answers of people numbered as the journal counts them.
function console_lines.log(b, reader, seats, style)
  local lines, number = {}, 0
  for _, e in events.each(b, 1) do
    local text = console_lines.told_line(b, e, reader, seats, style)
    if e.kind == "answer" and e.amount == 1 then
      number = number + 1
      local words, name = answer_words(b, e, reader, seats, style)
      text = ("%s%4d. %s%s%s"):format(DIM, number, name or "", words, PLAIN)
    end
    lines[#lines + 1] = text
  end
  return lines
end

--- What people have answered after their first `after` answers, as far as the reader and the `seats` may know it; and the
--- sentences in which changes out of turn were announced since then.
function console_lines.answered(b, after, reader, seats, style)
  local list, changes, number = {}, {}, 0
  for _, e in events.each(b, 1) do
    if e.kind == "answer" and e.amount == 1 then
      number = number + 1
      if number > after then list[number - after] = answer_words(b, e, reader, seats, style) end
    elseif e.kind == "gm" and number >= after then
      changes[#changes + 1] = render(b, e.text, reader, style)
    end
  end
  return list, changes
end

--- How many events the first step brought.
function console_lines.opening(b)
  local steps = 0
  for i, e in events.each(b, 1) do
    steps = steps + (e.kind == "step" and 1 or 0)
    if steps == 2 then return i - 1 end
  end
  return 0
end

local RECENT = 10000 -- events among which the last round is looked for

-- The first steps of the lists that the step is in, the innermost first; nil when it is in none.
local function rounds_of(order, step)
  for _, entry in ipairs(order) do
    local inside = entry == step and {} or type(entry) == "table" and rounds_of(entry, step)
    if inside then
      inside[#inside + 1] = specs.step_names(order)[1]
      return inside
    end
  end
end

-- The first and last event of the last run of the innermost list of the order in which something was told; 1, 0 for none.
local function last_run(b, list, reader, seats, style)
  local begins, step = {}, nil
  for i, e in ipairs(list) do
    if e.kind == "step" then
      step = e.text
      begins[step] = begins[step] or {}
      table.insert(begins[step], i)
    end
  end
  for _, first in ipairs(step and rounds_of(b.spec.order, step) or {}) do
    local at = begins[first] or {}
    for n = #at, 2, -1 do
      if #told(b, list, at[n - 1], at[n] - 1, reader, seats, style) > 0 then return at[n - 1], at[n] - 1 end
    end
  end
  return 1, 0
end

--- The lines of the trick, hand or round before this one. In the first one, and if it was a single turn, all lines since the
--- reader's own last answer.
function console_lines.last(b, reader, seats, style)
  local list, answered = events.happened(b, math.max(1, engine.count(b.block) - RECENT)), nil
  local first, last = last_run(b, list, reader, seats, style)
  for i, e in ipairs(list) do
    if e.kind == "answer" and e.amount == 1 and e.seat == reader then answered = i end
  end
  if answered and (last == 0 or answered < first) then first, last = answered, #list end
  return told(b, list, first, last, reader, seats, style)
end

--- All lines that were said: { at = number of the event, seat = to whom (nil: to all), text = with marks for cards }.
function console_lines.said(b)
  local list = {}
  for i, e in events.each(b, 1) do
    if e.kind == "gm" then list[#list + 1] = { at = i, text = STRONG .. e.text } end
    if e.kind == "say" then list[#list + 1] = { at = i, seat = e.seat, text = e.text } end
  end
  return list
end

--- By seat the number of the event of its last answer, a person's or, with `anybody`, any; under `all` the last of these; and
--- the count of events.
function console_lines.last_answers(b, anybody)
  local last = { all = 0 }
  for seat = 0, #b.names do
    last[seat] = events.last_answer(b, seat, anybody)
    last.all = math.max(last.all, last[seat])
  end
  return last, (engine.count(b.block))
end

-- --- cards in plain lines ---

-- The card of exactly that name.
local function card_named(b, name)
  local face = card_names.find(b, name)
  return face and b.faces[face].name == name and b.face_cards[face] or nil
end

-- Can it be read aloud? A name without a digit and with a vowel can: As.
local function is_spoken(name) return not name:find "%d" and name:find "[AEIOUYaeiouy]" end

local function begins_sentence(line, at)
  local before = line:sub(1, at - 1):match "^(.-) *$"
  return before == "" or before:find "[.!?]$"
end

-- Does another card's name come next, or no word any more?
local function list_goes_on(b, line, from)
  local word = line:match("%w+", from)
  return not word or card_named(b, word) ~= nil
end

-- Names of cards in a plain line are marked as cards; "As dealer" begins with none, "As Kd" and "played As" name one.
local function with_faces(b, line)
  return (line:gsub("()%f[%w](%w+)()", function(at, word, after)
    local card = #word > 1 and card_named(b, word)
    if not card then return nil end
    if is_spoken(word) and begins_sentence(line, at) and not list_goes_on(b, line, after) then return nil end
    return marked_text.value(b, card)
  end))
end

local function line_text(b, line, reader, style, faces)
  local marked
  if type(line) == "table" then marked = marked_text.format(b, table.unpack(line, 1, math.max(#line, 1)))
  else
    marked = tostring(line):gsub("[\0-\8\10-\31\127]", "")
    if faces then marked = with_faces(b, marked) end
  end
  return render(b, marked, reader, style)
end

local function all_lines(b, lines, reader, style, faces)
  return table.concat(lists.map(lines or {}, function(line) return line_text(b, line, reader, style, faces) end), "\n")
end

-- --- rows of seats ---

-- What a line begins with and whose row it is: after spaces or a mark comes a name, then a gap or a colon.
local function row_of(b, line)
  local lead, rest, whose = line:match "^([> ]*)(.*)$"
  for _, seat in ipairs(b.sitting) do
    local name = b.names[seat.number]
    local is_row = rest:sub(1, #name) == name and ("\n" .. rest:sub(#name + 1) .. "  "):find "^\n[\t:]"
      or rest:sub(1, #name + 2) == name .. "  " or rest:sub(1, #name + 2) == name .. " ("
    if is_row and (not whose or #name > #b.names[whose]) then whose = seat.number end
  end
  return whose, lead, whose and rest:sub(#b.names[whose] + 1)
end

-- Is that text in a row, and no part of a longer number?
local function stands(row, text)
  local at, stop = row:find(text, 1, true)
  while at and (row:sub(at - 1, at):find "^[%d-]%d" or row:sub(stop, stop + 1):find "^%d%d") do
    at, stop = row:find(text, at + 1, true)
  end
  return at ~= nil
end

-- "15 coins" becomes "15 coins (+5)" where the seat had 10 and its row was "10 coins" when the reader saw the table: `own`
-- is what the seat has now, `seen` = { row =, own = }.
local function with_gains(row, own, seen)
  local before = {} -- by what the seat has now of something, what it had: several things may be as many
  for name, amount in pairs(seen and own or {}) do
    if (seen.own[name] or amount) ~= amount then
      before[amount] = before[amount] or {}
      table.insert(before[amount], seen.own[name])
    end
  end
  row = row:gsub("()%f[^%s](%-?%d+)%f[%D]()", function(at, digits, after)
    local word, unit = row:sub(1, at - 1):match "%S+ *$", row:match("^ %a+", after)
    for _, old in ipairs(before[tonumber(digits)] or {}) do
      if word and stands(seen.row, word .. old) or unit and stands(seen.row, old .. unit) then
        return ("%s\2%+d\2"):format(digits, tonumber(digits) - old)
      end
    end
  end):gsub("\2([+-]%d+)\2([^,\t\2]*)", function(gain, rest)
    local stop = (rest .. "  "):find("  ", 1, true)
    local style = gain:find "+" and STRONG or LOSS
    return ("%s %s(%s)%s%s"):format(rest:sub(1, stop - 1), style, gain, PLAIN, rest:sub(stop))
  end)
  return row
end

-- The rows among the lines say whose turn it is (>), which is the reader's own (you), who is ahead, and what each seat has
-- gained or lost since the reader saw the table with other numbers. `seen`: { shown =, before = }, how the seats stood then
-- and the time before; how they stand now is given in its place.
local function mark_rows(b, lines, number, asked, seen)
  local rows, shown, amounts, first = {}, {}, layout.amounts(b, number)
  for i, line in ipairs(lines) do
    local whose, lead, rest = row_of(b, line)
    rows[i] = whose and { whose = whose, lead = lead, rest = rest }
    if whose and lead:find ">" then asked = nil end -- the game marks it
    if whose and not shown[whose] then shown[whose] = { row = rest, own = amounts[whose] } end
  end
  seen.before = lists.is_equal(shown, seen.shown) and seen.before or seen.shown
  for i, row in pairs(rows) do
    local whose, lead, name = row.whose, row.lead, b.names[row.whose]
    if whose == asked then lead = lead:gsub("^  ", "> ") end
    local rest, turn, mine = with_gains(row.rest, amounts[whose], seen.before and seen.before[whose]), lead:find ">",
      whose == number
    if mine and not turn and not rest:find "^ %(you%)" then rest = " (you)" .. rest end
    local style = turn and TURN or mine and STRONG
    lines[i] = ("%s%s%s%s"):format(lead, style and style .. name .. PLAIN or name, rest,
      whose == first and ("  %sahead%s"):format(STRONG, PLAIN) or "")
  end
  return { shown = shown, before = seen.before }
end

local WITH_FACES = { lines = true, scores = true, odds = true }

--- What layout[what] shows the seat `number` ("everybody": what all may see), as one text. If it has rows of seats,
--- also how the seats stand now, to be passed as `seen` the next time.
function console_lines.lines(b, what, number, reader, style, seen)
  if number == "everybody" then number = view.EVERYBODY end
  local asked = engine.asked(b.block)
  local lines = lists.map(layout[what](b, number, asked) or {}, function(line)
    return line_text(b, line, reader, style, WITH_FACES[what])
  end)
  if what == "scores" then asked = nil end
  local has_rows = what == "lines" or what == "scores"
  local now = has_rows and mark_rows(b, lines, number, asked, what == "lines" and seen or {}) or nil
  return table.concat(lines, "\n"), now
end

function console_lines.has_odds(b) return b.spec.odds ~= nil end

-- --- the question ---

--- The bot that gives a hint: the named one, or for "" the game's best, or a search if it has
--- none; or nil and a sentence.
function console_lines.hinted(b, name)
  local all, best = bots.of(b)
  name = name:gsub(" +$", "")
  if not all then return nil, best end
  if name == "" then return best == "random" and "search" or best end
  if all[name] and name ~= "best" or bots.searches(name) then return name end
  if name == "random" then return nil, "random gives no hints: it rates all legal answers the same" end
  local known = lists.map(english.bot_lines(all), function(row) return row[1] end)
  known[#known + 1] = "search"
  return nil, ("no bot `%s` here: expected %s"):format(name, bots.expected(name) or english.list(known, "or"))
end

-- " because nothing beats it", if the bot's script gives a reason for this answer; else "".
local function reason(b, name, value, reader, style)
  local q, bot = answers.open(b), not bots.searches(name) and bots.of(b)[name]
  local because, said = bot and bot.because and bot.because[q.name], nil
  if not because then return "" end
  local ok, problem = view.call(b, q.seat, function(_, me)
    local words = table.pack(because(me, view.value(b, q.seat, value)))
    if type(words[1]) == "string" then said = marked_text.format(b, table.unpack(words, 1, words.n)) end
  end, because)
  if not ok then return (" (it can't say why: %s)"):format(problem) end
  return said and " because " .. render(b, said, reader, style) or ""
end

-- What answering so is, in the words of the question: "replace Kh 4d" or "replace no cards" of "Which cards do you
-- replace?", "check" of "Your move?"; "choose Kh" where the question says no verb.
local function deed(q, value, shown)
  local asks = answers.asks(q):gsub("^How much ", "Which "):gsub("^How many ", "Which ")
  if q.kind == "confirm" then return "say " .. shown end
  if asks:find "[Mm]ove%?$" or asks:find "^What do you do%f[%A]" then return shown end
  local with = asks:match "^What do you (%a+ with)%?"
  local thing, verb = asks:match "^Which ([%w ]-) ?do you (%a+)"
  if not verb or verb == "want" then thing, verb = "", with or "choose" end
  if thing:find "^of " then thing = "" end
  local is_nothing = value == nil or value == 0 or q.by_cards and type(value) == "table" and #value == 0
  if is_nothing then shown = thing ~= "" and "no " .. thing or verb == "choose" and value == 0 and "0" or "nothing" end
  return verb .. " " .. shown
end

--- What that bot would do (search_workers.stage may have staged it already): the bot's name, and "replace Kh" with its
--- reason, or nil if the bot leaves it to chance; or nil and a sentence.
function console_lines.hint(b, reader, style, name, staged, sentence)
  if staged == nil then staged, sentence = bots.answer(b, name) end
  if staged == nil or staged == "chance" then return name end
  if not staged then return nil, sentence end
  local value = engine.staged(b.block)
  local shown = render(b, marked_text.value(b, value), reader, style)
  local does = deed(answers.open(b), value, shown) .. reason(b, name, value, reader, style)
  engine.unstage(b.block)
  return name, does
end

--- How sure the last search is of its answer, as the end of a sentence; nil if nothing was searched; nil and a sentence if it
--- found no answer.
function console_lines.searched(b)
  local found = search.take_found(b)
  if found then return search.told(found) end
end

--- Whether the answer `typed` is allowed, in a sentence; for "" what is allowed.
function console_lines.why(b, typed, reader, style)
  return require("tell.why").sentence(b, typed, reader, style)
end

--- Why the answer would be legal or not, by line and rule; for "" why this is asked.
function console_lines.whole_why(b, typed, reader, style)
  return all_lines(b, require("tell.why").lines(b, typed, reader == 0), reader, style, true)
end

-- --- the seat asked ---

-- Events by which chance or a card may have told something.
local BY_CHANCE = { shuffle = true, move = true, show = true, roll = true, chance = true, order = true }

--- The seat asked, and the kind of question; nil where chance brought something after the first `from` events.
function console_lines.asked_after(b, from)
  for _, e in ipairs(from and events.happened(b, from + 1) or {}) do if BY_CHANCE[e.kind] then return nil end end
  local q = answers.open(b)
  return q and q.seat, q and q.kind
end

--- What may be answered, in words.
function console_lines.expected(b) return answers.expected(answers.open(b)) end

return console_lines
