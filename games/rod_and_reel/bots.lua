-- Who fishes when nobody sits there. `angler` plays to win. `plain` throws and
-- keeps the same cards, but has not the head: always +0, never a skill point on
-- a run, and a larger fish is always a better one. `eager` is plain with its
-- points burning in its pocket. All answer for the GM with a d20.
-- What a card, a fish or a point is worth stands in outlook.lua: a bot looks
-- at the table anew for each question and keeps no notes.

local combinations = require "rod_and_reel.combinations"
local outlook = require "rod_and_reel.outlook"
local runs = require "rod_and_reel.runs"

local gain, faces_worth = outlook.gain, outlook.faces_worth
local look, hand_worth = outlook.look, outlook.hand_worth

-- Cards ----------------------------------------------------------------------

local function copy(list) return table.move(list, 1, #list, 1, {}) end

-- The bits of each card of a hand: those that combinations need, and those of
-- value cards.
local function marks(view, cards)
  local faces, values, bit = {}, {}, view.book.bit
  for i, card in ipairs(cards) do
    faces[i], values[i] = bit[card.name] or 0, runs.bit_of(card)
  end
  return faces, values
end

-- All of them but the one in place `but`, joined.
local function joined(bits, but)
  local all = 0
  for i = 1, #bits do
    if i ~= but then all = all | bits[i] end
  end
  return all
end

-- The card that a hand misses least, and what the hand is worth without it.
local function least(view, faces, values, draws)
  local place, most = 1, -1
  for i = 1, #faces do
    local worth = hand_worth(view, joined(faces, i), joined(values, i), draws)
    if worth > most then place, most = i, worth end
  end
  return place, most
end

-- Throws what is worth less than a card drawn instead.
local function throw_first(me, view, q)
  local rules, cards, chosen = me.table.rules, copy(q.options), {}
  local faces, values = marks(view, cards)
  local draws = rules.drawn_to - #cards + rules.second_draws
  local worth = hand_worth(view, joined(faces), joined(values), draws)
  while #chosen < q.max do
    draws = draws + 1
    local place, more = least(view, faces, values, draws)
    if more < worth then break end
    worth = more
    chosen[#chosen + 1] = table.remove(cards, place)
    table.remove(faces, place)
    table.remove(values, place)
  end
  return chosen
end

local function throw_second(me, view, q)
  local faces, values = marks(view, q.options)
  return q.options[least(view, faces, values, me.table.rules.second_draws)]
end

-- Bait -----------------------------------------------------------------------

-- What one more unknown card is worth beside these face cards.
local function worth_of_draw(view, bits, draws)
  return faces_worth(view, bits, draws + 1) - faces_worth(view, bits, draws)
end

-- The one or two faces that raise the next hand most above cards drawn in
-- their stead: their places, nothing if none does.
local function best_addition(view, faces, bits, slots)
  local draw, bit = worth_of_draw(view, bits, 6), view.book.bit
  local most, first, second = faces_worth(view, bits, 6), nil, nil
  for i = 1, #faces do
    for j = i, slots > 1 and #faces or i do
      local both = bits | bit[faces[i].name] | bit[faces[j].name]
      local cost = i == j and draw or 2 * draw
      local worth = faces_worth(view, both, 6) - cost
      if worth > most then most, first, second = worth, i, j end
    end
  end
  return first, second
end

local function keep(view, q)
  local faces, kept, bits, bit = {}, {}, 0, view.book.bit
  for _, card in ipairs(q.options) do
    if bit[card.name] then faces[#faces + 1] = card end
  end
  while #kept < q.max do
    local i, j = best_addition(view, faces, bits, q.max - #kept)
    if not i then break end
    bits = bits | bit[faces[i].name] | bit[faces[j].name]
    if j ~= i then kept[#kept + 1] = table.remove(faces, j) end
    kept[#kept + 1] = table.remove(faces, i)
  end
  return kept
end

-- Takes the former top of the pile when it is worth more than a card unseen.
local function take(me, view)
  local faces, values = marks(view, me.hand:list())
  local pile, draws = me.table.discards, me.table.rules.second_draws
  local face, value = joined(faces), joined(values)
  local unseen = hand_worth(view, face, value, draws)
  local top = pile:card(#pile - 1)
  return hand_worth(view, face | (view.book.bit[top.name] or 0), value | runs.bit_of(top), draws - 1) > unseen
end

-- Strains and points ---------------------------------------------------------

local function best_strain(me, view, q)
  local bits, best, most = combinations.bits_in(view.book, me.hand:list()), q.options[1], -1
  for _, strain in ipairs(q.options) do
    local worth = outlook.strain_worth(view, me.table.rules, strain, bits)
    if worth > most then best, most = strain, worth end
  end
  return best
end

-- Every list of value cards that may be laid: all ways to add cards of `hand`
-- from place `from` on to those chosen.
local function collect(laid, hand, fits, chosen, from, most)
  laid[#laid + 1] = copy(chosen)
  if #chosen == most then return end
  for i = from, #hand do
    if fits(hand[i], chosen) then
      chosen[#chosen + 1] = hand[i]
      collect(laid, hand, fits, chosen, i + 1, most)
      chosen[#chosen] = nil
    end
  end
end

-- What points cost: the dear ones are for later, as the game's author says,
-- unless a single fish decides; and what is left at the end is worth nothing.
local function price(view, cost)
  local late = view.late
  if view.patient and (cost >= 20 and late < 0.9 or cost >= 15 and late < 0.75
    or cost >= 10 and late < 0.5) then return math.huge end
  return cost * outlook.point_price(view)
end

-- Adds to `ways` what a run is worth, plugged in each way the purse allows.
local function add_ways(ways, view, t, cards, purse)
  local run_value, plug_cost = t.run_value, t.plug_cost
  local run, plugged, cost = t:run_of(cards), 0, 0
  while cost and cost <= purse do
    ways[#ways + 1] = {
      value = run_value(t, run, plugged), price = price(view, cost),
      cards = cards,
    }
    plugged = plugged + 1
    cost = plug_cost(t, run, plugged)
  end
end

local function ways_to_lay(me, view)
  local t, laid, ways = me.table, {}, {}
  collect(laid, me.hand:list(), t:value_test(me), {}, 1, t.rules.value_cards)
  local purse = view.careless and 0 or t:skill_points(me)
  for i = 1, #laid do add_ways(ways, view, t, laid[i], purse) end
  return ways
end

-- The best way to lay with a combination of so many points.
local function best_way(view, ways, base)
  local best, most = nil, -math.huge
  for _, way in ipairs(ways) do
    local worth = gain(view, base + way.value, view.strain) - way.price
    if worth > most then best, most = way, worth end
  end
  return best, most
end

local function best_fish(me, view, q)
  local ways, best, most = ways_to_lay(me, view), q.options[1], -math.huge
  for _, fish in ipairs(q.options) do
    if fish.kind then
      local _, worth = best_way(view, ways, fish.score)
      if worth > most then best, most = fish, worth end
    end
  end
  return best
end

local function best_values(me, view)
  return best_way(view, ways_to_lay(me, view), me.fish.score).cards
end

local function best_plug(me, view, q)
  local t, best, most = me.table, 0, -math.huge
  local base = me.fish.score
  for _, cost in ipairs(q.options) do
    local score = base + t:run_value(me.run, t:gaps_plugged(me.run, cost))
    local worth = gain(view, score, me.strain) - price(view, cost)
    if worth > most then best, most = cost, worth end
  end
  return best
end

-- The GM ---------------------------------------------------------------------

local function accept(me) return me:random(1, 20) >= 11 end

-- Nobody is sent home who declared nothing.
local function ruling(me)
  local charge = me.table.charge
  local declared = charge.accused.method
  if declared == "" then return false end
  return me.table:same_method(declared, charge.method)
    or me:random(1, 20) >= 11
end

-- The bots -------------------------------------------------------------------

local angler = {
  one_line = "plays to win: strains, fish and points by what they gain",
  strain = function(me, q) return best_strain(me, look(me), q) end,
  fish = function(me, q)
    return best_fish(me, look(me, false, true), q)
  end,
  values = function(me) return best_values(me, look(me, false, true)) end,
  plug = function(me, q)
    return best_plug(me, look(me, false, true), q)
  end,
}

local plain = {
  one_line = "always +0, never a point on a run, the larger fish",
  strain = function(_, q) return q.options[1] end,
  fish = function(me, q) return best_fish(me, look(me, true), q) end,
  values = function(me) return best_values(me, look(me, true)) end,
  plug = function() return 0 end,
  first_discard = function(me, q)
    return throw_first(me, look(me, true), q)
  end,
  second_discard = function(me, q)
    return throw_second(me, look(me, true), q)
  end,
  keep = function(me, q) return keep(look(me, true), q) end,
  take = function(me) return take(me, look(me, true)) end,
}

-- Cards are chosen as plain chooses them: what a card may still become is too far
-- from the end for the standings to say more than its score does.
for _, question in ipairs { "first_discard", "second_discard", "keep", "take" } do
  angler[question] = plain[question]
end

-- Where one fish decides, points do more in a run than a second card kept.
function angler.bait(me, q)
  local one = outlook.purpose(me.table.rules) == "first_of_weight"
  return one and math.min(1, q.max) or q.max
end

-- A plain fisher has no other use for points.
function plain.bait(_, q) return q.max end

-- Where the biggest fish of all wins, plain play has not been beaten: a strain or
-- a point makes most fish a little better, and the biggest hardly ever.
for _, question in ipairs { "strain", "fish", "values", "plug", "bait" } do
  local by_gain = angler[question]
  angler[question] = function(me, q)
    local biggest = outlook.purpose(me.table.rules) == "biggest"
    return (biggest and plain[question] or by_gain)(me, q)
  end
end

-- For seeing how far a pool goes: no bait, and the dearest plug there is.
local eager = {}
for name, answer in pairs(plain) do eager[name] = answer end
eager.one_line = "plain, but every point goes into the next run"
function eager.bait() return 0 end
function eager.plug(_, q) return q.options[#q.options] end

for _, bot in ipairs { angler, plain, eager } do
  bot.accept, bot.ruling = accept, ruling
end

return { best = "angler", angler = angler, plain = plain, eager = eager }
