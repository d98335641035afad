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
    left[suit] = { true, true, true, true, true, true, true, true, true }
  end
  local function seen(pile)
    for card in pile:cards() do left[card.suit][card.value] = false end
  end
  seen(me.hand)
  seen(me.argument)
  seen(t.audience)
  seen(t.said)
  return left
end

-- How often each suit is chosen, beside what its cards are worth.
local function likings(t, suits)
  local circle, favoured, list = t.rules.circle, t:favoured(), { 1, 1, 1, 1 }
  for i = 1, #suits do
    local refuted = circle[suits[i]]
    list[i] = (refuted == favoured or circle[refuted] == favoured) and KEEN or 1
  end
  return list
end

-- An empty list with room for what cards and stakes come to, so that it needn't grow.
local function room()
  return { nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil }
end

--- A step of the game: what an argument is worth to a seat, without its stake.
function chances.worth(t, seat, card)
  return card.value + seat.profile[card.suit] + (card.suit == t:favoured() and t:sway() or 0)
end

-- What each suit adds to the value of its cards for a seat; nil where a variant says what cards are
-- worth.
local function added(t, seat, suits, favoured, sway)
  if t.worth ~= chances.worth then return nil end
  local list, profile = { 0, 0, 0, 0 }, seat.profile
  for i = 1, #suits do
    local suit = suits[i]
    list[i] = profile[suit] + (suit == favoured and sway or 0)
  end
  return list
end

-- The weights of one suit's cards by what they are worth, and their sum, `all`. more: what the suit
-- adds to their values, where that is known.
local function weights(t, seat, suit, values, like, more)
  local at, all, least, most = room(), 0, math.maxinteger, math.mininteger
  local card, worth_of = { suit = suit, value = 1 }, t.worth
  for value = 1, 9 do
    if values[value] then
      card.value = value
      local worth = more and value + more or worth_of(t, seat, card)
      local weight = like * worth * worth
      at[worth], all = (at[worth] or 0) + weight, all + weight
      if worth < least then least = worth end
      if worth > most then most = worth end
    end
  end
  return { at = at, below = at, all = all, least = least, most = most, weaker = room() }
end

-- For each suit of the list: `all`, how likely the seat argues it, and `below`, how likely with
-- less than each worth from its least to its most.
local function play_of(t, seat, left, suits, likes, adds)
  local play, sum = { nil, nil, nil, nil }, 0
  for i = 1, #suits do
    local suit = suits[i]
    play[i] = weights(t, seat, suit, left[suit], likes[i], adds and adds[i])
    sum = sum + play[i].all
  end
  for i = 1, #play do
    local list = play[i]
    local below, before, at = room(), 0, list.at
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
  local list = { nil, nil, nil, nil }
  for stake = 1, most do list[stake] = (stake == most and WHOLE or 1) / (most - 1 + WHOLE) end
  return list
end

--- What the others may do, to be asked of with chances.of. Those to whom cards are worth the same
--- and who may stake as much are one table.
function chances.others(t, me)
  local left, suits, talking = unseen(t, me), { table.unpack(t:once("suits")) }, t:talking()
  local likes, others = likings(t, suits),
    { suits = #suits, clashes = { table.unpack(t:once("clashes")) }, begin = {} }
  for i = 1, #suits do others.begin[suits[i]] = (i - 1) * t.rules.most_stake end
  local known, favoured, sway = {}, t:favoured(), t:sway()
  for i = 1, #talking do
    local seat = talking[i]
    if seat.number ~= me.number then
      local most, adds = t:most(seat), added(t, seat, suits, favoured, sway)
      local alike = adds and table.concat(adds, " ") .. "/" .. most or seat.number
      known[alike] = known[alike] or { stakes = stakes_of(most),
        play = play_of(t, seat, left, suits, likes, adds) }
      others[#others + 1] = known[alike]
    end
  end
  return others
end

local FALL, FELL = 1, 2

--- A step of the game: the suits, each of which refutes another.
function chances.suits(t)
  local list = {}
  for suit in pairs(t.rules.circle) do list[#list + 1] = suit end
  return list
end

-- What becomes of an argument of this suit and stake against that suit: two bits for each of the
-- other's stakes, the least first. Is it refuted (FALL), does it refute (FELL), or neither (0)?
local function clash(t, suit, stake, theirs)
  local bits = 0
  for their_stake = 1, t.rules.most_stake do
    local what = t:refutes(theirs, their_stake, suit, stake) and FALL
      or t:refutes(suit, stake, theirs, their_stake) and FELL or 0
    bits = bits | what << 2 * their_stake
  end
  return bits
end

--- A step of the game: how arguments meet, in one list: for each suit, stake and suit of the
--- other's a number. The rules alone decide.
function chances.clashes(t)
  local all, suits = {}, t:suits()
  for _, suit in ipairs(suits) do
    for stake = 1, t.rules.most_stake do
      for _, theirs in ipairs(suits) do all[#all + 1] = clash(t, suit, stake, theirs) end
    end
  end
  return all
end

-- How likely the other argues a suit played so and is weaker, whatever they stake.
local function weaker_in(stakes, play, strength)
  local chance, below, most, all = 0, play.below, play.most, play.all
  for stake = 1, #stakes do
    local worth = strength - stake
    chance = chance + stakes[stake] * (below[worth] or worth > most and all or 0)
  end
  play.weaker[strength] = chance
  return chance
end

-- Against one other, by the clashes after the place `at`: how likely I am the better of the two,
-- and refuted; and what their refuted stakes come to.
local function against(clashes, at, other, strength)
  local plays, chance, better, refuted, gain = other.play, other.stakes, 0, 0, 0
  for i = 1, #plays do
    local met, play = clashes[at + i], plays[i]
    if met == 0 then
      better = better + (play.weaker[strength] or weaker_in(chance, play, strength))
    else
      local all, below, most = play.all, play.below, play.most
      for stake = 1, #chance do
        met = met >> 2
        local p, what = chance[stake], met & 3
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

--- The chance that an argument of that suit, stake and strength (the stake counted) wins, that it
--- is refuted, and what it may gain of the others' stakes.
function chances.of(others, suit, stake, strength)
  local win, stands, gain = 1, 1, 0
  local clashes, at = others.clashes, (others.begin[suit] + stake - 1) * others.suits
  local before, better, refuted, more
  for i = 1, #others do
    local other = others[i]
    if other ~= before then better, refuted, more = against(clashes, at, other, strength) end
    before = other
    win, stands, gain = win * better, stands * (1 - refuted), gain + more
  end
  return win, 1 - stands, gain
end

return chances
