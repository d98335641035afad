-- Divides the playouts among the answers, and decides whether one is clearly better: sequential halving; Z. Karnin, T. Koren,
-- O. Somekh, Almost Optimal Exploration in Multi-Armed Bandits, ICML 2013.
--
-- An arm is an answer that is tried, with the results of its playouts:
--   code, place    the answer, and its place in the list; own: it is the answer of the game's bot
--   n, tries       playouts that counted, and worlds that were tried
--   sum, squares   of the values of the playouts; share: the sum of their shares of the win
--   values         by world; followed: playouts in which the seat answered again
-- The search `s` has
--   own            { code = the bot's answer }, or nil; acts: the search is about an action out of turn
--   play(s, code, n)     plays on in world n: the value, the answers that followed, the share of the win
--   used(), share  the share of the search that is over, and that of one playout; count: playouts so far
--   worth(given, value)  the value again, by what is known now of the answers that followed

local lists = require "shared.lists"

local allocation = {}

local MIN_PLAYOUTS = 4 -- playouts of an answer before it is judged
local CLEARLY_BETTER = 1 -- standard errors by which an answer must be better than that of the game's bot
local WORTH_ACTING = 2 -- standard errors by which an action out of turn must be better than nothing
local MAX_WORLDS = 128 -- from here on more worlds don't make a difference clearer
local GIVE_UP_BEHIND = 1.5 -- an answer so many standard errors behind is given up

--- One more playout of an answer.
function allocation.try(s, arm)
  arm.tries, s.count = arm.tries + 1, s.count + 1
  local value, given, share = s:play(arm.code, arm.tries)
  if not value then return end
  arm.share = arm.share + (share or 0)
  arm.n, arm.sum, arm.squares = arm.n + 1, arm.sum + value, arm.squares + value * value
  arm.values[arm.tries] = value
  if #given > 0 then arm.followed[#arm.followed + 1] = { at = arm.tries, given = given, brought = value } end
end

-- Values the playouts of an answer again, by what is known now of the answers that followed.
local function judge(s, arm)
  for _, one in ipairs(arm.followed) do
    local before, now = arm.values[one.at], s.worth(one.given, one.brought)
    arm.sum, arm.squares = arm.sum + now - before, arm.squares + now * now - before * before
    arm.values[one.at] = now
  end
end

--- The mean value of the playouts of an answer.
function allocation.mean(arm) return arm.n > 0 and arm.sum / arm.n or -math.huge end

--- Sorts the best first, and equals by their place in the list, which a person sees.
function allocation.rank(s, arms)
  for _, arm in ipairs(arms) do judge(s, arm) end
  table.sort(arms, function(x, y)
    local a, z = allocation.mean(x), allocation.mean(y)
    if a ~= z then return a > z end
    return x.place < y.place
  end)
end

--- A key of an answer: the same cards in any order have the same key.
function allocation.key(code)
  if type(code) ~= "table" then return tostring(code) end
  local sorted = table.move(code, 1, #code, 1, {})
  table.sort(sorted)
  return table.concat(sorted, " ")
end

local function new_arm(place, code)
  return { place = place, code = code, n = 0, sum = 0, squares = 0, share = 0, tries = 0, values = {}, followed = {} }
end

--- New arms for the answers of a list and for that of the game's bot, with the cards in the bot's order.
function allocation.arms(s, list)
  local arms, own = {}, s.own and allocation.key(s.own.code)
  for i, code in ipairs(list) do
    arms[i] = new_arm(i, code.code)
    if own == allocation.key(code.code) then own, arms[i].own, arms[i].code = nil, true, s.own.code end
  end
  if own then
    arms[#arms + 1] = new_arm(#arms + 1, s.own.code)
    arms[#arms].own = true
  end
  return arms
end

--- The arm of the game's bot.
function allocation.bots(arms)
  for _, arm in ipairs(arms) do if arm.own then return arm end end
end

--- Compares an answer with another in the worlds where both were played: arm.met = how many, ahead = the sum of differences,
--- ahead_squares = of their squares.
function allocation.compare(arm, own)
  arm.met, arm.ahead, arm.ahead_squares = 0, 0, 0
  for n, value in pairs(arm.values) do
    local by = own.values[n] and value - own.values[n]
    if by then arm.met, arm.ahead, arm.ahead_squares = arm.met + 1, arm.ahead + by, arm.ahead_squares + by * by end
  end
end

-- The standard error of the mean of n numbers, from their sum and the sum of their squares.
local function error_of(n, sum, squares) return math.sqrt(math.max(0, squares / n - (sum / n) ^ 2) / (n - 1)) end

-- The lead of an answer over the one that it was compared with, in standard errors.
local function lead(arm)
  if arm.met < MIN_PLAYOUTS or arm.ahead == 0 then return 0 end
  return arm.ahead / arm.met / error_of(arm.met, arm.ahead, arm.ahead_squares)
end

--- Is the lead larger than chance explains? The more worlds, the larger it must be: errors that all worlds share don't
--- average out.
function allocation.is_better(arm, acts)
  return lead(arm) > (acts and WORTH_ACTING or CLEARLY_BETTER) * math.sqrt(math.max(1, arm.met / MAX_WORLDS))
end

-- The ranked answers that may still win. If the bot's answer is first, those that are clearly behind it in the worlds of both
-- are dropped. Without a bot none is: the answers that follow are still being learnt.
local function in_reach(ranked)
  local first = ranked[1]
  if not first.own then return ranked end
  return lists.collect(ranked, function(arm)
    allocation.compare(arm, first)
    return (arm == first or arm.met < 2 * MIN_PLAYOUTS or lead(arm) > -GIVE_UP_BEHIND) and arm or nil
  end)
end

--- Sequential halving: in each of log2(n) rounds every answer left gets as many playouts, and the better half stays, until the
--- share `till` of the search is over. A round has at least a few playouts for each answer, even after Ctrl-C, or the first
--- would be a lottery; the search ends early when one answer is left. The bot's answer always stays, and is replaced only by
--- one that is clearly better.
function allocation.best(s, arms, till)
  local own, left = allocation.bots(arms), arms
  local function keep(most)
    allocation.rank(s, left)
    left = in_reach(table.move(left, 1, most, 1, {}))
    if own and not allocation.bots(left) then left[#left + 1] = own end
  end
  for rounds = math.max(1, math.ceil(math.log(#arms, 2))), 1, -1 do
    local now, passes = s.used(), 0
    local target = now + (till - now) / rounds
    repeat
      for _, arm in ipairs(left) do allocation.try(s, arm) end
      now, passes = s.used() + #left * s.share, passes + 1
      if passes >= 2 * MIN_PLAYOUTS and passes & passes - 1 == 0 then keep(#left) end
      local judged = passes >= MIN_PLAYOUTS
    until now > till and (now < math.huge or judged) or #left == 1 or now > target and judged
    keep(math.max(1, (#left + 1) // 2))
    if #left == 1 or now > till then break end
  end
  if not own or left[1] == own then return left[1] end
  allocation.compare(left[1], own)
  return allocation.is_better(left[1], s.acts) and left[1] or own
end

--- The standard error of the mean value of an answer with two playouts or more.
function allocation.error(arm) return error_of(arm.n, arm.sum, arm.squares) end

--- The standard error of the share of its playouts that were won, counted with two more wins and two more losses:
--- A. Agresti, B. Coull, Approximate Is Better than "Exact" for Interval Estimation of Binomial Proportions, The American Statistician 52 (1998).
function allocation.share_error(arm)
  local share, n = (arm.share + 2) / (arm.n + 4), arm.n + 4
  return math.sqrt(share * (1 - share) / n)
end

local SUMS = { "n", "share", "sum", "squares", "met", "ahead", "ahead_squares" }

--- Adds an answer's playouts in one search to the sums of the same answer in other searches of the question; gives the sums.
function allocation.add(arms, arm)
  local key = allocation.key(arm.code)
  local all = arms[key]
  if not all then
    all = { code = arm.code, own = arm.own }
    arms[key], arms[#arms + 1] = all, all
  end
  for _, name in ipairs(SUMS) do all[name] = (all[name] or 0) + (arm[name] or 0) end
  return all
end

return allocation
