-- Tells a saved game again: to people as lines of text, to other programs as a JSON object a line. Each object has `event`:
--
--   game      first: croupier, game, variants, seats, seed, commitment, number, rules; piles with their cards, bottom
--             first; pools
--   step      step
--   shuffle   pile, cards as they lie after it; order: the same, not by chance
--   move      card, from, to, at "top" or "bottom", seen: by which seats
--   show      card, pile, seen
--   roll      dice, rolled (what each die showed), shown (the same as people read it), total;  chance: number, below
--   pay       from, to (null: nowhere, as the game master said), amount, why
--   question  question, seat, name, text, kind, secret, optional; options, or min and max and step
--   answer    question, seat, name, answer ("#3" is the third option, "-" is nothing, "=..." a text), words, by "person"
--             or "bot"
--   say       to "all" or a seat, text
--   named     name, data: what the game's script recorded
--   gm        text, and rule and value where one was set
--   finish    standings
--   end       last: game "over", "not over" or "failed", why; piles and pools
--
-- Seats are numbers, 0 the game master; piles and pools are named as at the table; of several copies of a card the second
-- is "Kh#2".

local files = require "host.files"
local json = require "shared.json"
local english = require "shared.english"
local lists = require "shared.lists"

local replay = {}

local DIM, STRONG, PLAIN = "\5", "\8", "\1"

local function log(s, name, ...) return s.world:call_with_table("tell.table_log", name, ...) end

--- Makes the session record everything, also the possible answers. To be called before it runs.
function replay.record_all(s)
  s.full = true
  s.world:call_with_table("tell.table_log", "in_full")
end

local SLICE = 1000 -- events that a world tells of at once: a long table has had hundreds of thousands

local function in_slices(s, read)
  local list = {}
  for from = 1, (s.world:engine "count"), SLICE do
    local some = read(from)
    table.move(some, 1, #some, #list + 1, list)
  end
  return list
end

-- --- for people ---

--- What happened, in lines for a reader (see tell/table_log.lua).
function replay.lines(s, reader, style)
  return in_slices(s, function(from) return log(s, "lines", from, reader, style, SLICE) end)
end

local function say_start(s, terminal)
  local c, first = s.config, log(s, "start").fields.has_gm and 0 or 1
  terminal:heading(c.game)
  for i = first, #c.players do
    terminal:say(("%s: %s%s"):format(c.players[i].name, c.answerers[i], i == #c.players and "\n" or ""))
  end
end

local LOOKS = { question = DIM, answer = DIM, gm = STRONG }

local function say_end(s, terminal)
  if s.state == "over" then
    require("front.session.standings").show(s, terminal)
    terminal:say(("%sThe seed was %s.%s"):format(DIM, s:seed(), PLAIN))
  elseif s.state == "question" then
    terminal:say(("The game is not over, so hidden cards and secrets are not shown. Next to answer: %s."):format(
      s:name(s.world:engine "asked")))
  end
end

--- Plays the session and prints only how it ended, or how it stands.
function replay.summary(s, terminal)
  if s:run() == "broken" then return end
  require("front.session.standings").show(s, terminal, s.config.game)
  if s.state == "question" then terminal:say(("Next to answer: %s."):format(s:name(s.world:engine "asked"))) end
end

--- Plays the session and prints what happened.
function replay.tell(s, terminal)
  say_start(s, terminal)
  local over = s:run() == "over"
  local epoch = 2
  for _, line in ipairs(replay.lines(s, over, terminal:card_style())) do
    while s.epochs[epoch] and #(s.epochs[epoch].events or {}) < line.event do
      terminal:say(("%sThe scripts were reloaded.%s"):format(STRONG, PLAIN))
      epoch = epoch + 1
    end
    terminal:say((LOOKS[line.kind] or "") .. line.text .. PLAIN)
  end
  say_end(s, terminal)
end

-- --- for programs ---

local ORDER = {
  "event", "croupier", "game", "variants", "seats", "card", "question", "pile", "pool", "is", "mint", "seat", "name",
  "answers", "profile", "facing", "from", "to", "amount", "answer", "words", "by", "text", "kind", "secret", "optional",
  "options", "min", "max", "step", "at", "seen", "cards", "data", "seed", "commitment", "below", "number", "stack",
  "dice", "rolled", "shown", "total", "rules", "why", "piles", "pools", "standings", "rule", "value",
}

-- An event of tell.table_log as one line.
local function line_of(told)
  for name, text in pairs(told.encoded or {}) do
    if name ~= "more" then told.fields[name] = json.encoded(text) end
  end
  local text, more = json.encode(told.fields, ORDER), told.encoded and told.encoded.more
  return more and text:sub(1, -2) .. "," .. more .. "}" or text
end

local function seats_of(c, has_gm)
  local list = json.list {}
  for i = has_gm and 0 or 1, #c.players do
    local profile = c.players[i].profile
    list[#list + 1] = { seat = i, name = c.players[i].name, answers = c.answerers[i],
      profile = profile ~= "" and profile or nil }
  end
  return list
end

local function first_line(s)
  local c, told = s.config, log(s, "start")
  local fields, variants = told.fields, json.list(lists.matches(c.game:match("%+(.*)$") or "", "[^+]+"))
  fields.event, fields.croupier, fields.variants = "game", (files.version()), variants
  fields.seats, fields.has_gm = seats_of(c, fields.has_gm), nil
  fields.seed, fields.commitment, fields.number = s:seed(), s:commitment(), c.number
  fields.stack, fields.dice = c.stack, c.hand_dice and "by hand" or "by chance"
  for _, pile in ipairs(fields.piles) do pile.seat = pile.seat or json.encoded "null" end
  return line_of(told)
end

local function event_lines(s)
  return lists.collect(in_slices(s, function(from) return log(s, "events", from, SLICE) end), line_of)
end

local STATES = { question = "not over", over = "over", broken = "failed" }

--- Plays the session and hands each line of JSON to `put`.
function replay.json(s, put)
  put(first_line(s))
  s:run()
  for _, line in ipairs(event_lines(s)) do put(line) end
  local told = log(s, "finish")
  local fields = told.fields
  fields.event, fields.game, fields.why = "end", STATES[s.state], s.state == "broken" and s.problem or nil
  put(line_of(told))
end

-- --- under another rule ---

local CONTEXT = 3 -- lines that went the same way, shown before

-- The first line of an event from `event` on; the place behind the last when nothing more was told.
local function line_from(lines, event)
  for i, line in ipairs(lines) do if line.event >= event then return i end end
  return #lines + 1
end

-- The place in both lists of the first differing line that is printed: the first differing event (a payment, say) may
-- have no line of its own.
local function first_told(was, with, event)
  local i, k = line_from(was, event), line_from(with, event)
  while was[i] and with[k] and was[i].text == with[k].text do i, k = i + 1, k + 1 end
  return i, k
end

local function first_difference(was, with)
  local a, b, i = event_lines(was), event_lines(with), 1
  while a[i] and a[i] == b[i] do i = i + 1 end
  return i, a[i] == nil and b[i] == nil
end

-- Where the game went another way, from the events before that.
local function say_place(s, event, variants, terminal)
  local events, step = s.world:engine("happened"), nil
  local questions = event > 1 and events[event - 1][8] or 0
  for i = 1, event - 1 do step = events[i][1] == "step" and events[i][9] or step end
  terminal:say(("With %s the game changes after %s%s:\n"):format(variants, english.count(questions, "question"),
    step and (", in the step `%s`"):format(step) or ""))
end

local function say_side(s, line, label, terminal)
  local text = line and line.text or s.state == "broken" and s.problem or "nothing more"
  terminal:say(("%s: %s"):format(label, text))
end

--- Plays both sessions of one journal, the second under other rules (reload.with), and says where they first differ.
--- What happened is compared event by event, in full; what is shown of an unfinished game is only what the whole table knows.
function replay.compare(was, with, variants, terminal)
  local over = was:run() == "over"
  with:run()
  local event, same = first_difference(was, with)
  if same and with.state ~= "broken" then
    return terminal:say(("With %s the game is the same %s."):format(variants,
      over and "to the end" or "so far"))
  end
  say_place(was, event, variants, terminal)
  local style = terminal:card_style()
  local old, new = replay.lines(was, over, style), replay.lines(with, over, style)
  local i, k = first_told(old, new, event)
  if not old[i] and not new[k] and with.state ~= "broken" then
    return terminal:say(("The difference has not been %s."):format(over and "shown to the table" or "shown so far"))
  end
  for n = math.max(i - CONTEXT, 1), i - 1 do
    terminal:say(("%s  %s%s"):format(DIM, old[n].text, PLAIN))
  end
  say_side(was, old[i], "before", terminal)
  say_side(with, new[k], "with " .. variants, terminal)
end

return replay
