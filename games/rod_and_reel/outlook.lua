-- What a bot thinks a fish is good for, and so every card and every point.
-- An outlook is made once a hand from what the bot sees: how the contest is
-- won, who leads, how many hands are left. From it come the gain of a score
-- at a strain (chance to land it x use of it), the worth of the face cards of
-- a hand, and the price of a skill point.
-- Always true: a gain is never negative; larger is better; gains of one
-- outlook compare with each other only.

local chance = require "rod_and_reel.chance"
local combinations = require "rod_and_reel.combinations"
local runs = require "rod_and_reel.runs"

-- Counted in simulation: the run that a strain brings (three equally likely),
-- and how often a fisher lands more than so many tens of points in a hand.
local RUNS = {
  one_suit = { 10, 11, 18 }, one_colour = { 11, 13, 20 },
  two_suits = { 12, 18, 24 }, any_suits = { 12, 18, 24 },
}
local LANDS_MORE = { [0] = .209, .209, .206, .200, .192, .172, .132, .108,
  .077, .040, .030, .004, .001, 0 }
local COPIES_LEFT = 3 / 150
-- Purposes for which dear points wait for the end; and what a point is worth
-- at the start, as a part of an ordinary fish.
local PATIENT = { total = true, first_to_total = true, fish = true,
  weight = true }
local POINT_PRICE = 0.02

--- How often one fisher lands a fish of more than `score` in one hand.
local function lands_more(score)
  local ten = score // 10
  if ten > 12 then return 0 end
  local low, high = LANDS_MORE[ten], LANDS_MORE[ten + 1]
  return low + (high - low) * (score - ten * 10) / 10
end

-- The use of a fish ----------------------------------------------------------

local use = {}

-- The chance that nobody lands a larger one in this hand: fish on the hook
-- are known, of those who haven't declared any fish may come.
local function stands_now(view, score)
  local holds = (1 - lands_more(score)) ^ view.unseen
  for _, fish in ipairs(view.hooked) do
    if fish.worth > score then holds = holds * (1 - fish.landed) end
  end
  return holds
end

-- The chance that a largest fish of so many points stays the largest; one
-- that this fisher would better later anyway is not worth much now.
local function stands(view, score)
  if score <= view.bar then return 0 end
  return stands_now(view, score)
    * (1 - lands_more(score)) ^ ((view.rivals + 1) * view.left)
end

function use.biggest(view, score)
  local gain = stands(view, score) - stands(view, view.best)
  return math.max(gain, 0) + score / 20000
end

-- The chance to be ahead in the end with such a lead.
local function ahead_at_end(view, lead)
  return 1 / (1 + math.exp(-lead / (40 * math.sqrt(view.left + 0.1))))
end

function use.total(view, score)
  local lead = view.total - view.bar
  return ahead_at_end(view, lead + score) - ahead_at_end(view, lead)
    + score / 20000
end

-- The first fish wins unless a larger one comes in the same hand.
use.first = stands_now

function use.first_of_weight(view, score)
  if score < view.minimum then return score / 20000 end
  return stands_now(view, score)
end

-- An ordinary fish is 75 points: how many fewer are still to be caught.
function use.first_to_total(view, score)
  if score < view.missing then return score / 75 end
  return view.missing / 75 + 0.6
end

function use.fish() return 1 end

function use.weight(view, score) return math.min(score, view.missing) end

function use.larger(_, score) return score end

-- What is seen ---------------------------------------------------------------

local function purpose_of(rules)
  return rules.mode == "foraging" and rules.goal or rules.victory
end

local function larger_first(a, b) return a > b end

-- The best of the others; in a heat the last who would still go on.
local function look_around(view, me)
  local t, field = me.table, view.purpose == "biggest" and "best" or "total"
  local list = {}
  for seat in t:seats() do
    if seat.fishing and seat.number ~= me.number then
      list[#list + 1] = seat[field]
    end
  end
  table.sort(list, larger_first)
  view.bar = list[t.final and 1 or t.rules.advance] or 0
  view.rivals, view.best, view.total = #list, me.best, me.total
end

-- What the others have on the hook, once they have declared.
local function look_at_hooks(view, me)
  local t, before_me = me.table, true
  view.hooked, view.unseen = {}, 0
  for _, seat in ipairs(t.acting) do
    if seat.number == me.number then
      before_me = false
    elseif seat.fish then
      local lead = seat.worth // 10 + seat.strain - view.strength
      table.insert(view.hooked,
        { worth = seat.worth, landed = chance.ahead(lead) })
    elseif not before_me or not view.declaring then
      view.unseen = view.unseen + 1
    end
  end
end

local function look_at_limits(view, rules)
  local in_weight = rules.thresholds == "weight"
  local points = in_weight and rules.divisor or 1
  view.minimum = rules.minimum_fish * points
  view.missing = rules.goal_total * points - view.total
  if view.purpose == "weight" then
    view.missing = rules.goal_amount * rules.divisor - view.total
  end
end

local function look_at_clock(view, t)
  local hands = t:hands_in_all()
  view.left, view.late = hands - t.hand, t.hand / hands
end

-- Gains ----------------------------------------------------------------------

local outlook = {}

--- What a score is worth at a strain, before it is landed.
---@param view table the outlook
---@param score integer score points
---@param strain integer the modifier of the line
---@return number gain 0 or more
function outlook.gain(view, score, strain)
  if view.careless then return score end
  return chance.ahead(score // 10 + strain - view.strength)
    * view.use(view, score)
end

local gain = outlook.gain

-- The gain of each combination with the runs a strain brings. A fisher may
-- lay less than there is, so a longer run never does harm.
local function gains_at(view, scores, strain, three)
  local list = {}
  for i, one in ipairs(combinations.all) do
    local score, sum = scores[one.kind][one.suit], 0
    local least = gain(view, score, strain)
    for k = 1, 3 do
      least = math.max(least, gain(view, score + three[k], strain))
      sum = sum + least
    end
    list[i] = sum / 3
  end
  return list
end

--- Looks at the table and makes the outlook of a hand.
---@param me seat who looks
---@param careless boolean true: a larger fish is a better one, and that's all
---@return table outlook
function outlook.look(me, careless)
  local t, view = me.table, {}
  local rules, profile = t.rules, me.profile
  view.purpose, view.careless = purpose_of(rules), careless
  view.use = use[careless and "larger" or view.purpose]
  view.strength = t:modifier(profile.str, profile.str_mod)
  look_around(view, me)
  look_at_hooks(view, me)
  look_at_limits(view, rules)
  look_at_clock(view, t)
  view.bait, view.known = me.bait, {}
  view.gains = gains_at(view, rules.scores, 0, RUNS.one_suit)
  view.patient = PATIENT[view.purpose]
  view.point_price = POINT_PRICE * (1 - view.late) * gain(view, 72, 0)
  return view
end

--- Looks again when it is this fisher's turn to declare, or later.
function outlook.look_again(view, me)
  view.declaring = true
  look_at_hooks(view, me)
  return view
end

-- Worth of face cards --------------------------------------------------------

-- The two best gains among the combinations that some face cards make.
local function two_best(gains, bits)
  local best, second = 0, 0
  for i, one in ipairs(combinations.all) do
    if bits & one.bits == one.bits then
      local g = gains[i]
      if g > best then best, second = g, best
      elseif g > second then second = g end
    end
  end
  return best, second
end

-- What could be more than `best` with one card more.
local function hope_of(gains, bits, best)
  local hope = 0
  for i, one in ipairs(combinations.all) do
    local lacking = one.bits & ~bits
    if lacking & (lacking - 1) == 0 and gains[i] > best then
      hope = hope + gains[i] - best
    end
  end
  return hope
end

local function worth_of_bits(view, gains, bits, draws)
  local best, second = two_best(gains, bits)
  local hope = hope_of(gains, bits, best) * draws * COPIES_LEFT
  return best + hope + (view.bait > 0 and 0.6 * second or 0)
end

--- What some face cards are worth with so many cards still to come.
---@param view table the outlook
---@param bits integer the face cards (see combinations.face_bits)
---@param draws number cards to come
---@return number worth in gains
function outlook.faces_worth(view, bits, draws)
  return worth_of_bits(view, view.gains, bits, draws)
end

-- The gain of each combination with a run at the line chosen: remembered by
-- run, because a fisher weighs much the same hands all the time.
local function gains_with(view, scores, run, strain)
  local known = view.known[run]
  if known then return known end
  local list = {}
  for i, one in ipairs(combinations.all) do
    list[i] = gain(view, scores[one.kind][one.suit] + run, strain)
  end
  view.known[run] = list
  return list
end

--- What a hand is worth with so many cards still to come: its best
--- combination with the run to be hoped for, and those it lacks one card of.
---@param view table the outlook
---@param me seat whose line it is
---@param cards table list of cards held
---@param draws number cards to come
---@return number worth in gains
function outlook.hand_worth(view, me, cards, draws)
  local rules, bits, strain = me.table.rules, 0, me.strain
  for _, card in ipairs(cards) do bits = bits | combinations.bit_of(card) end
  local run = runs.expected(cards, rules.permits[strain], draws) // 1
  local gains = gains_with(view, rules.scores, run, strain)
  return worth_of_bits(view, gains, bits, draws)
end

--- What each strain is worth before the cards are dealt.
---@param view table the outlook
---@param rules table the rules in force
---@param strain integer the modifier of the line
---@param bits integer the face cards that bait kept
---@return number worth in gains
function outlook.strain_worth(view, rules, strain, bits)
  local permit = rules.permits[strain]
  local gains = gains_at(view, rules.scores, strain, RUNS[permit])
  local sum = 0
  for i, one in ipairs(combinations.all) do
    local weight = one.second and 0.02 or 0.15
    if bits & one.bits == one.bits then weight = 1 end
    sum = sum + weight * gains[i]
  end
  return sum
end

return outlook
