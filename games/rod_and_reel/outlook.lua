-- What a bot thinks a fish is good for, and so every card and every point.
-- An outlook is made for a question from what the bot sees: how the contest is
-- won, who leads, how many hands are left. From it come the gain of a score
-- at a strain (chance to land it x use of it), what strains are worth, and the
-- price of a skill point.
-- Always true: a gain is never negative; larger is better; gains of one
-- outlook compare with each other only.

local chance = require "rod_and_reel.chance"
local ahead = chance.ahead

-- Counted in simulation: the run that a strain brings (three equally likely),
-- and how often a fisher lands more than so many tens of points in a hand.
local RUNS = {
  one_suit = { 10, 11, 18 }, one_colour = { 11, 13, 20 },
  two_suits = { 12, 18, 24 }, any_suits = { 12, 18, 24 },
}
local LANDS_MORE = { [0] = .209, .209, .206, .200, .192, .172, .132, .108,
  .077, .040, .030, .004, .001, 0 }
-- Purposes for which dear points wait for the end; and what a point is worth
-- at the start, as a part of an ordinary fish.
local PATIENT = { total = true, first_to_total = true, fish = true,
  weight = true }
local POINT_PRICE = 0.02

--- How often one fisher lands a fish of more than `score` in one hand.
local function lands_more(score)
  local ten = score // 10
  if ten > 12 then return 0 end
  if ten < 0 then return LANDS_MORE[0] end
  local low, high = LANDS_MORE[ten], LANDS_MORE[ten + 1]
  return low + (high - low) * (score - ten * 10) / 10
end

-- The use of a fish ----------------------------------------------------------

-- By purpose. Where the biggest fish wins, no bot asks (bots.lua).
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

-- What is seen ---------------------------------------------------------------

local function larger_first(a, b) return a > b end

-- The total to beat: the best of the others; in a heat the last who would still go on.
local function look_around(view, me)
  local t, totals = me.table, {}
  for seat in t:seats() do
    if seat.fishing and seat.number ~= me.number then totals[#totals + 1] = seat.total end
  end
  table.sort(totals, larger_first)
  view.bar = totals[t.final and 1 or t.going_on] or 0
  view.unseen, view.total = #totals, me.total
end

-- What the others have on the hook, when it is this fisher's turn to declare
-- or later; those after this fisher may still have anything.
local function look_at_hooks(view, me)
  local before_me = true
  view.unseen = 0
  for _, seat in ipairs(me.table.acting) do
    if seat.number == me.number then
      before_me = false
    elseif seat.fish then
      local lead = seat.worth // 10 + seat.strain - view.strength
      table.insert(view.hooked, { worth = seat.worth, landed = ahead(lead) })
    elseif not before_me then
      view.unseen = view.unseen + 1
    end
  end
end

local function look_at_limits(view, rules)
  local in_weight = rules.thresholds == "weight"
  local points = in_weight and rules.divisor or 1
  view.minimum = rules.minimum_fish * points
  view.missing = rules.goal_total * points - view.total
end

-- A hunt is as long as it takes: how far on it is is told by the catch. In
-- points of weight, or fish; and the hands that are still to come at the usual
-- rate of fish, or of points.
local FISH_A_HAND, POINTS_A_HAND = 0.2, 12

local function look_at_hunt(view, t, me)
  local rules, total, fish = t.rules, t:caught(me)
  local by_weight = view.purpose == "weight"
  local goal = by_weight and rules.goal_amount * rules.divisor or rules.goal_amount
  local missing = math.max(goal - (by_weight and total or fish), 0)
  view.missing = missing
  view.left = missing / (by_weight and POINTS_A_HAND or FISH_A_HAND)
  view.late = goal > 0 and 1 - missing / goal or 1
end

local function look_at_clock(view, t, me)
  if t.rules.mode == "foraging" then return look_at_hunt(view, t, me) end
  local hands = t:hands_in_all()
  view.left, view.late = hands - t.hand, t.hand / hands
end

-- Gains ----------------------------------------------------------------------

local outlook = {}

--- What the contest or the hunt is for: the name of the victory or the goal.
function outlook.purpose(rules)
  return rules.mode == "foraging" and rules.goal or rules.victory
end

--- What a score is worth at a strain, before it is landed. The use of a score is
--- remembered: the same few come again and again.
---@param view table the outlook
---@param score integer score points
---@param strain integer the modifier of the line
---@return number gain 0 or more
function outlook.gain(view, score, strain)
  local known = view.uses[score]
  if not known then
    known = use[view.purpose](view, score)
    view.uses[score] = known
  end
  return ahead(score // 10 + strain - view.strength) * known
end

local gain = outlook.gain

-- The gain of each combination with the runs a strain brings. A fisher may
-- lay less than there is, so a longer run never does harm.
local function gains_at(view, strain, three)
  local list, bases = {}, view.bases
  for i = 1, #bases do
    local base, sum = bases[i], 0
    local least = gain(view, base, strain)
    for k = 1, 3 do
      local more = gain(view, base + three[k], strain)
      if more > least then least = more end
      sum = sum + least
    end
    list[i] = sum / 3
  end
  return list
end

--- What a point of skill is worth.
function outlook.point_price(view)
  view.price = view.price or POINT_PRICE * (1 - view.late) * gain(view, 72, 0)
  return view.price
end

--- Looks at the table and makes the outlook of a question.
---@param me seat who looks
---@param declaring? boolean true: it is this fisher's turn to declare, or later
---@return table outlook
function outlook.look(me, declaring)
  local t, rules, profile = me.table, me.table.rules, me.profile
  local book = t:once("book")
  local view = { uses = {}, hooked = {}, book = book, bases = { table.unpack(book.scores) },
    strain = me.strain or rules.strains[1] }
  view.purpose = outlook.purpose(rules)
  view.patient = PATIENT[view.purpose]
  view.strength = t:modifier(profile.str, profile.str_mod)
  look_around(view, me)
  if declaring then look_at_hooks(view, me) end
  look_at_limits(view, rules)
  look_at_clock(view, t, me)
  return view
end

-- Strains --------------------------------------------------------------------

-- The gains of the combinations before any card is dealt.
local function usual_gains(view)
  view.gains = view.gains or gains_at(view, 0, RUNS.one_suit)
  return view.gains
end

--- What each strain is worth before the cards are dealt.
---@param view table the outlook
---@param rules table the rules in force
---@param strain integer the modifier of the line
---@param bits integer the face cards that bait kept
---@return number worth in gains
function outlook.strain_worth(view, rules, strain, bits)
  local permit = rules.permits[strain]
  local plain = strain == 0 and permit == "one_suit"
  local gains = plain and usual_gains(view) or gains_at(view, strain, RUNS[permit])
  local sum = 0
  for i, one in ipairs(view.book.all) do
    local weight, needs = #one.names > 1 and 0.02 or 0.15, view.book.bits[i]
    if bits & needs == needs then weight = 1 end
    sum = sum + weight * gains[i]
  end
  return sum
end

return outlook
