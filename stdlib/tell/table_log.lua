-- Tells what has happened at a table: as lines for one reader, and as plain data
-- for programs (`replay --json`).
--
--   table_log.lines(b, from, reader, style)  list of { kind =, text =, event = }
--   table_log.events(b, from)                list of { fields =, encoded = }
--   table_log.start(b), table_log.finish(b)    { fields =, encoded = }: rules, piles, pools
--
-- `from` is the first event, from 1. A reader is a seat's number (0: the GM's),
-- false for what all may know, true for everything; `style` is how cards are
-- drawn (marked_text.render). Fields are ready for JSON; those in `encoded` are JSON
-- text already, "null" among them.
--
-- A record in full (table_log.in_full) has the possible answers of each question and
-- the words of each answer, on a line of their own below the question and below
-- the kept form. It is for reading after the game: it doesn't ask who may know.

local events = require "table.events"
local json = require "shared.json"
local marked_text = require "table.marked_text"
local dice = require "primitives.dice".library
local english = require "shared.english"
local lists = require "shared.lists"

local table_log = {}

-- --- for people ---

local function told_to(e, reader) return e.seat == nil or reader == true or e.seat == reader end

local function known_to(e, reader)
  if type(reader) == "boolean" then return reader end
  return e.seen & host.seat_mask(reader) ~= 0
end

local line = {}

function line.say(b, e, reader, style)
  if not told_to(e, reader) then return nil end
  local to = e.seat and ("(to %s) "):format(b.names[e.seat]) or ""
  return to .. marked_text.render(b, e.text or "", reader, style)
end

function line.gm(b, e, reader, style) return marked_text.render(b, e.text or "", reader, style) end

-- What all dice of a roll showed.
local function dice_of(e) return lists.map(lists.matches(e.more or "", "%S+"), math.tointeger) end

function line.roll(_, e)
  if e.more == tostring(e.amount) then return ("%s: %d"):format(e.text, e.amount) end
  return ("%s: %s, total %d"):format(e.text, dice.shown(e.text, dice_of(e)), e.amount)
end

-- A die that people roll is told once, with the roll that it belongs to.
local ABOUT_A_DIE = "What did the die show?" -- as host/table/question.c asks

function line.question(b, e, reader, style)
  if e.first == ABOUT_A_DIE then b.die_question = e.question end
  if e.question == b.die_question or not told_to(e, reader) then return nil end
  return ("%s: %s"):format(english.opening(b.names[e.seat]), marked_text.render(b, e.first, reader, style))
end

-- An answer in words, if the record has them, else its kept form.
function line.answer(b, e, reader, style)
  if e.question == b.die_question or not known_to(e, reader) then return nil end
  return ("%s> %s"):format(b.names[e.seat], marked_text.render(b, e.second or e.first, true, style))
end

--- At most `most` events from that number on, as far as the reader may know them: { kind =, text =, event = its number } for
--- what is said, rolled, asked, answered and corrected.
function table_log.lines(b, from, reader, style, most)
  return lists.map(events.happened(b, from, most), function(e, i)
    local text = line[e.kind] and line[e.kind](b, e, reader, style)
    return text and { kind = e.kind, text = text, event = from + i - 1 } or nil
  end)
end

-- --- for programs ---

-- The names of all cards, by their numbers from 0: "Kh", and "Kh#2" for the second of that name.
local function card_names(b)
  if b.told_names then return b.told_names end
  local names, copies = {}, {}
  for i, face in ipairs(b.card_faces) do
    local name = rawget(b.faces[face], "name")
    copies[name] = (copies[name] or 0) + 1
    names[i - 1] = copies[name] > 1 and ("%s#%d"):format(name, copies[name]) or name
    names[b.cards[i]] = names[i - 1]
  end
  b.told_names = names
  return names
end

local function pile(b, number) return b.hooks.pile_names[number + 1] end
local function pool(b, number) return b.hooks.pool_names[number + 1] end
local function letters(b, text) return marked_text.render(b, text or "", true) end

-- The seats in a mask: a list, or "all".
local function seen_by(b, mask)
  if mask == -1 then return "all" end
  local list = {}
  for seat = 1, b.count do if mask & host.seat_mask(seat) ~= 0 then list[#list + 1] = seat end end
  if b.spec.gm and mask & host.seat_mask(0) ~= 0 then list[#list + 1] = 0 end
  return list
end

local fields = {} -- by kind: the fields, and those that are JSON already

function fields.step(_, e) return { step = e.text } end

function fields.shuffle(b, e)
  return { pile = pile(b, e.to), cards = lists.map(lists.matches(e.text or "", "%d+"), function(number)
    return card_names(b)[math.tointeger(number)]
  end) }
end
fields.order = fields.shuffle

function fields.move(b, e)
  return { card = card_names(b)[e.card], from = pile(b, e.from), to = pile(b, e.to),
    at = e.amount == 1 and "bottom" or "top", seen = seen_by(b, e.seen) }
end

function fields.show(b, e)
  return { card = card_names(b)[e.card], pile = pile(b, e.to), seen = seen_by(b, e.seen) }
end

function fields.roll(_, e)
  local rolled = dice_of(e)
  return { dice = e.text, rolled = rolled, shown = dice.shown(e.text, rolled), total = e.amount }
end

function fields.chance(_, e) return { below = e.from > 0 and e.from or nil, number = e.amount } end

function fields.pay(b, e)
  local from, to = pool(b, e.from), pool(b, e.to)
  return { from = from, to = to, amount = e.amount, why = e.text },
    { from = not from and "null" or nil, to = not to and "null" or nil }
end

function fields.question(b, e)
  return { question = e.question, seat = e.seat, name = e.text, text = letters(b, e.first) }, { more = e.second }
end

function fields.answer(b, e)
  return { question = e.question, seat = e.seat, name = e.text, answer = e.first,
    words = e.second and letters(b, e.second), by = e.amount == 1 and "person" or "bot" }
end

function fields.say(b, e) return { to = e.seat or "all", text = letters(b, e.text) } end
function fields.named(_, e) return { name = e.text }, { data = e.more or "null" } end
function fields.gm(b, e) return { text = letters(b, e.text) }, { more = e.more } end
function fields.finish(_, e) return {}, { standings = e.more or "null" } end

--- All events, with every card and chip: `fields`, among them `event`, the kind. `encoded.more` holds the possible answers
--- and what a correction changed, as members of the object in JSON, ready to stand behind the others.
function table_log.events(b, from, most)
  return lists.map(events.happened(b, from, most), function(e)
    local own, encoded = fields[e.kind](b, e)
    own.event = e.kind
    return { fields = own, encoded = encoded or {} }
  end)
end

-- --- the table itself ---

-- Every pile and pool with its contents; at the start also its name, its owner and so on.
local function holdings(b, start)
  local piles = lists.map(b.plan, function(plan, i)
    local cards = lists.map(b.hooks.pile_handles[i]:list(), function(card) return card_names(b)[card] end)
    local held = { pile = b.hooks.pile_names[i], cards = cards }
    if start then held.is, held.facing, held.seat = plan.name, plan.facing, plan.seat end
    return held
  end)
  return piles, lists.map(b.pools, function(own, i)
    local held = { pool = b.hooks.pool_names[i], amount = b.hooks.pool_handles[i]:amount() }
    if start then held.is, held.mint = own.name, own.mint or false end
    return held
  end)
end

--- The table before its first event: game (its name), has_gm, piles (a pile of nobody's has no `seat`) and pools, and as
--- JSON the rules.
function table_log.start(b)
  local piles, pools = holdings(b, true)
  return { fields = { game = b.spec.name, has_gm = b.spec.gm and true or false, piles = piles, pools = pools },
    encoded = { rules = events.json(b, b.values) } }
end

--- The table as it stands now: piles and pools.
function table_log.finish(b)
  local piles, pools = holdings(b, false)
  return { fields = { piles = piles, pools = pools }, encoded = {} }
end

-- --- recording in full ---

local LIMITS = { cards = true, number = true, die = true }
local ORDER = { "kind", "secret", "optional", "options", "min", "max", "step" }

--- The open question as it is recorded in full: members of a JSON object.
local function question_in_full(b, q)
  local limited, options = LIMITS[q.kind], nil
  if q.by_cards or q.kind == "one_of" then
    options = json.list(lists.map(q.options, function(option)
      return q.by_cards and card_names(b)[option] or letters(b, marked_text.value(b, option))
    end))
  end
  return json.encode({ kind = q.kind, secret = q.secret, optional = q.optional, options = options,
    min = limited and q.min or nil, max = (limited or q.kind == "text") and q.max or nil,
    step = q.kind == "number" and q.step or nil }, ORDER):sub(2, -2)
end

--- From now on questions are recorded with their possible answers, and answers in words too.
function table_log.in_full(b) b.full = { question = question_in_full } end

return table_log
