-- How Pokebacc is played well, also in the games that are made from this one.
--
-- courtier lays the best disjoint set at once, keeps what goes together, puts
-- disasters where they hurt, and pays to stay when its hand is good.
-- hoarder lays down only what wins or what is worth most; a calm opponent.

local players = {}

-- What a royal is worth to a hand that has so many ranks of its family.
local ROYAL = { 2, 4, 7, 12, 20 }

-- How well one number goes with another, in six bits a number: with one of its
-- suit two below, one below, itself, one above, two above; of the affined suit
-- one below, itself, one above; and with an equal one of any suit.
local NEAR, BESIDE, EQUAL = 3 | 6 << 6 | 6 << 18 | 3 << 24, 1 | 1 << 12, 5

-- Of a hand: by suit, how well each number of it would go with the suit and the
-- affined one, six bits a number; the same with equal ones; by suit a bit for
-- each royal.
local function tally(hand)
  local near, royals = { Air = 0, Water = 0, Fire = 0, Metal = 0 }, { Air = 0, Water = 0, Fire = 0, Metal = 0 }
  local equal, disasters = 0, 0
  for i = 1, #hand do
    local card = hand[i]
    local value, suit = card.value, nil
    if value == 0 then disasters = disasters + 1 else suit = card.suit end
    if value > 10 then
      royals[suit] = royals[suit] | 1 << value
    elseif suit then
      local at, affined = 6 * (value - 1), card.affined
      near[suit] = near[suit] + (NEAR << at - 12)
      near[affined] = near[affined] + (BESIDE << at - 6)
      equal = equal + (EQUAL << at)
    end
  end
  return { near = near, equal = equal, royals = royals, disasters = disasters }
end

local function ranks_of(royals)
  local ranks = 0
  while royals ~= 0 do royals, ranks = royals & royals - 1, ranks + 1 end
  return ranks
end

-- How well a card goes with the rest. A number: equal numbers, near ones of its
-- suit, next ones of the affined suit. A royal: the more ranks of its family
-- there are with it, the better; of two cards of a rank one will do.
local function fit(card, held)
  local value = card.value
  if value == 0 then return 4 + 3 * held.disasters end
  local suit = card.suit
  if value <= 10 then return held.near[suit] + held.equal >> 6 * (value - 1) & 63 end
  local other = held.royals[card.affined]
  return other >> value & 1 == 1 and 1 or ROYAL[ranks_of(held.royals[suit] | other | 1 << value)]
end

local function least_fitting(cards)
  local held = tally(cards)
  local worst, least
  for i = 1, #cards do
    local card = cards[i]
    local value = fit(card, held)
    if not least or value < least then worst, least = card, value end
  end
  return worst
end

-- Whether the top card of the discards would go well with the hand.
function players.likes_top(me)
  local top = me.table.discards:top()
  return top ~= nil and fit(top, tally(me.hand:list())) >= 9
end

-- The option that is the first of the best disjoint set, a winner before all.
local function best_meld(me, options)
  if #options == 1 then return options[1] end
  local best = me.table:best(me.hand)
  local wanted = {}
  for _, meld in ipairs(best) do wanted[meld.text] = true end
  local first
  for _, meld in ipairs(options) do
    if me.table:wins(meld) then return meld end
    if not first and wanted[meld.text] then first = meld end
  end
  return first or options[1]
end

local function my_points(me)
  return me.table:points(me.table.seat[me.number])
end

local function best_other(me)
  local most = 0
  for seat in me.table:seats() do
    if seat.number ~= me.number and not seat.out then
      most = math.max(most, me.table:points(seat))
    end
  end
  return most
end

-- Points on the table and to come, against the best of the others.
function players.lead(me)
  local coming = 0
  for _, meld in ipairs(me.table:best(me.hand)) do
    coming = coming + me.table:worth(meld)
  end
  return my_points(me) + coming - best_other(me)
end

local function inflict(me, q)
  local threat = q.options[1] and #q.options < 3
  return (threat or best_other(me) > my_points(me)) and q.options[1] or nil
end

players.courtier = {
  one_line = "lays the best combinations at once and keeps what goes together",
  lay = function(me, q) return best_meld(me, q.options) end,
  tax = function(_, q) return least_fitting(q.options) end,
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
