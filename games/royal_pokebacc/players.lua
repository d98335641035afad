-- How Pokebacc is played well, also in the games that are made from this one.
--
-- courtier lays the best disjoint set at once, keeps what goes together, puts
-- disasters where they hurt, and pays to stay when its hand is good.
-- hoarder lays down only what wins or what is worth most; a calm opponent.

local SHIFT = require("royal_pokebacc.decks").SHIFT

local players = {}

-- In the bits of a hand (decks.lua): the numbers of one suit, its royals, and the
-- lowest of each suit, the disasters.
local NUMBERS <const>, ROYALS <const>, LOWEST <const> = 0x07fe, 0xf800, 0x0001000100010001

-- What a royal is worth to a hand that has so many ranks of its family.
local ROYAL = { 2, 4, 7, 12, 20 }

local ALONE <const> = 5 -- how well a number fits that goes with no other

local function bits_of(me) return me.hand:bits(me.table:once "bits") end

local function count(bits)
  local n = 0
  while bits ~= 0 do bits, n = bits & bits - 1, n + 1 end
  return n
end

-- How well a card goes with what is held. A number: equal numbers, near ones of
-- its suit, next ones of the affined suit. A royal: the more ranks of its family
-- there are with it, the better; of two cards of a rank one will do.
local function fit(card, bits)
  local value, shift = card.value, SHIFT[card.suit]
  if value == 0 then return 4 + 3 * count(bits & LOWEST) end
  local own, other = bits >> shift, bits >> (shift ~ 16)
  if value > 10 then
    return other >> value & 1 == 1 and 1 or ROYAL[count((own | other) & ROYALS | 1 << value)]
  end
  own, other = (own & NUMBERS) << 2 >> value, (other & NUMBERS) << 1 >> value
  return 6 * ((own >> 1 & 1) + (own >> 3 & 1)) + 3 * ((own & 1) + (own >> 4 & 1))
    + (other & 1) + (other >> 2 & 1) + 5 * ((bits >> value & LOWEST) * LOWEST >> 48)
end

-- Of royals that go with little the worst, by `fit`: two of a rank in a family,
-- else one of a family of which there are few ranks. Of equal ones the first.
local function worst_royal(cards)
  local twin, air, fire, airs, fires, few, rest = nil, nil, nil, 0, 0, 0, 0
  for i = #cards, 1, -1 do
    local card = cards[i]
    local value = card.value
    if value > 10 then
      local rank = 1 << value
      if SHIFT[card.suit] < 32 then
        if airs & rank ~= 0 then twin = card end
        air, airs, few = card, airs | rank, few + 1
      else
        if fires & rank ~= 0 then twin = card end
        fire, fires, rest = card, fires | rank, rest + 1
      end
    end
  end
  if twin then return twin end
  if air and few < 3 and not (fire and rest < few) then return air end
  return rest < 3 and fire or nil
end

-- The card that goes least with the others: most often a royal, then a number alone.
local function least_fitting(me, q)
  local cards = q.options
  local worst, least = worst_royal(cards), nil
  if worst then return worst end
  local bits = bits_of(me)
  for i = 1, #cards do
    local value = fit(cards[i], bits)
    if value == ALONE then return cards[i] end
    if not least or value < least then worst, least = cards[i], value end
  end
  return worst
end

-- Whether the top card of the discards would go well with the hand.
function players.likes_top(me)
  local top = me.table.discards:top()
  return top ~= nil and fit(top, bits_of(me)) >= 9
end

-- Is it the same combination, as the host and as the table have it?
local function is_same(found, meld)
  local a, b = found.cards, meld.cards
  if found.name ~= meld.kind or #a ~= #b then return false end
  for i = 1, #a do
    if a[i] ~= b[i] then return false end
  end
  return true
end

-- The option that is the first of the best disjoint set, a winner before all:
-- winners are the first of the options.
local function best_meld(me, options)
  local first = options[1]
  if #options == 1 or first.wins then return first end
  local best = me.table:melds():best(me.hand)
  for i = 1, #options do
    for k = 1, #best do
      if is_same(best[k], options[i]) then return options[i] end
    end
  end
  return first
end

-- How far I am before the best of the others, by points on the table.
local function ahead(me)
  local t, most = me.table, 0
  for seat in t:seats() do
    if seat ~= me and not seat.out then
      local points = t:points(seat)
      if points > most then most = points end
    end
  end
  return t:points(me) - most
end

-- Am I so many points ahead, what my hand can lay counted?
function players.leads_by(me, least)
  local now = ahead(me)
  return now >= least or now + me.table:melds():total(me.hand) >= least
end

local function inflict(me, q)
  local threat = q.options[1] and #q.options < 3
  return (threat or ahead(me) < 0) and q.options[1] or nil
end

-- What courtier says of its choices to who asks for a hint.
players.because = {
  lay = function(_, meld)
    if not meld then return nil end
    return meld.wins and "it wins at once" or "it is part of the best that your hand can lay"
  end,
  tax = function() return "it fits the rest of your hand least" end,
  take = function(_, yes)
    return yes and "it fits your hand well" or "it fits too little of your hand"
  end,
  agree = function(_, answer)
    return answer == "agree" and "nobody is far ahead of you"
      or "somebody has won at least two more than you"
  end,
}

players.courtier = {
  because = players.because,
  one_line = "lays the best combinations at once and keeps what goes together",
  lay = function(me, q) return best_meld(me, q.options) end,
  tax = least_fitting,
  inflict = inflict,
  take = players.likes_top,
  raise = function(me, q) return me.won > 0 and math.min(q.max, 10) or nil end,
  agree = function(me)
    local most = me.won + 1
    for seat in me.table:seats() do
      if seat.won > most then return "refuse" end
    end
    return "agree"
  end,
}

players.hoarder = {
  one_line = "lays down only combinations worth 30 or more",
  lay = function(me, q)
    local best = best_meld(me, q.options)
    if best.points >= 30 or #me.hand > 9 then return best end
  end,
  tax = players.courtier.tax,
  take = players.likes_top,
  inflict = function() return nil end,
  raise = function() return nil end,
  agree = function() return "refuse" end,
}

return players
