-- Setting a target and a secret floor, lowering them, and how far a hand is
-- from one. A target is a number from poker.target; ranks compare with it.

local difficulty = require "baltimore.difficulty"

local lower, far_above = poker.lower, poker.degree
local FLOOR = poker.target("seven-high") -- no hand is lower
local TOP = poker.target("royal flush") -- nor higher

local steps = {}
local targets = { steps = steps }

targets.BOTS = { "pair of eights", "pair of kings", "two pair, eights and fours",
  "three fives", "nine-high straight", "ten-high flush", "fives full of twos" }

--- The target that a text names, as a hand or as a difficulty ("DC 15"), and a
--- note where there is something odd about it; or nil and a sentence.
---@param text string
---@return integer|nil, string|nil
function targets.read(text)
  local target, note = poker.target(text)
  if target and target < FLOOR then
    return nil, ("%s: no hand is lower than seven-high"):format(poker.name(target))
  end
  if target then return target, note end
  local n, problem = difficulty.read(text)
  if not n then return nil, problem or note end
  local chance
  target, chance = difficulty.target(n)
  return target, ("DC %d: %s, %.0f%% chance for attribute %d and skill %d"):format(n,
    poker.name(target), 100 * chance, difficulty.ATTRIBUTE, difficulty.SKILL)
end

local read = targets.read

-- The hand that the rule `floor` names; 0: none.
local function read_floor(text)
  if text == "" or text:lower() == "none" then return 0 end
  return read(text)
end

--- What is wrong with the rules `target` and `floor`, as a sentence.
function targets.problem(rules)
  local target, floor, note
  if rules.target ~= "" then
    target, note = read(rules.target)
    if not target then return "target: " .. note end
  end
  floor, note = read_floor(rules.floor)
  if not floor then return "floor: " .. note end
  if target and floor and floor > target then
    return ("floor: %s is above the target, %s"):format(poker.name(floor),
      poker.name(target))
  end
end

-- Asks for a hand that is in limits; a warning is passed on.
local function ask_hand(t, question, low, high)
  function question.why(text)
    local target, problem = read(text)
    if not target then return problem end
    if target < low then
      return ("%s: below the floor, %s"):format(poker.name(target), poker.name(low))
    end
    if target > high then
      return ("%s: above the target, %s"):format(poker.name(target), poker.name(high))
    end
  end
  local text = t.gm:ask(question)
  if text == nil then return 0 end
  local target, note = read(text)
  if note then t:warn_of(target, note) end
  return target
end

--- Tells the GM what is odd about a target.
function steps.warn_of(t, target, note)
  t.gm:say(note:find("%?$") and "%s" or "%s.", note)
  if note:find("^DC ") then return end
  t.gm:say("The target stands as you named it; the first chip lowers it to %h.", lower(target, 1))
end

-- The hands that a bot names, none of them below the floor.
local function hands_of_bots(floor)
  if floor == 0 then return targets.BOTS end
  local names = {}
  for _, name in ipairs(targets.BOTS) do
    if read(name) >= floor then names[#names + 1] = name end
  end
  return names
end

--- Asks the GM for the hand to beat; a floor of the rules can't be above it.
function steps.ask_target(t)
  local floor = read_floor(t.rules.floor)
  local names = hands_of_bots(floor)
  return ask_hand(t, { "target", "Which hand is the target? (like "
    .. "`fives full of twos` or `DC 15`; `:odds` shows how hard each is)", text = 60,
    bot = #names > 0 and names or t.rules.floor }, floor, TOP)
end

--- Asks the GM for the secret floor: 0 for none.
function steps.ask_floor(t)
  return ask_hand(t, { "floor", "Which hand is the secret floor, the lowest "
    .. "that chips can make the target?", text = 60, optional = true, bot = { "seven-high" } }, 0,
    t.target)
end

--- Sets t.target and t.floor, and what everybody knows of them.
function steps.set_target(t)
  if t.kind == "full" then
    t.known = 0
    return
  end
  local target, floor = t.rules.target, t.rules.floor
  if target == "" then
    t.target, t.target_text = 0, ""
    t.target = t:ask_target()
    t.floor = floor ~= "" and read_floor(floor) or t:ask_floor()
  elseif target ~= t.target_text or floor ~= t.floor_text then
    t:read_target(target, floor)
  end
  t:announce_target()
end

--- Takes target and floor from the rules. New scripts in mid-game may bring
--- another target to the GM's floor: one that is above it is left out.
function steps.read_target(t, target, floor)
  local note
  t.target, note = read(target)
  t.floor = read_floor(floor)
  t.target_text, t.floor_text = target, floor
  if note then t:warn_of(t.target, note) end
  if t.floor > t.target then
    t.gm:say("The floor, %h, is above the target, %h, so it is ignored.", t.floor,
      t.target)
    t.floor = 0
  end
end

function steps.announce_target(t)
  local target = t.target
  t.known_floor = 0
  if t.kind == "hidden" then
    t.known = 0
    t:say("The GM has written down a target.")
    return
  end
  t.known = target
  t:say("The target is %h.", target)
  if t.floor > 0 and t.rules.open_floor then
    t.known_floor = t.floor
    t:say("It never falls below %h.", t.floor)
  end
end

--- How many chips lower a target that all share.
function steps.shared_effort(t)
  local all = 0
  for other in t:seats() do all = all + other.spent end
  return all
end

--- A target as a seat's chips, or everybody's, have lowered it.
function steps.lowered(t, seat, target, floor)
  local chips = t.rules.shared_effort and t:shared_effort() or seat.spent
  local lowered = lower(target, chips)
  return lowered > floor and lowered or floor
end

--- The target that counts for a seat now, with the secret floor.
function steps.target_of(t, seat)
  return t:lowered(seat, t.target, t.floor)
end

--- The target as the table sees it: without a floor that is secret. 0: hidden.
function steps.seen_target(t, seat)
  local known = t.known
  return known > 0 and t:lowered(seat, known, t.known_floor) or 0
end

--- Did a floor that the table does not know count for a seat?
function steps.stopped_by_floor(t, seat)
  return t.known_floor == 0 and t.floor > 0 and t:lowered(seat, t.target, 0) < t.floor
end

--- How far a hand is above another one, or a target.
function steps.degree_of(t, mine, theirs)
  return far_above(mine, theirs, t.rules.degree == "highest")
end

--- The word for a degree.
function steps.word_of(t, success, degree)
  local words = success and t.rules.success_words or t.rules.failure_words
  local size = math.abs(degree)
  for _, row in ipairs(words) do
    if size >= row[1] then return row[2] end
  end
end

return targets
