-- What may come of an argument, as far as a seat can tell: for bots and `:odds`.
--
-- Of each other negotiator's card only this is known: it is none that lies open
-- or in my hand. How they choose is guessed: strong cards more often, what
-- refutes the favoured suit more often, what refutes that as well, and all that
-- may be staked more often than less. That the first guess has its counter, and
-- the counter its own, is the game: a bot that knew only strong cards lost 63
-- games of 100 to one that refuted what refutes the favoured suit.
--
-- The others are taken as independent, so that a round is a product of small
-- sums.

local chances = {}

local KEEN = 2 -- times as often: the two suits that refute, one the favoured, one its refuter
local WHOLE = 3 -- times as often: all that may be staked

-- Cards of each suit and value that may be in the others' hands.
local function unseen(t, me)
  local left = {}
  for suit in pairs(t.rules.circle) do
    left[suit] = {}
    for value = 1, 9 do left[suit][value] = true end
  end
  local function seen(pile)
    for card in pile:cards() do left[card.suit][card.value] = nil end
  end
  seen(me.hand)
  seen(me.argument)
  seen(t.audience)
  seen(t.said)
  return left
end

-- How often a suit is chosen, beside what its cards are worth.
local function liking(t, suit)
  local circle, favoured = t.rules.circle, t:favoured()
  local refuted = circle[suit]
  return (refuted == favoured or circle[refuted] == favoured) and KEEN or 1
end

-- The weights of one suit's cards by what they are worth, and their sum, `all`.
local function weights(t, seat, suit, values)
  local list, like = { at = {}, all = 0, least = math.maxinteger, most = math.mininteger }, liking(t, suit)
  local card = { suit = suit }
  for value = 1, 9 do
    if values[value] then
      card.value = value
      local worth = t:worth(seat, card)
      local weight = like * worth * worth
      list.at[worth] = (list.at[worth] or 0) + weight
      list.all = list.all + weight
      list.least, list.most = math.min(list.least, worth), math.max(list.most, worth)
    end
  end
  return list
end

-- For each suit: `all`, how likely the seat argues it, and `below`, how likely with less than each worth.
local function play_of(t, seat, left)
  local play, sum = {}, 0
  for suit, values in pairs(left) do
    play[suit] = weights(t, seat, suit, values)
    sum = sum + play[suit].all
  end
  for _, list in pairs(play) do
    local below, before = {}, 0
    for worth = list.least, list.most do
      below[worth] = before / sum
      before = before + (list.at[worth] or 0)
    end
    list.all, list.below = list.all / sum, below
  end
  return play
end

local function weaker(play, worth)
  if worth <= play.least then return 0 end
  return worth > play.most and play.all or play.below[worth]
end

-- How likely each stake is.
local function stakes_of(most)
  local list = {}
  for stake = 1, most do list[stake] = (stake == most and WHOLE or 1) / (most - 1 + WHOLE) end
  return list
end

--- What the others may do, to be asked of with chances.of.
function chances.others(t, me)
  local left, others = unseen(t, me), {}
  for _, seat in ipairs(t:talking()) do
    if seat.number ~= me.number then
      others[#others + 1] = { stakes = stakes_of(t:most(seat)), play = play_of(t, seat, left), met = {}, weaker = {} }
    end
  end
  return others
end

-- How an argument of this suit and stake meets all that another may make: the suits that are `clear`, whatever is staked;
-- and of the others each stake as `met`: refuted by it (`fall`), refuting it (`fell`), or neither.
local function clash(t, suit, stake)
  local clear, met = {}, {}
  for theirs in pairs(t.rules.circle) do
    local list, any = {}, false
    for their_stake = 1, t.rules.most_stake do
      local fall, fell = t:refutes(theirs, their_stake, suit, stake), t:refutes(suit, stake, theirs, their_stake)
      any = any or fall or fell
      list[their_stake] = { suit = theirs, stake = their_stake, fall = fall, fell = fell }
    end
    if any then table.move(list, 1, #list, #met + 1, met) else clear[#clear + 1] = theirs end
  end
  return { clear = clear, met = met }
end

--- A step of the game: how arguments meet, by suit and stake. The rules alone decide.
function chances.clashes(t)
  local all = {}
  for suit in pairs(t.rules.circle) do
    all[suit] = {}
    for stake = 1, t.rules.most_stake do all[suit][stake] = clash(t, suit, stake) end
  end
  return all
end

-- What doesn't depend on the card's strength, once for a suit, a stake and one other: how likely I am `better` for
-- refuting and `refuted`, what their refuted stakes come to, and of what is met `even` what decides: { how they play that
-- suit, how likely the stake, the stake }.
local function met_with(met, other)
  local better, refuted, gain, even = 0, 0, 0, {}
  for _, meeting in ipairs(met) do
    local stake = meeting.stake
    local play, p = other.play[meeting.suit], other.stakes[stake] -- they may not have so much
    if not p then goto next end
    if meeting.fall then
      refuted = refuted + p * play.all
    elseif meeting.fell then
      better, gain = better + p * play.all, gain + p * play.all * stake
    else
      even[#even + 1] = { play, p, stake }
    end
    ::next::
  end
  return { better = better, refuted = refuted, gain = gain, even = even }
end

-- How likely the other argues that suit and is weaker, whatever they stake.
local function weaker_in(other, suit, strength)
  local known = other.weaker[suit] or {}
  other.weaker[suit] = known
  local chance = known[strength]
  if not chance then
    local play = other.play[suit]
    chance = 0
    for stake, p in ipairs(other.stakes) do chance = chance + p * weaker(play, strength - stake) end
    known[strength] = chance
  end
  return chance
end

-- Against one other: how likely I am the better of the two, and refuted; and what their refuted stakes come to.
local function against(meet, other, strength)
  local sums = other.met[meet] or met_with(meet.met, other)
  other.met[meet] = sums
  local better = sums.better
  for _, one in ipairs(sums.even) do better = better + one[2] * weaker(one[1], strength - one[3]) end
  for _, suit in ipairs(meet.clear) do better = better + weaker_in(other, suit, strength) end
  return better, sums.refuted, sums.gain
end

--- The chance that an argument of that suit, stake and strength (the stake counted) wins, that it is refuted, and what it
--- may gain of the others' stakes.
function chances.of(t, others, suit, stake, strength)
  local win, stands, gain = 1, 1, 0
  local meet = t:once("clashes")[suit][stake]
  for _, other in ipairs(others) do
    local better, refuted, more = against(meet, other, strength)
    win, stands, gain = win * better, stands * (1 - refuted), gain + more
  end
  return win, 1 - stands, gain
end

return chances
