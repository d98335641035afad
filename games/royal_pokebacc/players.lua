-- How Pokebacc is played well, also in the games that are made from this one.
--
-- courtier lays the best disjoint set at once, keeps what goes together, puts
-- disasters where they hurt, and pays to stay when its hand is good.
-- hoarder lays down only what wins or what is worth most; a calm opponent.

local players = {}

-- What a royal is worth to a hand that has so many ranks of its family.
local ROYAL = { 2, 4, 7, 12, 20 }

-- How well each of ten numbers goes with those that are held, a bit for each: in
-- its own suit (next ones, those after), in the affined suit (next ones) and in
-- any (equal ones). Six bits a number.
local NEAR, BESIDE, EQUAL = {}, {}, {}
for held = 0, 1023 do
  local near, beside, equal = 0, 0, 0
  for n = 0, 9 do
    if held >> n & 1 == 1 then
      near = near + ((3 | 6 << 6 | 6 << 18 | 3 << 24) << 6 * (n - 2))
      beside = beside + ((1 | 1 << 12) << 6 * (n - 1))
      equal = equal + (5 << 6 * n)
    end
  end
  NEAR[held], BESIDE[held], EQUAL[held] = near, beside, equal
end

local function count(bits)
  local n = 0
  while bits ~= 0 do bits, n = bits & bits - 1, n + 1 end
  return n
end

-- Where the royals of a suit begin in the bits of a hand.
local ROYALS = { Air = 40, Water = 45, Fire = 50, Metal = 55 }

-- Of a hand: its bits, and for Air, Water, Fire and Metal how well each number of
-- it would go with what is held, six bits a number.
local function tally(me)
  local bits = me.hand:bits(me.table:once("bits"))
  local air, water, fire, metal = bits & 1023, bits >> 10 & 1023, bits >> 20 & 1023, bits >> 30 & 1023
  local equal = EQUAL[air] + EQUAL[water] + EQUAL[fire] + EQUAL[metal]
  return bits, NEAR[air] + BESIDE[water] + equal, NEAR[water] + BESIDE[air] + equal,
    NEAR[fire] + BESIDE[metal] + equal, NEAR[metal] + BESIDE[fire] + equal
end

-- How well a card goes with the rest. A number: equal numbers, near ones of its
-- suit, next ones of the affined suit. A royal: the more ranks of its family
-- there are with it, the better; of two cards of a rank one will do.
local function fit(card, bits, air, water, fire, metal)
  local value, suit = card.value, card.suit
  if value == 0 then return 4 + 3 * count(bits >> 60) end
  if value <= 10 then
    local fits = suit == "Air" and air or suit == "Water" and water or suit == "Fire" and fire or metal
    return fits >> 6 * (value - 1) & 63
  end
  local royal, other = 1 << value - 11, bits >> ROYALS[card.affined] & 31
  return other & royal ~= 0 and 1 or ROYAL[count(bits >> ROYALS[suit] & 31 | other | royal)]
end

local function least_fitting(me, cards)
  local bits, air, water, fire, metal = tally(me)
  local worst, least
  for i = 1, #cards do
    local card = cards[i]
    local value = fit(card, bits, air, water, fire, metal)
    if not least or value < least then worst, least = card, value end
  end
  return worst
end

-- Whether the top card of the discards would go well with the hand.
function players.likes_top(me)
  local top = me.table.discards:top()
  return top ~= nil and fit(top, tally(me)) >= 9
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
  local best = me.table:melds():best(me.hand:list())
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
  return now >= least or now + me.table:melds():total(me.hand:list()) >= least
end

local function inflict(me, q)
  local threat = q.options[1] and #q.options < 3
  return (threat or ahead(me) < 0) and q.options[1] or nil
end

players.courtier = {
  one_line = "lays the best combinations at once and keeps what goes together",
  lay = function(me, q) return best_meld(me, q.options) end,
  tax = function(me, q) return least_fitting(me, q.options) end,
  inflict = inflict,
  take = players.likes_top,
  raise = function(me, q)
    local mine = me.table.seat[me.number]
    return mine.won > 0 and math.min(q.max, 10) or nil
  end,
  agree = function(me)
    local mine, most = me.table.seat[me.number].won, 0
    for seat in me.table:seats() do most = math.max(most, seat.won) end
    return mine >= most - 1 and "agree" or "refuse"
  end,
}

players.hoarder = {
  one_line = "lays down only what is worth 30 or more",
  lay = function(me, q)
    local best = best_meld(me, q.options)
    if me.table:worth(best) >= 30 or #me.hand > 9 then return best end
  end,
  tax = players.courtier.tax,
  take = players.likes_top,
  inflict = function() return nil end,
  raise = function() return nil end,
  agree = function() return "refuse" end,
}

return players
