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

-- How often each suit is chosen, beside what its cards are worth.
local function likings(t, suits)
  local circle, favoured, list = t.rules.circle, t:favoured(), {}
  for _, suit in ipairs(suits) do
    local refuted = circle[suit]
    list[suit] = (refuted == favoured or circle[refuted] == favoured) and KEEN or 1
  end
  return list
end

-- The weights of one suit's cards by what they are worth, and their sum, `all`. Where the first and the last are worth as
-- far from each other as their values are, so are those between.
local function weights(t, seat, suit, values, like)
  local at, all, least, most = {}, 0, math.maxinteger, math.mininteger
  local card, worth_of = { suit = suit, value = 1 }, t.worth
  local first = worth_of(t, seat, card)
  card.value = 9
  local even = worth_of(t, seat, card) - first == 8
  for value = 1, 9 do
    if values[value] then
      card.value = value
      local worth = even and first + value - 1 or worth_of(t, seat, card)
      local weight = like * worth * worth
      at[worth], all = (at[worth] or 0) + weight, all + weight
      if worth < least then least = worth end
      if worth > most then most = worth end
    end
  end
  return { at = at, all = all, least = least, most = most, weaker = {} }
end

-- For each suit of the list: `all`, how likely the seat argues it, and `below`, how likely with less than each worth from
-- its least to its most.
local function play_of(t, seat, left, suits, likes)
  local play, sum = {}, 0
  for i = 1, #suits do
    local suit = suits[i]
    play[i] = weights(t, seat, suit, left[suit], likes[suit])
    sum = sum + play[i].all
  end
  for i = 1, #play do
    local list = play[i]
    local below, before, at = {}, 0, list.at
    for worth = list.least, list.most do
      below[worth] = before / sum
      before = before + (at[worth] or 0)
    end
    list.all, list.below = list.all / sum, below
  end
  return play
end

-- How likely each stake is.
local function stakes_of(most)
  local list = {}
  for stake = 1, most do list[stake] = (stake == most and WHOLE or 1) / (most - 1 + WHOLE) end
  return list
end

--- What the others may do, to be asked of with chances.of.
function chances.others(t, me)
  local left, suits, talking = unseen(t, me), { table.unpack(t:once("suits")) }, t:talking()
  local likes, others = likings(t, suits), { meets = {}, clashes = t:once("clashes") }
  for i = 1, #talking do
    local seat = talking[i]
    if seat.number ~= me.number then
      others[#others + 1] = { stakes = stakes_of(t:most(seat)), play = play_of(t, seat, left, suits, likes) }
    end
  end
  return others
end

local FALL, FELL = 1, 2

-- How an argument of this suit and stake meets all that another may make: for each suit a number, of two bits for each of
-- their stakes, the least first: is it refuted by it (FALL), does it refute it (FELL), or neither (0)?
local function clash(t, suit, stake)
  local list = {}
  for i, theirs in ipairs(t:suits()) do
    list[i] = 0
    for their_stake = 1, t.rules.most_stake do
      local what = t:refutes(theirs, their_stake, suit, stake) and FALL
        or t:refutes(suit, stake, theirs, their_stake) and FELL or 0
      list[i] = list[i] | what << 2 * their_stake
    end
  end
  return list
end

--- A step of the game: the suits, each of which refutes another.
function chances.suits(t)
  local list = {}
  for suit in pairs(t.rules.circle) do list[#list + 1] = suit end
  return list
end

--- A step of the game: how arguments meet, by suit and stake. The rules alone decide.
function chances.clashes(t)
  local all = {}
  for _, suit in ipairs(t:suits()) do
    all[suit] = {}
    for stake = 1, t.rules.most_stake do all[suit][stake] = clash(t, suit, stake) end
  end
  return all
end

-- How likely the other argues a suit played so and is weaker, whatever they stake.
local function weaker_in(other, play, strength)
  local chance, stakes, below, most, all = 0, other.stakes, play.below, play.most, play.all
  for stake = 1, #stakes do
    local worth = strength - stake
    chance = chance + stakes[stake] * (below[worth] or worth > most and all or 0)
  end
  play.weaker[strength] = chance
  return chance
end

-- Against one other: how likely I am the better of the two, and refuted; and what their refuted stakes come to.
local function against(meet, other, strength)
  local plays, chance, better, refuted, gain = other.play, other.stakes, 0, 0, 0
  for i = 1, #meet do
    local met, play = meet[i], plays[i]
    if met == 0 then
      better = better + (play.weaker[strength] or weaker_in(other, play, strength))
    else
      local all, below, most = play.all, play.below, play.most
      for stake = 1, #chance do
        local p, what = chance[stake], met >> 2 * stake & 3
        if what == 0 then
          local worth = strength - stake
          better = better + p * (below[worth] or worth > most and all or 0)
        elseif what == FALL then
          refuted = refuted + p * all
        else
          better, gain = better + p * all, gain + p * all * stake
        end
      end
    end
  end
  return better, refuted, gain
end

-- How an argument meets others: the rules' list, copied once a question, for it is read again and again.
local function meeting(others, suit, stake)
  local known = others.meets[suit] or {}
  others.meets[suit] = known
  local meet = known[stake] or { table.unpack(others.clashes[suit][stake]) }
  known[stake] = meet
  return meet
end

--- The chance that an argument of that suit, stake and strength (the stake counted) wins, that it is refuted, and what it
--- may gain of the others' stakes.
function chances.of(others, suit, stake, strength)
  local win, stands, gain = 1, 1, 0
  local meet = meeting(others, suit, stake)
  for i = 1, #others do
    local better, refuted, more = against(meet, others[i], strength)
    win, stands, gain = win * better, stands * (1 - refuted), gain + more
  end
  return win, 1 - stands, gain
end

return chances
