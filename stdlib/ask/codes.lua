-- Answers in their two short forms: as a code, which is checked and staged here, whether a person or a bot gives it; and as
-- the text in a journal, the kept form, which codes.keep writes and codes.recall reads.
--
-- A code is a place from 1 for one_of and for a card, a list of places for cards, a whole number, a boolean, a text, or
-- nil for nothing. The kept text is exact and short: an option's words, "Kh" for a card, "Kh 3d" for several, "#3" for
-- the third where words would not say which, "12", "yes", "-" for nothing, "=text" for a line of text.
-- `q` is an open question (question.open).

local marked_text = require "table.marked_text"
local lists = require "shared.lists"

local codes = {}

local LABEL_MOST = 200 -- bytes of an option's words that are kept
local TEXT_MOST = 2000 -- bytes of a line of text

--- Option i as its seat reads it, in letters.
function codes.label(q, i)
  q.labels[i] = q.labels[i] or marked_text.render(q.b, marked_text.value(q.b, q.options[i]), q.seat)
  return q.labels[i]
end

-- --- checking ---

-- A check gives a word for what is wrong with a code that the host has refused; after "fits" also the place in the list,
-- from 1; after "failed" the script's own error. The host doesn't check texts: for a good one nil and the text.
local check = {}

-- Each card fits those before it.
local function check_fits(q, code)
  for k = 1, q.fits and #code or 0 do
    local ok, fits = host.try(engine.fits, q.b.block, code[k], table.move(code, 1, k - 1, 1, {}))
    if not ok then return "failed", fits end
    if not fits then return "fits", k end
  end
end

function check.cards(q, code)
  if type(code) ~= "table" then return "kind" end
  if #code > #q.options then return "many" end
  local used = {}
  for _, one in ipairs(code) do
    if math.type(one) ~= "integer" or q.options[one] == nil then return "place" end
    if used[one] then return "twice" end
    used[one] = true
  end
  if #code < q.min then return "few" end
  if #code > q.max then return "many" end
  return check_fits(q, code)
end

function check.number(q, code)
  if math.type(code) ~= "integer" then return "kind" end
  if code < q.min then return "low" end
  return code > q.max and "high" or "step"
end
check.die = check.number

function check.text(q, code)
  if type(code) ~= "string" then return "kind" end
  if #code > TEXT_MOST or (utf8.len(code) or #code) > q.max then return "long" end
  return code:find("%c") and "control" or nil, code
end

function check.nothing() return "kind" end
check.confirm = check.nothing
function check.one_of() return "place" end
check.card = check.one_of

local function check_nothing(q)
  if q.kind == "cards" and q.min == 0 then return nil, {} end
  return not q.optional and q.kind ~= "nothing" and "nothing" or nil
end

--- Stages the answer with this code: true; or nil, a word for what is wrong, and where or why.
function codes.stage(q, code)
  if engine.choose(q.b.block, code) then return true end
  local check_kind = code == nil and check_nothing or check[q.kind]
  local wrong, value = check_kind(q, code)
  if wrong then return nil, wrong, value end
  return engine.stage_value(q.b.block, value)
end

-- --- the kept form ---

-- Labels that can't be kept as they are: they mean something else in a kept form, or would break its line.
local function is_reserved(text) return text == "" or text == "-" or text:find "^#" or text:find "%c" end

-- The first option with these words.
local function place_of_label(q, label)
  for i = 1, #q.options do
    if codes.label(q, i) == label then return i end
  end
end

-- The first card of that name that the seat sees and that is not used.
local function place_of_name(q, name, used)
  for i, card in ipairs(q.options) do
    if not used[i] and card.name == name and host.visible(q.b.block, card, q.seat) then return i end
  end
end

local function keep_option(q, at)
  local label = codes.label(q, at)
  if is_reserved(label) or #label > LABEL_MOST or place_of_label(q, label) ~= at then return "#" .. at end
  return label
end

-- Copies of a card are distinguished by their place if the first won't do.
local function keep_card(q, card, used)
  local at, name = 1, card.name
  while q.options[at] ~= card do at = at + 1 end
  local plain = not is_reserved(name) and not name:find("[ ,]") and place_of_name(q, name, used) == at
  used[at] = true
  return plain and name or "#" .. at
end

--- The kept form of the answer that is staged.
function codes.keep(q)
  local value, at = engine.staged(q.b.block)
  if value == nil then return "-" end
  if q.kind == "one_of" then return keep_option(q, at) end
  if q.kind == "card" then return keep_card(q, value, {}) end
  if q.kind == "confirm" then return value and "yes" or "no" end
  if q.kind == "text" then return "=" .. value end
  if q.kind ~= "cards" then return tostring(value) end
  local used = {}
  local parts = lists.map(value, function(card) return keep_card(q, card, used) end)
  return #parts > 0 and table.concat(parts, " ") or "-"
end

-- The place that "#3" names; nil if the question has no such option.
local function place_written(q, word)
  local n = math.tointeger(tonumber(word:match("^#([1-9]%d*)$")))
  return n and q.options[n] ~= nil and n or nil
end

local function place_of_card(q, word, used)
  if word:sub(1, 1) == "#" then return place_written(q, word) end
  return place_of_name(q, word, used)
end

local recall = {}

function recall.one_of(q, kept)
  if kept:sub(1, 1) == "#" then return place_written(q, kept) end
  return place_of_label(q, kept)
end

function recall.card(q, kept) return place_of_card(q, kept, {}) end

function recall.cards(q, kept)
  local places, used = {}, {}
  for word in (kept .. " "):gmatch("(.-) ") do
    local at = place_of_card(q, word, used)
    if not at then return nil end
    places[#places + 1], used[at] = at, true
  end
  return places
end

local CONFIRM = { yes = true, no = false }
function recall.confirm(_, kept) return CONFIRM[kept] end

function recall.text(_, kept) return kept:match("^=(.*)$") end

function recall.number(_, kept)
  local n = math.tointeger(tonumber(kept))
  return n and tostring(n) == kept and n or nil
end
recall.die = recall.number

function recall.nothing() return nil end

--- Stages the answer that has this kept form: is it one?
function codes.recall(q, kept)
  if kept == "-" then return codes.stage(q, nil) == true end
  local code = recall[q.kind](q, kept)
  return code ~= nil and codes.stage(q, code) == true
end

return codes
