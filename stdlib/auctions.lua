-- Auctions: who has a lot, and for how much.
--
-- Owns the bidding: ascending (out loud, the last one in has it), sealed (all in secret) and all-pay (in secret, and
-- everybody pays). Always true: nothing is kept here between calls; what is paid goes from a seat's pool to another, and
-- the lot itself is moved by the game. An auction is one step.
--
-- What all of them take: { what = a text or cards, for the question; seats = who bids, the first in front (all);
-- pool = the name of a seat's pool ("chips"); to = the pool that is paid; least = the lowest bid (1) }.

local fields = require "fields"

local auctions = {}

--- Auctions: who gets a lot, and for how much. auctions.ascending is out loud, each bid above the last; auctions.sealed has
--- all bid in secret at once; in auctions.all_pay everybody pays what they bid in secret.
---
--- An auction is one call in a step: it asks, takes the price from the winner's pool, and gives the winner and the price. The
--- game moves the lot itself. `what` names the lot in the question, a text or cards; `to` is the pool that is paid and must
--- be given.
---
--- The question is called "bid": a whole number from q.min to q.max, or nil for no bid. A seat that can't pay the least bid
--- isn't asked.
---
--- Common mistakes: giving the lot to a winner who may be nil, where nobody bids; sealed bids from the same first seat each
--- time, which has the lot when bids are equal (hand over `seats` in another order, or `ties`); a pool that isn't called
--- `chips` and no `pool = "coins"`.
---@topic Around the game: auctions, auction, bidding
---@field bid the question: a number from q.min to q.max; nil for no bid
---@example local auctions = require "auctions"
--- return game {
---   title = "Estate Sale", seats = { 2, 5 }, deck = "standard",
---   piles = { lot = "everyone", unsold = "everyone",
---     seat = { won = "everyone" } },
---   pools = { bank = 0, seat = { chips = 30 } },
---   state = { lots = 0 },
---   order = { "open", { "sell" }, "over" },
---   open = function(t) t.deck:shuffle() end,
---   sell = function(t)
---     t.lots = t.lots + 1
---     t.deck:draw(2, t.lot)
---     local winner = auctions.ascending(t, { what = t.lot:list(),
---       to = t.bank })
---     t.lot:move_all(winner and winner.won or t.unsold)
---     if t.lots == 5 then return done end
---   end,
---   over = function(t)
---     t:finish(t:rank_by(function(seat)
---       local sum = 0
---       for card in seat.won:cards() do sum = sum + card.value end
---       return sum
---     end))
---   end,
--- }
---@example return { best = "dealer",
---   dealer = { one_line = "bids up to ten",
---     bid = function(_, q) return q.min <= 10 and q.min or nil end },
--- }
---@see auctions.ascending, auctions.sealed, auctions.all_pay, pool, library

local FIELDS = { "to", what = "any", seats = "seats", pool = "name", to = "pool", least = "whole", by = "whole",
  second = "boolean", ties = "function" }
local POOL = "declare it in `pools`, or say with `pool` which pool pays"

local function settled(verb, t, o)
  fields.check_call(verb, t, o, FIELDS)
  fields.named(verb, t.seat[1], o.pool or "chips", POOL)
  return { what = o.what or "the lot", seats = o.seats or t.seat, pool = o.pool or "chips", to = o.to,
    least = o.least or 1, by = o.by or 1, second = o.second, ties = o.ties }
end

local function purse(seat, o) return seat[o.pool]:amount() end

local function sold(t, seat, o, price)
  seat[o.pool]:pay(price, o.to)
  t:say("%s gets %s for %s.", seat, o.what, price)
  return seat, price
end

local function unsold(t, o)
  t:say("Nobody gets %s.", o.what)
  return nil, 0
end

-- --- out loud ---

-- One seat's turn: the new price, or nil when it is out.
local function call(t, seat, o, price)
  local least = price == 0 and o.least or price + o.by
  if purse(seat, o) < least then return nil end
  local bid = seat:ask { "bid", "How much do you bid for %s? (no bid: you are out)", o.what, min = least,
    max = purse(seat, o), optional = true }
  if bid then t:say("%s bids %s.", seat, bid) else t:say("%s is out.", seat) end
  return bid
end

--- Sells a lot with open bids: each seat in turn is asked "bid" for more than the last bid, or is out for good, until
--- one is left.
---@param t table the game's table
---@param o table what, seats, pool, to, least; by = how much more each bid is at least (1)
---@return seat|nil who has it; nil where nobody bids
---@return integer the price, which was paid to `to`
---@example local winner, price = auctions.ascending(t, { what = "the lot", to = t.pot, least = 5, by = 2 })
function auctions.ascending(t, o)
  o = settled("auctions.ascending", t, o)
  local left, price, best = table.move(o.seats, 1, #o.seats, 1, {}), 0, nil
  local at = 1
  while #left > 0 and not (#left == 1 and best) do
    local bid = call(t, left[at], o, price)
    if bid then price, best, at = bid, left[at], at + 1 else table.remove(left, at) end
    if at > #left then at = 1 end
  end
  if not best then return unsold(t, o) end
  return sold(t, best, o, price)
end

-- --- in secret ---

-- What each seat bids, in the order of the seats; then all are told.
local function secret_bids(t, o)
  local asked = t:ask_all(o.seats, function(seat)
    if purse(seat, o) < o.least then return nil end
    return { "bid", "What do you bid in secret for %s? (nothing: no bid)", o.what, min = o.least, max = purse(seat, o),
      optional = true }
  end)
  local bids = {}
  for i, seat in ipairs(o.seats) do
    bids[i] = asked[seat] or 0
    t:say(bids[i] > 0 and "%s bids %s." or "%s does not bid.", seat, bids[i])
  end
  return bids
end

-- Who bid most, or nil; and the best bid of the others.
local function highest(t, o, bids)
  local most, second, tied = 0, 0, {}
  for i, bid in ipairs(bids) do
    if bid > most then most, second, tied = bid, most, { o.seats[i] }
    elseif bid == most and bid > 0 then second, tied[#tied + 1] = bid, o.seats[i]
    elseif bid > second then second = bid end
  end
  if #tied > 1 and o.ties then return o.ties(t, tied), most, second end
  return tied[1], most, second
end

--- Sells a lot with secret bids: all are asked "bid" together, and the highest bidder gets it and pays the bid.
---@param t table the game's table
---@param o table what, seats, pool, to, least; second = true: the price is the second highest bid, at least `least`; ties = function(t, seats) that gives who of those has it or nil, left out: the first in `seats`
---@return seat|nil who has it
---@return integer the price, which was paid to `to`
---@example local winner, price = auctions.sealed(t, { what = "the lot", to = t.pot, second = true })
function auctions.sealed(t, o)
  o = settled("auctions.sealed", t, o)
  local winner, most, second = highest(t, o, secret_bids(t, o))
  if not winner then return unsold(t, o) end
  return sold(t, winner, o, o.second and math.max(second, o.least) or most)
end

--- Sells a lot with secret bids that everybody pays, whoever gets it.
---@param t table the game's table
---@param o table what, seats, pool, to, least; ties as in auctions.sealed
---@return seat|nil who has it
---@return integer its bid
---@example local winner, bid = auctions.all_pay(t, { what = "the favour of the court", to = t.pot })
function auctions.all_pay(t, o)
  o = settled("auctions.all_pay", t, o)
  local bids = secret_bids(t, o)
  local winner, most = highest(t, o, bids)
  for i, seat in ipairs(o.seats) do if seat ~= winner then seat[o.pool]:pay(bids[i], o.to) end end
  if not winner then return unsold(t, o) end
  return sold(t, winner, o, most)
end

return auctions
