-- Who fishes when nobody sits there. `angler` plays to win. `plain` throws and
-- keeps the same cards, but has not the head: always +0, never a skill point on
-- a run, and a larger fish is always a better one. `eager` is plain with its
-- points burning in its pocket. All answer for the GM with a d20.
-- What a fish or a point is worth stands in outlook.lua, what a card is in
-- bot_discards.lua: a bot looks at the table anew for each question and keeps no notes.

local discards = require "rod_and_reel.bot_discards"
local methods = require "rod_and_reel.methods"
local lines = require "rod_and_reel.lines"
local notes = require "rod_and_reel.notes"
local outlook = require "rod_and_reel.outlook"

local gain, look = outlook.gain, outlook.look

-- Strains and points ---------------------------------------------------------

local function best_strain(me, view, q)
  local bits, best, most = me.hand:bits(view.book.bit), q.options[1], -1
  for _, strain in ipairs(q.options) do
    local worth = outlook.strain_worth(view, me.table.rules, strain, bits)
    if worth > most then best, most = strain, worth end
  end
  return best
end

-- Every list of value cards that may be laid: all ways to add cards of `hand`
-- from place `from` on to those chosen.
local function collect(laid, hand, fits, chosen, from, most)
  laid[#laid + 1] = { chosen[1], chosen[2], chosen[3] } -- a run has no more
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

-- Adds to `ways` a run, plugged in each way the purse allows, with what that costs.
local function add_ways(ways, view, t, cards, purse)
  local plug_cost = t.plug_cost
  local run, plugged, cost = t:run_of(cards), 0, 0
  while cost and cost <= purse do
    ways[#ways + 1] = { cards = cards, run = run, plugged = plugged, price = price(view, cost) }
    plugged = plugged + 1
    cost = plug_cost(t, run, plugged)
  end
end

-- Every list of value cards of a hand that may be laid.
local function lists_to_lay(me, hand)
  local t, laid, values = me.table, {}, {}
  for i = 1, #hand do
    if lines.is_value_card(hand[i]) then values[#values + 1] = hand[i] end
  end
  collect(laid, values, t:value_test(me), {}, 1, t.rules.value_cards)
  return laid
end

local function ways_to_lay(me, view)
  local t, laid, ways = me.table, lists_to_lay(me, me.hand:list()), {}
  local purse = t:skill_points(me)
  for i = 1, #laid do add_ways(ways, view, t, laid[i], purse) end
  return ways
end

-- The best way to lay with a combination.
local function best_way(me, view, ways, fish)
  local best, most, t, fish_score = nil, -math.huge, me.table, me.table.fish_score
  for _, way in ipairs(ways) do
    way.fish = fish
    local worth = gain(view, fish_score(t, way), view.strain) - way.price
    if worth > most then best, most = way, worth end
  end
  return best, most
end

local function best_fish(me, view, q)
  local ways, best, most = ways_to_lay(me, view), q.options[1], -math.huge
  for _, fish in ipairs(q.options) do
    if fish.kind then
      local _, worth = best_way(me, view, ways, fish)
      if worth > most then best, most = fish, worth end
    end
  end
  return best
end

local function best_values(me, view)
  return best_way(me, view, ways_to_lay(me, view), me.fish).cards
end

local function best_plug(me, view, q)
  local t, best, most = me.table, 0, -math.huge
  for _, cost in ipairs(q.options) do
    local score = t:fish_score(t:laid_by(me, t:gaps_plugged(me.run, cost)))
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
  return methods.same(me.table, declared, charge.method)
    or me:random(1, 20) >= 11
end

-- The bots -------------------------------------------------------------------

-- The larger fish, and the longest run as it lies.
local function largest_fish(q)
  local best
  for _, fish in ipairs(q.options) do
    if fish.kind and (not best or fish.score > best.score) then best = fish end
  end
  return best or q.options[1]
end

local function longest_run(me, q)
  local t, laid, best, most = me.table, lists_to_lay(me, q.options), nil, -math.huge
  local run_value = t.run_value
  for i = 1, #laid do
    local value = run_value(t, t:run_of(laid[i]), 0)
    if value > most then best, most = laid[i], value end
  end
  return best
end

local angler = {
  one_line = "plays to win: weighs what each strain, fish and point gains",
  strain = function(me, q) return best_strain(me, look(me), q) end,
  fish = function(me, q) return best_fish(me, look(me, true), q) end,
  values = function(me) return best_values(me, look(me, true)) end,
  plug = function(me, q) return best_plug(me, look(me, true), q) end,
}

local plain = {
  one_line = "always +0, spends no points on runs, takes the larger fish",
  strain = function(_, q) return q.options[1] end,
  fish = function(_, q) return largest_fish(q) end,
  values = longest_run,
  plug = function() return 0 end,
  first_discard = discards.first, second_discard = discards.second,
  keep = discards.keep, take = discards.take,
}

-- Cards are chosen as plain chooses them.
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
eager.one_line = "like plain, but spends every point on the next run"
function eager.bait() return 0 end
function eager.plug(_, q) return q.options[#q.options] end

-- What angler says of its choices to who asks for a hint.
angler.because = {
  strain = function(_, strain)
    return strain == 0 and "each point of strain makes the fish harder to land"
      or "it lets more of your cards into the run"
  end,
  bait = function(_, count)
    return count > 0 and "a card kept is worth more than points on a run" or nil
  end,
  fish = function(me, fish) return fish.kind and notes.why_fish(fish, me.table, me) end,
  values = function(me, cards)
    return #cards > 0
      and ("the run adds %d points"):format(notes.run_adds(me.table, me.fish, cards, 0))
      or "no run is worth laying"
  end,
  plug = function(me, cost)
    local t = me.table
    if cost == 0 then return #me.run > 1 and "the gap isn't worth its points now" or nil end
    local adds = notes.run_adds(t, me.fish, me.values:list(), t:gaps_plugged(me.run, cost))
    return ("the run then adds %d points"):format(adds)
  end,
}

for _, bot in ipairs { angler, plain, eager } do
  bot.accept, bot.ruling = accept, ruling
end

return { best = "angler", angler = angler, plain = plain, eager = eager }
