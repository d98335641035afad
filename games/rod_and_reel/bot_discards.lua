-- Which cards a fisher keeps and throws, by what a hand may score and nothing
-- else: what a card may still become is too far from the end for the standings
-- to say more than its score does.
-- A hand is two integers: the bits of its face cards (combinations.lua) and
-- those of its value cards (runs.lua). What some face cards score is worked out
-- once a question, for hands that differ in their value cards come again and
-- again.

local runs = require "rod_and_reel.runs"

local COPIES_LEFT = 3 / 150
local USUAL_RUN = 13 -- what a line of one suit brings on average, counted in simulation
local SECOND = 0.6 -- the worth of a second combination that bait can keep

local discards = {}

local function look(me)
  local book = me.table:once("book")
  return { bit = book.bit, best_first = { table.unpack(book.best_first) }, faces = {},
    keeps = me.bait > 0 }
end

local function permit_of(me, rules) return rules.permits[me.strain or rules.strains[1]] end

-- From now on only those combinations are looked at that these face cards lack one card of at most:
-- with fewer cards no other is near.
local function narrow(view, bits)
  local list, others, near, n = view.best_first, ~bits, {}, 0
  for i = 1, #list, 2 do
    local needs = list[i]
    local lacking = needs & others
    if lacking & (lacking - 1) == 0 then
      near[n + 1], near[n + 2] = needs, list[i + 1]
      n = n + 2
    end
  end
  view.best_first = near
end

-- The first combination from place i on that lacks nothing: what it scores.
local function next_best(list, others, i)
  while i < #list and list[i] & others ~= 0 do i = i + 2 end
  return list[i + 1]
end

-- What some face cards score: the `best` combination and, for who keeps cards,
-- the `second`; and how much more could be with one card more: `hope`, the sum
-- over so many `ways`, of what each scores above the best.
local function scores_of(view, bits)
  local list, others, best, second, hope, ways = view.best_first, ~bits, nil, nil, 0, 0
  for i = 1, #list, 2 do
    local lacking = list[i] & others
    if lacking & (lacking - 1) == 0 then
      if lacking == 0 then
        best, second = list[i + 1], view.keeps and next_best(list, others, i + 2)
        break
      end
      hope, ways = hope + list[i + 1], ways + 1
    end
  end
  local known = { best = best, second = second, hope = best and hope - ways * best or hope,
    ways = best and 0 or ways }
  view.faces[bits] = known
  return known
end

-- What a hand is worth with such a run and so many cards still to come.
local function worth_of(view, bits, run, draws)
  local face = view.faces[bits] or scores_of(view, bits)
  local best, second = face.best, face.second
  local hope = (face.hope + face.ways * run) * draws * COPIES_LEFT
  if not best then return hope end
  return best + run + hope + (second and SECOND * (second + run) or 0)
end

-- The bits of each card of a hand.
local function marks(view, cards)
  local faces, values, bit, value_bit = {}, {}, view.bit, runs.bit_of
  for i = 1, #cards do
    local card = cards[i]
    faces[i], values[i] = bit[card.name] or 0, value_bit(card)
  end
  return faces, values
end

-- All bits of the cards joined, and those that more than one card has: of the face cards, then of
-- the value cards.
local function joined(faces, values)
  local face, face_twice, value, value_twice = 0, 0, 0, 0
  for i = 1, #faces do
    local one, other = faces[i], values[i]
    face, face_twice = face | one, face_twice | face & one
    value, value_twice = value | other, value_twice | value & other
  end
  return face, face_twice, value, value_twice
end

-- The card that a hand misses least, the first of them, and what the hand is worth without it. Of
-- cards that are no faces it is that which leaves the best run; where a run adds nothing, the
-- first.
local function least(view, faces, values, expected, draws)
  local place, most, lone, longest = 1, -1, nil, -1
  local face, face_twice, value, value_twice = joined(faces, values)
  local whole, face_once, value_once = expected(value) // 1, ~face_twice, ~value_twice
  local known = view.faces[face] or scores_of(view, face)
  local adds = known.best or known.ways * draws > 0
  for i = 1, #faces do
    local gone, run = values[i] & value_once, whole
    if gone ~= 0 then run = expected(value & ~gone) // 1 end
    local left = face & ~(faces[i] & face_once)
    if left ~= face then
      local worth = worth_of(view, left, run, draws)
      if worth > most then place, most = i, worth end
    elseif run > longest and (adds or not lone) then lone, longest = i, run end
  end
  if lone then
    local worth = worth_of(view, face, longest, draws)
    if worth > most or worth == most and lone < place then place, most = lone, worth end
  end
  return place, most
end

local function whole_worth(view, faces, values, expected, draws)
  local face, _, value = joined(faces, values)
  return worth_of(view, face, expected(value) // 1, draws)
end

--- Throws what is worth less than a card drawn instead.
function discards.first(me, q)
  local view, rules, chosen = look(me), me.table.rules, {}
  local cards = { table.unpack(q.options) }
  local faces, values = marks(view, cards)
  local permit, draws = permit_of(me, rules), rules.drawn_to - #cards + rules.second_draws
  narrow(view, (joined(faces, values)))
  local worth = whole_worth(view, faces, values, runs.expecting(permit, draws), draws)
  while #chosen < q.max do
    draws = draws + 1
    local place, more = least(view, faces, values, runs.expecting(permit, draws), draws)
    if more < worth then break end
    worth = more
    chosen[#chosen + 1] = table.remove(cards, place)
    table.remove(faces, place)
    table.remove(values, place)
  end
  return chosen
end

--- Lays the card that is missed least on the pile.
function discards.second(me, q)
  local view, rules = look(me), me.table.rules
  local faces, values = marks(view, q.options)
  local draws = rules.second_draws
  narrow(view, (joined(faces, values)))
  local place = least(view, faces, values, runs.expecting(permit_of(me, rules), draws), draws)
  return q.options[place]
end

--- Takes the former top of the pile when it is worth more than a card unseen.
function discards.take(me)
  local view, rules, pile = look(me), me.table.rules, me.table.discards
  local permit, draws = permit_of(me, rules), rules.second_draws
  local cards = me.hand:list()
  local faces, values = marks(view, cards)
  local unseen = whole_worth(view, faces, values, runs.expecting(permit, draws), draws)
  cards[#cards + 1] = pile:card(#pile - 1)
  faces, values = marks(view, cards)
  return whole_worth(view, faces, values, runs.expecting(permit, draws - 1), draws - 1) > unseen
end

-- The one or two faces that raise the next hand most above cards drawn in
-- their stead: their places, nothing if none does.
local function best_addition(view, faces, bits, slots)
  local most, bit, first, second = worth_of(view, bits, USUAL_RUN, 6), view.bit, nil, nil
  local draw = worth_of(view, bits, USUAL_RUN, 7) - most
  for i = 1, #faces do
    local one = bits | bit[faces[i].name]
    for j = i, slots > 1 and #faces or i do
      local cost = i == j and draw or 2 * draw
      local worth = worth_of(view, i == j and one or one | bit[faces[j].name], USUAL_RUN, 6) - cost
      if worth > most then most, first, second = worth, i, j end
    end
  end
  return first, second
end

--- The face cards that bait keeps.
function discards.keep(me, q)
  local view, faces, kept, bits = look(me), {}, {}, 0
  local bit, options = view.bit, q.options
  for i = 1, #options do
    if bit[options[i].name] then faces[#faces + 1] = options[i] end
  end
  while #kept < q.max and #faces > 0 do
    local i, j = best_addition(view, faces, bits, q.max - #kept)
    if not i then break end
    bits = bits | bit[faces[i].name] | bit[faces[j].name]
    if j ~= i then kept[#kept + 1] = table.remove(faces, j) end
    kept[#kept + 1] = table.remove(faces, i)
  end
  return kept
end

return discards
