-- The notes on possible answers, which the question's `tells` makes: shown to the person asked alone, made from what that
-- seat sees, and only when somebody reads them. Bots and simulations never call it.

local marked_text = require "table.marked_text"
local view = require "table.view"
local lists = require "shared.lists"

local option_notes = {}

local AMOUNTS = 100 -- of a number

-- The possible answers, as the script has them, in the order in which they are shown.
local function values_of(q, order)
  if q.kind == "confirm" then return { true, false } end
  if q.kind ~= "number" then return lists.map(order, function(i) return q.options[i] end) end
  local values = {}
  for n = q.min, math.min(q.max, q.min + (AMOUNTS - 1) * q.step), q.step do values[#values + 1] = n end
  return values
end

-- The notes on these values: by place a text and its values, nil for none. Or nil and a sentence.
local function told(b, q, values)
  local list = {}
  local ok, sentence = view.call(b, q.seat, function(t, seat)
    for i, value in ipairs(values) do
      local note = table.pack(q.tells(view.value(b, q.seat, value), t, seat))
      if note[1] ~= nil then list[i] = note end
    end
  end, q.tells)
  if ok then return list end
  return nil, sentence
end

local function worded(b, note, reader, style)
  return note and marked_text.render(b, marked_text.format(b, table.unpack(note, 1, note.n)), reader, style) or ""
end

--- The notes on all possible answers: { { value, note }, ... }, of numbers only those with a note; nil if there are none; or
--- nil and a sentence. `order`: the places of the options as shown.
function option_notes.all(b, q, order, reader, style)
  if not q.tells or q.kind == "text" then return nil end
  local values = values_of(q, order)
  local list, sentence = told(b, q, values)
  if not list then return nil, sentence end
  return next(list) ~= nil and lists.map(values, function(value, i)
    return (list[i] or q.kind ~= "number") and { value, worded(b, list[i], reader, style) } or nil
  end) or nil
end

--- The note on one value, or nil; of a list with one card the note on that card.
function option_notes.of(b, q, value, reader, style)
  if q.kind == "cards" then value = #value == 1 and value[1] or nil end
  local list = q.tells and q.kind ~= "text" and value ~= nil and told(b, q, { value })
  local note = list and list[1] and worded(b, list[1], reader, style) or ""
  return note ~= "" and note or nil
end

return option_notes
