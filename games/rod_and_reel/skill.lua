-- The skill pool: how it is rolled, kept and spent.
-- Two ways to keep it. By chips: an account that everybody sees. On paper: a
-- number that only the fisher and the GM see. Every other part of the game
-- asks `points` and `spend`, and never which of the two it is.

local skill = {}

--- The modifier given, or else that of an ability score.
function skill.modifier(_, score, given)
  return given or (score - 10) // 2
end

--- DEX and INT modifiers together, as far as the rules use them.
function skill.skill_modifiers(t, seat)
  local profile, sum = seat.profile, 0
  if t.rules.use_dex then
    sum = sum + t:modifier(profile.dex, profile.dex_mod)
  end
  if t.rules.use_int then
    sum = sum + t:modifier(profile.int, profile.int_mod)
  end
  return sum
end

--- The check of one who has the skill; and what the die showed.
function skill.skilled_check(t, seat)
  local die = t:roll("1d20", seat)
  return die + seat.profile.ranks + t:skill_modifiers(seat), die
end

--- The check of one who hasn't: the lower of two dice, no ranks; and that die.
function skill.unskilled_check(t, seat)
  local die = t:roll("2d20kl1", seat)
  return die + t:skill_modifiers(seat), die
end

--- The check of one whose skill is for other waters: the average of both
--- checks, rounded up.
function skill.inappropriate_check(t, seat)
  local skilled, unskilled = t:skilled_check(seat), t:unskilled_check(seat)
  return (skilled + unskilled + 1) // 2
end

--- The check that a fisher makes for the pool; and what the die showed where it was one.
function skill.skill_check(t, seat)
  local has = seat.profile.skill
  if has == "none" then return t:unskilled_check(seat) end
  if has == "inappropriate" then return t:inappropriate_check(seat) end
  return t:skilled_check(seat)
end

--- The size of a fisher's pool; and the check and its die, as skill_check gives them.
function skill.skill_pool(t, seat)
  local check, die = t:skill_check(seat)
  return math.max(math.floor(check * t.rules.pool_size), 0), check, die
end

--- Rolls everybody's pool.
function skill.roll_pools(t)
  for seat in t:seats() do
    if seat.fishing then t:give_points(seat, t:skill_pool(seat)) end
  end
end

-- "Anna has 18 skill points (d20: 12, and 6 for the skill)"
local function points_text(t, seat, points, check, die)
  local times = t.rules.pool_size ~= 1 and (", times %g"):format(t.rules.pool_size) or ""
  local s = points == 1 and "" or "s"
  if not die then return "%s has %d skill point%s", seat, points, s end
  return "%s has %d skill point%s (d20: %d, and %d for the skill%s)", seat, points, s, die,
    check - die, times
end

--- Hands a fisher skill points, which a check with a die has given.
function skill.give_points(t, seat, points, check, die)
  local told = t
  if t.rules.tracking == "paper" then
    seat.tally, told = seat.tally + points, seat
  else
    t.bank:pay(points, seat.points)
  end
  told:say(points_text, seat, points, check, die)
end

--- The skill points that a fisher has left.
function skill.skill_points(t, seat)
  if t.rules.tracking == "paper" then return seat.tally end
  return seat.points:amount()
end

--- Spends skill points of a fisher who has them.
function skill.spend_points(t, seat, points)
  if t.rules.tracking == "paper" then
    seat.tally = seat.tally - points
  else
    seat.points:pay(points, t.spent)
  end
end

--- Takes all skill points from a fisher.
function skill.take_points(t, seat)
  seat.tally = 0
  seat.points:empty_into(t.spent)
end

--- How many cards' worth of bait so many points buy.
function skill.bait_within(t, points)
  local price, most = t.rules.bait_price, t.rules.bait_most
  if price == 0 then return most end
  return math.min(most, points // price)
end

local function bait_note(cards, t, seat)
  return "keep %s; %d of %d skill points stay for runs", cards == 0 and "no card"
    or cards == 1 and "1 card" or cards .. " cards",
    t:skill_points(seat) - cards * t.rules.bait_price, t:skill_points(seat)
end

local function bait_question(seat)
  local t = seat.table
  local most = t:bait_within(t:skill_points(seat))
  if most == 0 or t:is_last_hand() then return nil end
  return {
    "bait", "How many cards may your bait keep, at %d skill point%s each?",
    t.rules.bait_price, t.rules.bait_price == 1 and "" or "s", min = 0, max = most,
    default = 0, tells = bait_note,
  }
end

--- Everybody chooses bait, fixed for the contest, and pays for it.
function skill.buy_bait(t)
  local fishers = t:fishers()
  local answers = t:ask_all(fishers, bait_question)
  for _, seat in ipairs(fishers) do
    seat.bait = answers[seat] or 0
    if seat.bait > 0 then
      t:spend_points(seat, seat.bait * t.rules.bait_price)
      t:say("%s buys bait, to keep %s after each hand", seat,
        seat.bait == 1 and "a card" or ("up to %d cards"):format(seat.bait))
    end
  end
end

return skill
