-- What has happened at a table: a list of events, in order. The host keeps it and names their kinds
-- (host/table/events.h).

local disk = require "host.disk"
local json = require "shared.json"
local marked_text = require "table.marked_text"

local events = {}

-- --- data of scripts ---

local DEEPEST, LONGEST = 20, 64 << 10
local TOO_MUCH = ("too much data to record: tables nested more than %d deep, or more than %d KB"):format(DEEPEST,
  LONGEST >> 10)

local function words(b, value) return json.text(marked_text.render(b, marked_text.value(b, value), true)) end

local encode

local function encode_table(b, value, depth, room)
  if depth == DEEPEST or room.left < 0 then host.fail(TOO_MUCH) end
  local parts, count = {}, 0
  for key, item in pairs(value) do
    count = count + 1
    parts[count] = { key, encode(b, item, depth + 1, room) }
    room.left = room.left - #parts[count][2] - 1
  end
  local is_list = count == #value
  for i, part in ipairs(parts) do parts[i] = is_list and part[2] or words(b, part[1]) .. ":" .. part[2] end
  return (is_list and "[%s]" or "{%s}"):format(table.concat(parts, ","))
end

function encode(b, value, depth, room)
  local kind = type(value)
  if kind == "nil" then return "null" end
  if kind == "boolean" or kind == "number" then return json.encode(value) end
  if kind == "table" and not marked_text.seat(value) then return encode_table(b, value, depth, room) end
  return words(b, value)
end

--- Plain data of a script as JSON: cards, seats and piles by their names, lists as arrays, other tables as objects with
--- keys in their fixed order.
function events.json(b, value) return encode(b, value, 0, { left = LONGEST }) end

--- Adds events that were recorded elsewhere, in the engine's form.
function events.put_back(b, list)
  for _, e in ipairs(list) do
    host.note(b.block, e[1], e[9], e[10], e[5], e[6], e[3], e[4], e[2], e[7], e[8])
  end
end

-- --- what the game master does ---

--- Tells the whole table what the game master did; or, with a seat, tells that seat a text.
function events.say(b, text, more, seat) host.note(b.block, seat and "say" or "gm", text, more, seat) end

-- --- read again ---

local SLICE = 1000

--- The events from that number on, at most `most` of them: { kind =, card =, from =, to =, seat =, amount =, seen =,
--- question =, text =, more =, first, second = the first line of `more` and the others } each. Cards, piles and pools are
--- numbers from 0; seats are from 1, the GM's is 0.
function events.happened(b, from, most)
  local list = {}
  for i, e in ipairs(engine.happened(b.block, from, most)) do
    local first, second = (e[10] or ""):match("^([^\n]*)\n?(.*)$")
    list[i] = { kind = e[1], card = e[2], from = e[3], to = e[4], seat = e[5], amount = e[6], seen = e[7],
      question = e[8], text = e[9], more = e[10], first = first, second = second ~= "" and second or nil }
  end
  return list
end

--- Iterates over the events from that number on: number and event. Reads a slice at a time, as a long game has hundreds of
--- thousands.
function events.each(b, from)
  local list, at, after = {}, 0, from
  return function()
    if at == #list then
      list, at = events.happened(b, after, SLICE), 0
      after = after + #list
    end
    at = at + 1
    if list[at] then return after - #list + at - 1, list[at] end
  end
end

--- The place of the last answer of a seat (0: the GM's), a person's unless `anybody`; 0 for none.
function events.last_answer(b, seat, anybody)
  return engine.last_answer(b.block, seat, anybody)
end

--- Everything that has happened, in order, as a test reads it: see game:events.
function events.all(b)
  local list, hooks = {}, b.hooks
  for i, e in ipairs(events.happened(b)) do
    local ends = e.kind == "pay" and hooks.pool_handles or hooks.pile_handles
    local more = e.more
    if e.kind == "answer" then more = e.first end -- without its words
    local event = { kind = e.kind, text = e.text, more = more, amount = e.amount, question = e.question }
    if e.kind == "move" or e.kind == "show" then event.card = b.cards[e.card + 1] end
    if event.card or e.kind == "pay" or e.kind == "shuffle" then
      event.from, event.to = ends[e.from + 1], ends[e.to + 1]
    end
    if e.kind == "say" then event.text = marked_text.render(b, e.text, true) end
    list[i] = event
  end
  return list
end

--- A hash that is equal for games in which the same was said and done, by whichever steps.
function events.told(b) return disk.sha256(engine.told(b.block)) end

return events
