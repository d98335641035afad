-- How Pokebacc is played well, also in the games that are made from this one.
--
-- courtier lays the best disjoint set at once, keeps what goes together, puts
-- disasters where they hurt, and pays to stay when its hand is good.
-- hoarder lays down only what wins or what is worth most; a calm opponent.

local players = {}

-- What a royal is worth to a hand that has so many ranks of its family.
local ROYAL = { 2, 4, 7, 12, 20 }

-- Of a hand: by suit a bit for each number, how many cards of each number, by
-- suit the royals, how many ranks of the family that a suit belongs to.
local function tally(hand)
  local at, number, royals, family, disasters = { Air = 0, Water = 0, Fire = 0, Metal = 0 }, {}, {}, {}, 0
  for i = 1, #hand do
    local card = hand[i]
    local suit = card.suit
    local n = suit and card.number
    if n then
      at[suit] = at[suit] | 1 << n
      number[n] = (number[n] or 0) + 1
    elseif suit then
      local rank, other = card.rank, card.affined
      if not family[suit] then
        royals[suit], royals[other], family[suit], family[other] = {}, {}, 0, 0
      end
      if not royals[suit][rank] and not royals[other][rank] then
        family[suit], family[other] = family[suit] + 1, family[other] + 1
      end
      royals[suit][rank] = true
    else
      disasters = disasters + 1
    end
  end
  return { at = at, number = number, royals = royals, family = family, disasters = disasters }
end

-- How well a card goes with the rest. A number: equal numbers, near ones of its
-- suit, next ones of the affined suit. A royal: the more ranks of its family
-- there are with it, the better; of two cards of a rank one will do.
local function fit(card, held)
  local suit = card.suit
  if not suit then return 4 + 3 * held.disasters end
  local n, affined = card.number, card.affined
  if not n then
    local rank, ranks = card.rank, held.family[suit]
    if not ranks then return ROYAL[1] end
    if held.royals[affined][rank] then return 1 end
    return ROYAL[ranks + (held.royals[suit][rank] and 0 or 1)]
  end
  local own, other = held.at[suit], held.at[affined]
  return 5 * (held.number[n] or 0)
    + 6 * ((own >> n - 1 & 1) + (own >> n + 1 & 1))
    + 3 * ((own >> n - 2 & 1) + (own >> n + 2 & 1))
    + (other >> n - 1 & 1) + (other >> n + 1 & 1)
end

local function least_fitting(cards)
  local held = tally(cards)
  local worst, least
  for i = 1, #cards do
    local value = fit(cards[i], held)
    if not least or value < least then worst, least = cards[i], value end
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
