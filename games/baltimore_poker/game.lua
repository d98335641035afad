-- Baltimore draw 'em, the poker: hole cards, a round of betting, a board of
-- four, replacements, a second round, and the best five of all take the pot.
-- The contests that a GM decides with such hands are the game `baltimore`,
-- whose way of replacing and naming hands this one shares.

local betting = require "betting"
local draw = require "baltimore.draw"
local screen = require "baltimore_poker.screen"

local MOST_HANDS = 1000 -- nobody counts them

return game {
  title = "Baltimore draw 'em poker",
  one_line = "four hole cards, four on the board, three replacements",
  seats = { 2, 8 },
  deck = "standard",

  rules = betting.with(betting.rules, draw.rules, {
    hole = { 4, "hole cards of each player", min = 1, max = 5, from = "hand" },
    replacements = { 3, "cards each player may replace", min = 0, max = 5,
      from = "hand" },
    stake = { 50, "chips each player begins with", min = 1, max = 1000000,
      from = "game" },
    ante = { 1, "chips each player puts in before the deal", min = 0,
      max = 100000, from = "hand" },
    hands = { 20, "hands in a game, unless one player has all the chips sooner",
      min = 1, max = MOST_HANDS },
    first_dealer = { "drawn", "the first dealer is drawn, or is the first seat",
      one_of = { "drawn", "first_seat" } },
  }),

  piles = {
    muck = "nobody", board = "everyone",
    seat = { hand = "owner", discards = "owner" },
  },
  pools = { pot = 0, seat = { chips = "stake" } },
  state = betting.with(betting.state, {
    hand = 0, dealer = none, acting = {},
    seat = betting.with(betting.seat, {
      playing = false, draws = 0, drawn = 0, stands = false, rank = 0, last_hand = 0,
    }),
  }),
  measures = {
    hands = "hands played", showdowns = "hands that came to a showdown",
    pots = "chips in the pots", all_in = { "players all-in at a showdown", by = "seat" },
  },

  about = {
    first_deal = "The first dealer is drawn.",
    post = "Antes or blinds are paid.",
    deal = "Each is dealt four cards.",
    first_bets = "The first round of betting.",
    lay_board = "Four cards are laid face up for all.",
    replace = "In turn, each may replace up to three cards.",
    second_bets = "The second round of betting.",
    showdown = "The best five of a hand and the board win the pot.",
    clear = "The cards come back, and the deal passes.",
    standings = "The most chips win.",
  },
  order = {
    "first_deal",
    {
      "begin", "post", "deal", "first_bets", "lay_board", "replace",
      "second_bets", "showdown", "clear",
    },
    "standings",
  },
  steps = { draw.steps },
  odds = screen.odds,
  screen = screen.screen,
  scores = screen.scores,

  -- Who plays -----------------------------------------------------------------

  first_deal = function(t)
    t:say("The best five of your own cards and the four on the board take the "
      .. "pot. You bet before the board and after it; in between, cards "
      .. "may be replaced. %s. `:help hands` says which hand beats which.", t:what_wins())
    if t.rules.first_dealer == "drawn" then
      t.dealer = t:choose(t.seat)
    else
      t.dealer = t.seat[1]
    end
  end,

  what_wins = function(t)
    if t.rules.hands == MOST_HANDS then return "The last player with chips wins" end
    local hands = t.rules.hands == 1 and "1 hand" or t.rules.hands .. " hands"
    return ("Whoever has the most chips after %s wins, or the last player with any"):format(hands)
  end,

  -- Those in this hand, from the dealer's left, the dealer last.
  players = function(t)
    local list = {}
    for seat in t:seats(t.dealer:left()) do
      if seat.playing then list[#list + 1] = seat end
    end
    return list
  end,

  -- Those who have not folded.
  inside = function(t)
    local list = {}
    for seat in t:seats(t.dealer:left()) do
      if seat.playing and not seat.folded then list[#list + 1] = seat end
    end
    return list
  end,

  begin = function(t)
    t.hand = t.hand + 1
    for seat in t:seats() do
      seat.playing = seat.chips:has(1)
      seat.draws = t.rules.replacements
      if seat.playing then seat.last_hand = t.hand end
    end
    betting.begin(t, t:players())
    t:say("Hand %s; %s deals.", t.hand, t.dealer)
  end,

  post = function(t)
    local players = t:players()
    betting.ante(t, players, t.rules.ante, t.pot)
    t.acting = betting.post_blinds(t, players, t.pot)
  end,

  -- The cards -----------------------------------------------------------------

  deal = function(t)
    t.deck:shuffle()
    t:burn()
    for _, seat in ipairs(t:players()) do
      t.deck:deal(t.rules.hole, seat.hand)
    end
  end,

  lay_board = function(t)
    if #t:inside() > 1 then draw.steps.lay_board(t) end
  end,

  replace = function(t)
    local seats = t:inside()
    if #seats < 2 then return end
    if t.rules.replacing == "in_turn" then return t:bites_in_turn(seats) end
    for _, seat in ipairs(seats) do
      while t:bite(seat) do end
      seat.stands = true
    end
  end,

  -- Betting -------------------------------------------------------------------

  first_bets = function(t) t:bets(t.acting, 1) end,

  second_bets = function(t)
    if #t:inside() > 1 then t:bets(t:players(), 2) end
  end,

  bets = function(t, seats, number)
    betting.round(t, { seats = seats, pot = t.pot, number = number })
    for _, seat in ipairs(seats) do
      if seat.folded then seat.hand:move_all(t.muck) end
    end
  end,

  -- The outcome ---------------------------------------------------------------

  showdown = function(t)
    local inside = t:inside()
    t:measure("pots", t.pot:amount())
    if #inside > 1 then
      t:measure("showdowns")
      t:open_hands(t:order_shown(inside))
    end
    for _, seat in ipairs(inside) do
      if not seat.chips:has(1) then t:measure("all_in", 1, seat) end
    end
    betting.award(t, { seats = t:players(), pot = t.pot,
      strength = function(seat) return seat.rank end })
  end,

  -- Who bet last in the last round shows first, else who sits left of the dealer.
  order_shown = function(t, inside)
    local order, at = {}, 1
    for i, seat in ipairs(inside) do if seat == t.bettor then at = i end end
    for i = 1, #inside do order[i] = inside[(at + i - 2) % #inside + 1] end
    return order
  end,

  -- Whoever is all-in for less beats nobody out of the side pots.
  beats = function(_, other, seat) return other.put >= seat.put end,

  clear = function(t)
    for _, seat in ipairs(t:players()) do
      if not seat.chips:has(1) then t:say("%s has no chips left.", seat) end
      seat.drawn, seat.rank, seat.stands = 0, 0, false
    end
    t:measure("hands")
    t:gather(t.deck)
    if t:game_over() then return done end
    t.dealer = t:next_dealer()
  end,

  game_over = function(t)
    local rich = 0
    for seat in t:seats() do
      if seat.chips:has(1) then rich = rich + 1 end
    end
    return rich < 2 or t.hand >= t.rules.hands
  end,

  -- The button goes to the left, to the next who has chips.
  next_dealer = function(t)
    local seat = t.dealer:left()
    while not seat.chips:has(1) do seat = seat:left() end
    return seat
  end,

  -- Of those without chips, who lasted longer stands higher.
  standings = function(t) t:finish("chips", "last_hand") end,
}
