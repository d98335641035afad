-- Betting: rounds of check, bet, call, raise and fold, for any card game.
--
-- Owns whose turn it is, what may be done and for how much, antes and blinds,
-- and who wins what of a pot when some are all-in. Always true: nothing is kept
-- here; a seat's `bet` is what it has put in during this round, its `put` what
-- it has put in during the hand and others must match, t.price what a seat must
-- match in this round. What nobody must match is dead money: it is in the pot
-- and in no seat's `put`. Between two rounds price and bets are 0, so that
-- blinds can be posted before one.
--
-- A game has pools { seat = { chips = ... } } and a pot, and takes over what is
-- declared here:
--   rules = betting.with(betting.rules, { hands = { 20, "hands played" } }),
--   state = betting.with(betting.state, { seat = betting.with(betting.seat) }),
-- A bank without end may sit at the table: it never runs short, and bets no
-- more than the others could call.
--
-- Tried and left: a list of whose turn is still to come. It has to be made again
-- after every raise; "has this seat stood at this price?" needs no list.

local fields = require "fields"

local betting, ipairs, max, min = {}, ipairs, math.max, math.min

local ENDLESS = 1 << 40

--- Betting: rounds of check, bet, call, raise and fold for any card game, with antes, blinds, limits and side pots. The game
--- deals the cards and says how strong a hand is; the module knows whose turn it is and who owes what.
---
--- A game declares what is kept: `rules = betting.with(betting.rules, { ... })`, the state in the same way (the example shows
--- it), a pool `chips` for each seat, and a pot. betting.hand plays a hand whole. To make each part a step of its own, call
--- betting.begin, then betting.ante or betting.post_blinds, a betting.round for each street, then betting.award.
---
--- The questions are "act", answered with one of q.options ("fold", "check", "call", "bet", "raise"), and then "bet" or
--- "raise": how much, from q.min to q.max, counted from the round's begin. betting.to_call and betting.choice tell a bot what
--- a call costs.
---
--- Common mistakes: a hand without betting.begin, in which the bets of the last one still count; `seats` in the same order
--- every hand (the first acts first: begin left of the dealer); a game that goes on although only one seat has chips; a
--- strength that is higher for the worse hand.
---@topic Around the game: betting, bets, blinds, limits
---@field act the question: a text of q.options; what it can be depends on the price
---@field bet the question for the size of a bet, a number from q.min to q.max; `raise` is the price after it
---@example local betting = require "betting"
--- return game {
---   title = "Bluff", seats = { 2, 6 }, deck = "standard",
---   rules = betting.with(betting.rules, {
---     hands = { 5, "hands in a game", min = 1, max = 50 } }),
---   state = betting.with(betting.state, { played = 0, dealer = none,
---     seat = betting.seat }),
---   piles = { seat = { hand = "owner" } },
---   pools = { pot = 0, seat = { chips = 100 } },
---   order = { { "play" }, "over" },
---   play = function(t)
---     t.dealer = t.dealer and t.dealer:left() or t:choose(t.seat)
---     local seats = betting.players(t, t.dealer)
---     if #seats < 2 or t.played == t.rules.hands then return done end
---     t.played = t.played + 1
---     t:gather(t.deck)
---     t.deck:shuffle()
---     betting.hand(t, { seats = seats, pot = t.pot, streets = { t.deal },
---       strength = function(seat) return poker.rank(seat.hand) end,
---       shows = function(seat) return poker.name(seat.hand) end })
---   end,
---   deal = function(t, seats)
---     betting.ante(t, seats, 1, t.pot)
---     for _, seat in ipairs(seats) do t.deck:deal(5, seat.hand) end
---   end,
---   over = function(t) t:finish(t:rank_by "chips") end,
--- }
---@example return { best = "mule",
---   mule = { one_line = "calls everything, and bets the least",
---     act = function(_, q)
---       for _, option in ipairs(q.options) do
---         if option == "call" or option == "check" then return option end
---       end
---     end,
---     bet = function(_, q) return q.min end,
---     raise = function(_, q) return q.min end },
--- }
---@see betting.hand, betting.round, betting.choice, betting.award, pool, poker.rank, library

--- The rules of betting, for a game to declare: `limit` ("none", "fixed", "spread" or "pot"); with a limit that is fixed or
--- spread `bet_size`, `doubled`, `most_bet` and `most_bet_two`; `pot_after_call` for a pot limit; `big_blind` (0: no blinds)
--- and `button_small`; `most_raises`; `full_raises`, the least raise of no limit and pot limit; and `complete_all_in`, the
--- half-bet rule of limit poker. `croupier show GAME` says of each what it means and what it may be.
---@example rules = betting.with(betting.rules, { hands = { 20, "hands played" } })
betting.rules = {
  limit = { "none", "how much may be bet: anything, one size, from bet_size "
    .. "to most_bet, or at most the pot",
    one_of = { "none", "fixed", "spread", "pot" }, from = "hand" },
  bet_size = { 2, "chips in every bet and raise with a fixed limit; the least "
    .. "with a spread limit", min = 1, max = 100000, from = "hand" },
  doubled = { true, "the fixed limit doubles in round two", from = "hand" },
  most_bet = { 10, "most chips in a bet or raise with a spread limit", min = 1,
    max = 100000, from = "hand" },
  most_bet_two = { 0, "the same in round two (0: as in round one)", min = 0,
    max = 100000, from = "hand" },
  pot_after_call = { false, "a pot limit counts the pot after the call",
    from = "hand" },
  full_raises = { false, "without a fixed limit a bet is at least the big "
    .. "blind, a raise at least the last bet or raise, as in card rooms",
    from = "hand" },
  complete_all_in = { false, "with a fixed limit an all-in of less than half a "
    .. "bet may be completed to a full one, and a larger one counts as full",
    from = "hand" },
  most_raises = { 3, "raises in a round (0: any number)", min = 0, max = 100,
    from = "hand" },
  big_blind = { 0, "chips in the big blind; the small blind is half (0: "
    .. "none)", min = 0, max = 100000, from = "hand" },
  button_small = { false, "with two players, the dealer posts the small blind",
    from = "hand" },
}

--- What betting keeps of the table, to be declared by a game: the price, and `bettor`, who bet or raised last in
--- this round or, after it, in the last one (nil: nobody).
---@example state = betting.with(betting.state, { round = 0, seat = betting.seat })
betting.state = { price = internal(0), full_price = internal(0), raises = internal(0), last_raise = internal(0),
  least_bet = internal(0), bettor = internal(none), seats_in_hand = internal(0) }

--- The state that betting keeps for each seat, for a game to declare.
---@example state = betting.with(betting.state, { seat = betting.with(betting.seat, { points = 0 }) })
betting.seat = { bet = internal(0), put = internal(0), folded = false, stood = internal(none) }

-- A rule of those, with another default.
local function with_default(name, rule, value)
  if not rule then
    fields.unknown("betting.with", "rule", name, betting.rules, ": a new rule is { default, \"meaning\", limits }")
  end
  local new = {}
  for key, item in pairs(rule) do new[key] = item end
  new[1] = value
  return new
end

--- A new table with the entries of several; the later ones count. After `betting.rules` a value alone is another default
--- for the rule of that name.
---@param ... table what is put together
---@return table for a game's declaration
---@example betting.with({ a = 1 }, { b = 2 }) --> { a = 1, b = 2 }
--- local rules = betting.with(betting.rules, { limit = "pot", big_blind = 2, hands = { 20, "hands played" } })
---@error "betting.with: unknown rule `limt`, did you mean `limit`?"
---@error "betting.with: expected betting.rules before `limit`: betting.with(betting.rules, { limit = ... })"
function betting.with(...)
  local all, rules, first = {}, false, (...)
  local is_state = first == betting.state or first == betting.seat
  for _, list in ipairs { ... } do
    rules = rules or list == betting.rules
    for name, value in pairs(list) do
      if not (rules or is_state) and betting.rules[name] and type(value) ~= "table" then
        error(("betting.with: expected betting.rules before `%s`: betting.with(betting.rules, { %s = ... })"):format(
          name, name), 2)
      end
      all[name] = rules and type(value) ~= "table" and with_default(name, all[name], value) or value
    end
  end
  return all
end

-- Mistakes in a game's own script -----------------------------------------------------

local ROUND = { "seats", "pot", seats = "seats", pot = "pool", number = "whole", limits = "function" }
local AWARD = { "seats", "pot", "strength", seats = "seats", pot = "pool", strength = "functions", shows = "function" }
local HAND = { "seats", "pot", "streets", "strength", seats = "seats", pot = "pool", streets = "functions",
  strength = "functions", shows = "function", limits = "function" }
local CHIPS = "declare pools = { seat = { chips = 50 } }"
local STATE = "declare state = betting.with(betting.state, { seat = betting.seat })"
local RULES = "declare rules = betting.with(betting.rules)"

local function check_declared(verb, t, seat)
  fields.needs(verb, t, { "seats_in_hand", "price" }, STATE)
  if seat then
    fields.needs(verb, seat, { "bet", "folded" }, STATE)
    fields.needs(verb, seat, { "chips" }, CHIPS)
  end
  fields.needs(verb, t.rules, { "limit" }, RULES)
end

-- Has the hand begun, for a seat that puts chips in?
local function check_begun(verb, t, seat)
  if t.seats_in_hand == 0 then error(verb .. ": no hand has begun: call betting.begin(t, seats) first", 3) end
  if seat and seat.folded and seat.chips:has(1) then
    error(("%s: %s has folded: call betting.begin(t, seats) before each hand"):format(verb, seat.name), 3)
  end
end

-- What a seat has and owes ----------------------------------------------------

local function stack(seat)
  if seat.chips:has(ENDLESS) then return ENDLESS end
  return seat.chips:amount()
end

--- The seats with chips, from the dealer's left, the dealer last: who can play the next hand. The first of them is also
--- the next dealer.
---@param t table the game's table
---@param dealer seat|nil who deals; the first seat comes first when left out
---@return table a list of seats
---@example betting.players(t, t.seat[1]) --> { Ben, Clara, Anna }
---@see betting.hand, betting.dead_button
function betting.players(t, dealer)
  local list = {}
  for seat in t:seats(dealer and dealer:left()) do
    if seat.chips:has(1) then list[#list + 1] = seat end
  end
  return list
end

--- The seats that have not folded.
---@param seats table a list of seats
---@return table a list, in the same order
---@example betting.begin(t, t.seat)
--- t.seat[2].folded = true
--- betting.inside(t.seat) --> { Anna, Clara }
function betting.inside(seats)
  local list = {}
  for _, seat in ipairs(seats) do
    if not seat.folded then list[#list + 1] = seat end
  end
  return list
end

local function has_in(seat) return seat.bet end

local function could_have_in(seat) return seat.bet + (seat.folded and 0 or stack(seat)) end

-- The most of what each of the others has in, or could have.
local function most_of_others(seats, seat, has)
  local most = 0
  for _, other in ipairs(seats) do
    if other ~= seat then most = max(most, has(other)) end
  end
  return most
end

-- How many chips a seat owes, and whether anybody could call a raise. A seat
-- need not match more than some other could have in (a blind may be short).
local function owed_by(t, seat, seats)
  local most = most_of_others(seats, seat, could_have_in)
  return max(min(t.price, most) - seat.bet, 0), most > t.price
end

--- How many chips a seat must add to call now, at most all it has (0: it may check).
---@param t table the game's table, or its view
---@param seat seat who would call
---@param seats table a list of the seats that play the hand
---@return integer chips to call
---@example betting.begin(t, t.seat)
--- betting.blinds(t, t.seat[2], t.seat[3], 4, t.pot)
--- betting.to_call(t, t.seat[1], t.seat) --> 4
function betting.to_call(t, seat, seats)
  return min(owed_by(t, seat, seats), stack(seat))
end

-- Limits: how much a bet or raise adds at least and at most ---------------------

local function least_raise(t)
  return t.rules.full_raises and max(t.last_raise, t.least_bet, 1) or 1
end

-- Has somebody brought it in, and nobody bet in full? A blind or a bet is full.
local function brought_in(t)
  return t.full_price == 0 and t.last_raise > 0
end

local function half_counts(t, o)
  return t.rules.complete_all_in and t.rules.limit == "fixed" and not o.limits
end

-- What a bring-in, or all-ins since the last full bet, have put in of a bet
-- that may be completed.
local function short_part(t, o)
  local opens = t.rules.limit == "fixed" and not o.limits and brought_in(t)
  return (opens or half_counts(t, o)) and t.price - t.full_price or 0
end

local limits = {}

function limits.none(t)
  return least_raise(t), ENDLESS
end

function limits.fixed(t, o)
  local twice = t.rules.doubled and (o.number or 1) > 1
  local size = t.rules.bet_size * (twice and 2 or 1)
  local short = short_part(t, o)
  if short < size then size = size - short end
  return size, size
end

function limits.spread(t, o)
  local rules = t.rules
  local two = (o.number or 1) > 1 and rules.most_bet_two > 0
  local most = two and rules.most_bet_two or rules.most_bet
  local least = max(rules.bet_size, least_raise(t))
  return least, max(most, least)
end

function limits.pot(t, o, to_call)
  local most = o.pot:amount() + (t.rules.pot_after_call and to_call or 0)
  return least_raise(t), max(most, least_raise(t))
end

local function add_limits(t, o, to_call)
  if o.limits then return o.limits(t, o, to_call) end
  return limits[t.rules.limit](t, o, to_call)
end

-- A seat that has stood at a price may raise again only when it faces a full
-- bet or raise since, or as much: an all-in that is short of one doesn't reopen
-- the betting.
local function may_raise(t, seat, least)
  local cap = t.rules.most_raises
  if t.price > 0 and cap > 0 and t.raises >= cap then return false end
  return not seat.stood or seat.stood < t.full_price or t.price - seat.stood >= least
end

--- What a seat may do now: how much it must add to call (0: it may check) and, if it may bet or raise, the least and
--- the most it can raise to.
---@param t table the game's table, or its view
---@param seat seat whose turn it is
---@param o table as for betting.round
---@return integer chips to call; less than the price when the seat is short
---@return integer|nil the least it can raise to, counted from the round's begin
---@return integer|nil the most it can raise to
---@example betting.begin(t, t.seat)
--- local to_call, least, most = betting.choice(t, seat, { seats = t.seat, pot = t.pot, number = 1 }) --> 0, 1, 50
function betting.choice(t, seat, o)
  local chips = stack(seat)
  local owed, opposed = owed_by(t, seat, o.seats)
  if owed >= chips then return chips end
  local least, most = add_limits(t, o, owed)
  if not opposed or not may_raise(t, seat, least) then return owed end
  local all = seat.bet + chips
  if chips == ENDLESS then all = max(most_of_others(o.seats, seat, could_have_in), t.price + least) end
  return owed, min(t.price + least, all), min(t.price + most, all)
end

-- Putting chips in --------------------------------------------------------------

-- Up to n chips: how many there were.
local function put_in(seat, n, pot)
  local paid = seat.chips:pay_up_to(n, pot)
  seat.bet, seat.put = seat.bet + paid, seat.put + paid
  return paid
end

local function all_in(seat)
  return seat.chips:has(1) and "" or ", all in"
end

local acts = {}

function acts.fold(t, seat)
  seat.folded = true
  t:say("%s folds.", seat)
end

function acts.check(t, seat)
  t:say("%s checks.", seat)
end

function acts.call(t, seat, o, to_call)
  put_in(seat, to_call, o.pot)
  t:say("%s calls %s%s.", seat, to_call, all_in(seat))
end

-- Is a bet or raise to so much a full one? `least`: what that adds.
local function is_full(t, o, to, least)
  if to - t.price >= least then return true end
  local short = short_part(t, o)
  return half_counts(t, o) and 2 * (short + to - t.price) >= short + least
end

-- A bet is no raise, nor is its completion; a raise that is short (all-in)
-- counts neither for the cap nor as the last raise.
function acts.raise(t, seat, o, _, least, most)
  local opening = t.price == 0
  local to = seat:ask { opening and "bet" or "raise",
    opening and "How much do you bet?" or "Raise from %s to how much?", t.price, min = least, max = most }
  if is_full(t, o, to, (add_limits(t, o, t.price - seat.bet))) then
    if t.price - short_part(t, o) > 0 then t.raises = t.raises + 1 end
    t.last_raise, t.full_price = to - t.price, to
  end
  put_in(seat, to - seat.bet, o.pot)
  t.price, t.bettor = to, seat
  t:say(opening and "%s bets %s%s." or "%s raises to %s%s.", seat, to,
    all_in(seat))
end

acts.bet = acts.raise

-- Turns ---------------------------------------------------------------------------

local CHOICES = {
  pay = { "fold", "call" },
  pay_more = { "fold", "call", "raise" },
  free = { "check" },
  free_more = { "check", "raise" },
  open = { "check", "bet" },
}

local function choices(t, to_call, least)
  if to_call > 0 then return least and CHOICES.pay_more or CHOICES.pay end
  if not least then return CHOICES.free end
  return t.price > 0 and CHOICES.free_more or CHOICES.open
end

-- What comes of each, beside the options. to: the only amount that can be bet or raised to, where there is but one.
local function note(act, seat, to_call, to)
  if act == "fold" then return "you give up your hand; your bets stay in the pot" end
  if act == "check" then return "bet nothing, stay in" end
  if act == "call" then return to_call == stack(seat) and "all-in with your last %s" or "pay %s", to_call end
  if to then return act == "bet" and "bet %s" or "raise to %s: you pay %s", to, to - seat.bet end
  if to_call > 0 then return "pay %s to call, and as much more as you say", to_call end
  return "you say how much"
end

local function turn(t, seat, o)
  local to_call, least, most = betting.choice(t, seat, o)
  local act = seat:ask { "act",
    to_call == 0 and "The pot is %s. Your move?" or "The pot is %s, %s to call. Your move?", o.pot:amount(), to_call,
    one_of = choices(t, to_call, least), tells = function(option, _, me)
      return note(option, me, to_call, least == most and least or nil)
    end }
  acts[act](t, seat, o, to_call, least, most)
  seat.stood = t.price
end

-- Has the seat something to decide?
local function must_act(t, seat, seats)
  local stood = seat.stood
  if seat.folded or stood and seat.bet >= t.price or not seat.chips:has(1) then return false end
  local owed, opposed = owed_by(t, seat, seats)
  return owed > 0 or opposed and not stood
end

-- The part of the highest bet that nobody called goes back.
local function return_uncalled(t, o)
  for _, seat in ipairs(o.seats) do
    local n = seat.bet > 0 and seat.bet - most_of_others(o.seats, seat, has_in) or 0
    if n > 0 then
      o.pot:pay(n, seat.chips)
      seat.put = seat.put - n
      return t:say("%s takes back %s that nobody called.", seat, n)
    end
  end
end

--- Plays a round of betting: asks "act" (check, bet, call, raise, fold) and, for amounts, "bet" or "raise", until
--- everybody has called, folded or is all-in. A bet that nobody called is returned.
---@param t table the game's table
---@param o table seats = who was dealt in, who acts first in front; pot = the pool; number = 1 or 2, which round it is; limits = function(t, o, to_call) for limits of the game's own: what a raise adds at least and at most
---@return table the seats that have not folded
---@example betting.begin(t, t.seat)
--- local left = betting.round(t, { seats = { t.seat[1], t.seat[2], t.seat[3] }, pot = t.pot, number = 1 })
function betting.round(t, o)
  fields.check_call("betting.round", t, o, ROUND)
  check_declared("betting.round", t, o.seats[1])
  check_begun("betting.round", t)
  local seats, at, quiet, inside = o.seats, 0, 0, #betting.inside(o.seats)
  t.bettor = nil
  while quiet < #seats and inside > 1 do
    at = at % #seats + 1
    quiet = quiet + 1
    if must_act(t, seats[at], seats) then
      turn(t, seats[at], o)
      quiet = 0
      if seats[at].folded then inside = inside - 1 end
    end
  end
  return_uncalled(t, o)
  for _, seat in ipairs(seats) do seat.bet, seat.stood = 0, nil end
  t.price, t.full_price, t.raises, t.last_raise = 0, 0, 0, 0
  return betting.inside(seats)
end

-- Before and after ------------------------------------------------------------------

--- Begins a hand: nobody has put anything in or folded.
---@param t table the game's table
---@param seats table the seats that play it
---@example betting.begin(t, { t.seat[2], t.seat[3] })
function betting.begin(t, seats)
  check_declared("betting.begin", t, seats[1])
  t.seats_in_hand, t.least_bet = 0, 0
  for _, seat in ipairs(seats) do
    seat.bet, seat.put, seat.folded, seat.stood = 0, 0, false, nil
    if seat.chips:has(1) then t.seats_in_hand = t.seats_in_hand + 1 end
  end
  t.seats_in_hand = max(t.seats_in_hand, 1) -- 0: no hand has begun
  t.price, t.full_price, t.raises, t.last_raise = 0, 0, 0, 0
end

--- Takes an ante from each seat; a seat that has less puts in all it has. An ante from only some of the seats that
--- play the hand, like a dealer's or the big blind's for everybody, is dead money: whoever wins the main pot gets it.
---@param t table the game's table
---@param seats table who pays: all in one call, if all of them do
---@param n integer how many chips
---@param pot pool where they go
---@example betting.begin(t, t.seat)
--- betting.ante(t, t.seat, 2, t.pot)
--- t.pot:amount() --> 16
function betting.ante(t, seats, n, pot)
  if n == 0 then return end
  local matched = #seats >= t.seats_in_hand
  for _, seat in ipairs(seats) do
    check_begun("betting.ante", t, seat)
    local paid = seat.chips:pay_up_to(n, pot)
    if matched then seat.put = seat.put + paid end
    local short = paid < n and " of " .. n or ""
    if paid > 0 then t:say("%s antes %s%s%s.", seat, paid, short, all_in(seat)) end
  end
end

-- What is posted, by its name: how it is said, and which of the table's amounts it sets beside the price.
local POSTS = {
  ["small blind"] = { "the small blind" },
  ["big blind"] = { "the big blind", "full_price", "last_raise", "least_bet" },
  straddle = { "a straddle", "full_price", "last_raise" },
  ["bring-in"] = { "the bring-in", "last_raise" },
  ["dead blind"] = { "a dead blind" },
}

--- Posts chips for one seat before a round: a blind of any size, alone or beside others, a straddle, a bring-in or a
--- dead blind. A seat that is short posts all it has; the price is the full amount all the same.
---
--- Whoever posts a blind or a straddle may still raise. A raise over a big blind or a straddle is at least as large, by
--- the rule `full_raises`. A bring-in is no full bet: with a fixed limit the first bet completes it to one, and whoever
--- posted it acts again only after that. A dead blind goes to the pot and is no bet of the seat.
---@param t table the game's table
---@param seat seat who posts
---@param n integer how many chips
---@param pot pool where they go
---@param what string|nil "big blind", as when left out, "small blind", "straddle", "bring-in" or "dead blind"
---@error `betting.post: ante can't be posted, expected "big blind", "small blind", "straddle", "bring-in" or "dead blind"`
---@example betting.begin(t, t.seat)
--- betting.post(t, t.seat[2], 4, t.pot)
--- betting.post(t, t.seat[3], 8, t.pot, "straddle")
--- betting.to_call(t, t.seat[2], t.seat) --> 4
--- betting.to_call(t, t.seat[1], t.seat) --> 8
---@see betting.blinds, betting.dead_button
function betting.post(t, seat, n, pot, what)
  local kind = POSTS[what or "big blind"]
  if not kind then
    error(('betting.post: %s can\'t be posted, expected "big blind", "small blind", "straddle", "bring-in" or '
      .. '"dead blind"'):format(what), 2)
  end
  check_begun("betting.post", t, seat)
  local dead = what == "dead blind"
  local paid = dead and seat.chips:pay_up_to(n, pot) or put_in(seat, n, pot)
  if not dead then t.price = max(t.price, n) end
  for i = 2, #kind do t[kind[i]] = max(t[kind[i]], n) end
  if what == "bring-in" then seat.stood = n end
  local short = paid < n and paid .. " of " or ""
  if paid > 0 then t:say("%s posts %s%s of %s%s.", seat, short, kind[1], n, all_in(seat)) end
end

--- Posts the blinds of the next round: the small one is half the big one, rounded down, at least 1. The price is the
--- big blind even when the seat that posts it is short, and that seat may still raise.
---@param t table the game's table
---@param small seat who posts the small blind
---@param big seat who posts the big blind
---@param n integer chips of the big blind
---@param pot pool where they go
---@example betting.begin(t, t.seat)
--- betting.blinds(t, t.seat[2], t.seat[3], 4, t.pot)
--- t.pot:amount() --> 16
function betting.blinds(t, small, big, n, pot)
  check_begun("betting.blinds", t, big)
  betting.post(t, small, max(n // 2, 1), pot, "small blind")
  betting.post(t, big, n, pot)
end

-- Which of the seats post the small blind and the big one.
local function blind_places(t, seats)
  local small = #seats == 2 and t.rules.button_small and 2 or 1
  return small, small % #seats + 1
end

--- Begins a round whose blinds have been posted already, for a table with several pots: the price is the big blind,
--- and each seat's `bet` must be what it has posted in this pot. betting.post_blinds does this by itself.
---@param t table the game's table
---@param seats table who plays, from the dealer's left; the dealer is the last
---@param n integer|nil chips of the big blind; the rule `big_blind` when left out
---@return table the seats in the order in which they act in the next round
---@example betting.after_blinds(t, { t.seat[1], t.seat[2], t.seat[3] }, 4) --> { Clara, Anna, Ben }
--- t.price --> 4
function betting.after_blinds(t, seats, n)
  n = n or t.rules.big_blind
  if n == 0 then return seats end
  t.price, t.full_price, t.last_raise, t.least_bet = n, n, n, n
  local order, _, big = {}, blind_places(t, seats)
  for i = 1, #seats do order[i] = seats[(big + i - 1) % #seats + 1] end
  return order
end

--- Posts the blinds that the rules require, if any: the first two seats post them. With two seats, the first posts the
--- small one or, by the rule `button_small`, the second.
---@param t table the game's table
---@param seats table who plays, from the dealer's left; the dealer is the last
---@param pot pool where they go
---@param n integer|nil chips of the big blind; the rule `big_blind` when left out
---@return table the seats in the order in which they act in the next round
---@example betting.begin(t, t.seat)
--- local order = betting.post_blinds(t, { t.seat[1], t.seat[2], t.seat[3] }, t.pot, 4)
--- order --> { Clara, Anna, Ben }
function betting.post_blinds(t, seats, pot, n)
  n = n or t.rules.big_blind
  if n == 0 then return seats end
  local small, big = blind_places(t, seats)
  betting.blinds(t, seats[small], seats[big], n, pot)
  return betting.after_blinds(t, seats, n)
end

--- The blind of a hand where blinds rise: an entry of a list, the next one after so many hands, the last one for ever.
---@param levels table integers, one a level
---@param every integer how many hands each level is played
---@param hand integer which hand it is, from 1
---@return integer the entry
---@example betting.level({ 2, 4, 8 }, 10, 11) --> 4
--- betting.level({ 2, 4, 8 }, 10, 99) --> 8
---@see betting.post_blinds
function betting.level(levels, every, hand)
  return levels[min((hand - 1) // every + 1, #levels)]
end

-- The next seat that has chips after place i, and its place.
local function next_with_chips(seats, i)
  for k = 1, #seats do
    local place = (i + k - 1) % #seats + 1
    if seats[place].chips:has(1) then return seats[place], place end
  end
end

local function place_of(seats, seat)
  for i, other in ipairs(seats) do if other == seat then return i end end
end

--- Where the button and the blinds are in the next hand by the dead-button rule of tournaments: the big blind is the
--- next seat with chips after the last one, the small blind is where the big one was, the button where the small one
--- was. So the button or the small blind may fall to a seat that is out; betting.post takes nothing from one. With two
--- left the button has the small blind.
---@param seats table all seats of the table, in their order, also those that are out
---@param small seat|nil where the small blind was in the last hand, nil before the first
---@param big seat|nil the same of the big blind
---@return seat where the button is
---@return seat where the small blind is
---@return seat who posts the big blind
---@example betting.dead_button(t.seat) --> Anna, Ben, Clara
--- betting.dead_button(t.seat, t.seat[1], t.seat[2]) --> Anna, Ben, Clara
---@see betting.post
function betting.dead_button(seats, small, big)
  local playing = 0
  for _, seat in ipairs(seats) do if seat.chips:has(1) then playing = playing + 1 end end
  local first, place = next_with_chips(seats, 0)
  if not big then
    big = next_with_chips(seats, place)
    if playing > 2 then return first, big, (next_with_chips(seats, place_of(seats, big))) end
    return first, first, big
  end
  local due, at = next_with_chips(seats, place_of(seats, big))
  local other = next_with_chips(seats, at)
  if playing == 2 then return other, other, due end
  return small, big, due
end

-- Awarding a pot --------------------------------------------------------------------

local function pay_out(t, o, amounts, what)
  for i, seat in ipairs(o.seats) do
    if amounts[i] > 0 then
      o.pot:pay(amounts[i], seat.chips)
      t:say("%s wins %s from %s.", seat, amounts[i], what)
    end
  end
end

-- What is in the pot without being anybody's bet (a price paid, a dealer's ante,
-- what an earlier hand left) belongs to the main pot, which all who are left may
-- win, also those who had no chips to bet.
local function add_dead_money(o, layers, left)
  local dead = o.pot:amount()
  for _, layer in ipairs(layers) do dead = dead - layer.amount end
  if dead == 0 then return end
  if #layers == 0 or #layers[1].seats < #left then table.insert(layers, 1, { amount = 0, seats = left }) end
  layers[1].amount = layers[1].amount + dead
end

-- The layers of a pot; when all who bet have folded, their bets are dead money.
local function layers_of(t, o, left)
  local put, folded, has_bet = {}, {}, false
  for i, seat in ipairs(o.seats) do put[i], folded[i] = seat.put, seat.folded end
  for _, i in ipairs(left) do has_bet = has_bet or put[i] > 0 end
  local layers, back = {}, nil
  if has_bet then layers, back = pots.layers { put = put, folded = folded } end
  if back then
    o.pot:pay(back.amount, o.seats[back.seat].chips)
    t:say("%s takes back %s.", o.seats[back.seat], back.amount)
  end
  add_dead_money(o, layers, left)
  return layers
end

-- What the seats have for each part of the pot, false for none: 0, too, but in the first part.
local function strengths_of(o)
  local many = {}
  for k, strength in ipairs(type(o.strength) == "table" and o.strength or { o.strength }) do
    many[k] = {}
    for i, seat in ipairs(o.seats) do
      local n = not seat.folded and strength(seat)
      many[k][i] = (k == 1 or n ~= 0) and n
    end
  end
  return many
end

--- Pays out a pot: each layer of it, including side pots, goes to the strongest of those who may win it; ties share,
--- and odd chips go one each to the first of them in `seats`. Chips in the pot that nobody bet go with the main pot.
---
--- With a list of functions each layer is split into as many parts, and an odd chip goes to the first: the high hand
--- and the low one, or, for a board that is run twice, one function a board. In a part after the first, 0 is no hand
--- (poker.rank of cards that make no low); a part that nobody has a hand for goes to the winners of the part before it.
---@param t table the game's table
---@param o table seats = all who played the hand, from the dealer's left, or whoever gets an odd chip first; pot = the pool; strength = function(seat) that gives a number, higher wins, or a list of such functions; shows = function(seat) that gives a text, said of each seat if several are left: "Anna: pair of kings."
---@return table how much each of the seats won, in their order
---@example betting.begin(t, t.seat)
--- betting.ante(t, t.seat, 2, t.pot)
--- betting.award(t, { seats = t.seat, pot = t.pot, strength = function(one) return poker.rank(one.hand) end }) --> { 0, 16, 0 }
--- betting.begin(t, t.seat)
--- betting.ante(t, t.seat, 1, t.pot)
--- local high = function(one) return poker.rank(one.hand) end
--- local low = function(one) return poker.rank(one.hand, { low = "ace_to_five" }) end
--- betting.award(t, { seats = t.seat, pot = t.pot, strength = { high, low } })[2] --> 2
---@see pots.award, kinds of poker
function betting.award(t, o)
  fields.check_call("betting.award", t, o, AWARD)
  local many, left, won = strengths_of(o), {}, {}
  for i, seat in ipairs(o.seats) do
    won[i] = 0
    if not seat.folded then left[#left + 1] = i end
  end
  for _, i in ipairs(o.shows and #left > 1 and left or {}) do t:say("%s: %s.", o.seats[i], o.shows(o.seats[i])) end
  local layers = layers_of(t, o, left)
  for k, layer in ipairs(layers) do
    local amounts = pots.award { layers = { layer }, strengths = many }
    pay_out(t, o, amounts, #layers == 1 and "the pot" or k == 1 and "the main pot" or "a side pot")
    for i, n in ipairs(amounts) do won[i] = won[i] + n end
  end
  return won
end

--- Plays a whole hand: on each street cards are dealt or drawn, then the seats bet; when only one is left, or after the
--- last street, the pot is paid out. It is betting.begin, a betting.round for each street, and betting.award.
---
--- A street is a function(t, seats), which gets the seats that have not folded. It may return the seats in the order in
--- which they act, as betting.post_blinds does; otherwise they act as in `seats`. From the second half of the streets on,
--- limits are those of round two.
---
--- The hand is one step of the game, which the bot `search` plays again in each world that it imagines: in a long hand a
--- step for each street makes it faster.
---@param t table the game's table
---@param o table seats = who plays, from the dealer's left; pot = the pool; streets = a list of functions; strength, shows = as for betting.award; limits = as for betting.round
---@return table how much each of the seats won, in their order
---@error "betting.hand: `streets` is missing: expected a function, or a list of functions"
---@example local function deal(_, seats)
---   t:gather(t.deck)
---   for _, seat in ipairs(seats) do t.deck:deal(5, seat.hand) end
---   return betting.post_blinds(t, seats, t.pot, 2)
--- end
--- betting.hand(t, { seats = betting.players(t, t.dealer), pot = t.pot, streets = { deal },
---   strength = function(seat) return poker.rank(seat.hand) end,
---   shows = function(seat) return poker.name(seat.hand) end })
---@see betting.players, betting.award, kinds of poker
function betting.hand(t, o)
  fields.check_call("betting.hand", t, o, HAND)
  betting.begin(t, o.seats)
  local streets = type(o.streets) == "table" and o.streets or { o.streets }
  for number, street in ipairs(streets) do
    local order = street(t, betting.inside(o.seats)) or o.seats
    local round = { seats = order, pot = o.pot, number = 2 * number > #streets and 2 or 1, limits = o.limits }
    if #betting.round(t, round) == 1 then break end
  end
  return betting.award(t, { seats = o.seats, pot = o.pot, strength = o.strength, shows = o.shows })
end

return fields.checked("betting", betting, { players = "t dealer:seat?", inside = "seats", to_call = "t seat seats",
  choice = "t seat o:round", begin = "t seats", ante = "t seats n:whole pot:pool",
  level = "levels:wholes every:whole hand:whole",
  post = "t seat n:whole pot:pool what:string?", blinds = "t small:seat big:seat n:whole pot:pool",
  after_blinds = "t seats:players n:whole?", post_blinds = "t seats:players pot:pool n:whole?",
  dead_button = "seats small:seat? big:seat?", with = "first:table? second:table? third:table?" })
