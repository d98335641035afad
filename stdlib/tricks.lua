-- Tricks: everyone plays a card, one of them wins.
--
-- Owns what trick games share: the order of the cards, who may play what, whose
-- card is highest, and a whole trick in one call. A game says how its cards rank
-- once, by tricks.order; the functions of the module itself are those of the
-- order that says nothing. Always true: nothing is kept here between calls; the
-- cards lie in piles of the game and the leader in its state.
--
-- Rejected: the order as a field of the declaration. A bot or a helper file that
-- asks "would this win?" would have to find the table first.

local fields = require "fields"
local standard = require "decks.standard"

local tricks = {}

--- How the cards of a trick game rank, and what must be played: declared once with tricks.order, and used by its
--- functions.
---
--- By default the standard deck's ace is high (other decks go by the `value` of their cards), players must follow the
--- suit led, and a player who can't follow may play anything.
---@topic Around the game: tricks, trumps, bowers, following suit
---@field ranks the ranks from the lowest to the highest, a list or words in a text; those left out never play
---@field trumps the suit that is always trumps; if left out, the suit is passed with each trick
---@field bowers the rank whose card of trumps is the highest card; the one of the other suit of its colour is next, and a trump
---@field jokers true: cards without a suit are trumps above all, the first in the deck highest
---@field must any of "follow" the suit led, else "trump", and "head" the trick, each if it can be; { "follow" } if left out
---@field deck the deck's kind, if it is not the standard one
---@example local euchre = tricks.order { ranks = "9 10 J Q K A", bowers = "J" }
--- local whist = tricks.order { trumps = "spades", must = { "follow", "trump" } }
--- euchre.winner(t.board, "spades") --> 3
--- tricks.winner(t.board, "spades") --> 3
---@see tricks.order, pile, seat:ask

local FIELDS = { deck = "deck", ranks = "words", trumps = "string", bowers = "string", jokers = "boolean",
  must = "words" }
local MUST = { follow = true, trump = true, head = true }

-- A list, or the words of a text.
local function list_of(value)
  if type(value) ~= "string" then return value end
  local list = {}
  for word in value:gmatch "%S+" do list[#list + 1] = word end
  return list
end

local function set_of(list)
  local set = {}
  for i, name in ipairs(list) do set[name] = i end
  return set
end

-- Of each suit the other one of its colour; or nil and a sentence.
local function partners(deck)
  local color, partner = {}, {}
  for _, face in ipairs(deck.faces) do if face.suit then color[face.suit] = face.color or face.suit end end
  for _, one in ipairs(deck.suits) do
    for _, other in ipairs(deck.suits) do
      if one ~= other and color[one] == color[other] then
        if partner[one] then return nil, ("`bowers` needs two suits of each colour: %s has more"):format(color[one]) end
        partner[one] = other
      end
    end
    if not partner[one] then return nil, ("`bowers` needs two suits of each colour: %s is alone"):format(one) end
  end
  return partner
end

-- The place of each rank, higher for a higher one; or nil and a sentence.
local function places(ranks, deck)
  local known, place = set_of(deck.ranks), {}
  for i, rank in ipairs(list_of(ranks)) do
    if not known[rank] then
      return nil, ("the deck has no rank %s, expected some of %s"):format(tostring(rank), table.concat(deck.ranks, " "))
    end
    if place[rank] then return nil, ("rank %s appears twice"):format(rank) end
    place[rank] = i
  end
  if next(place) == nil then return nil, "`ranks` is empty" end
  return place
end

-- What is wrong in what a game says; or nil, the places of its ranks and the partners of its suits.
local function read(said, deck)
  local wrong, place, partner
  for _, name in ipairs(said.must and list_of(said.must) or {}) do
    if not MUST[name] then
      return ("`must` has `%s`, expected some of %s"):format(tostring(name), fields.names(MUST))
    end
  end
  if said.trumps and not set_of(deck.suits)[said.trumps] then
    return ("the deck has no suit %s, expected one of %s"):format(said.trumps, table.concat(deck.suits, ", "))
  end
  if said.bowers and not set_of(deck.ranks)[said.bowers] then
    return ("the deck has no rank %s"):format(said.bowers)
  end
  if said.ranks then place, wrong = places(said.ranks, deck) end
  if said.bowers and not wrong then partner, wrong = partners(deck) end
  return wrong, place, partner
end

local BOWER, JOKER = 1000, 2000 -- above any place

-- The trick's cards, of a list or a pile.
local function cards_of(trick) return type(trick) == "userdata" and trick:list() or trick end

-- Adds what a card counts as and which one wins. `place` and `partner` are what `read` gave.
local function add_ranking(order, said, place, partner)
  local bowers = said.bowers

  local function height(card, trump)
    if not card.suit then return JOKER - card.index end
    if trump and card.rank == bowers then
      if card.suit == trump then return BOWER + 1 end
      if card.suit == partner[trump] then return BOWER end
    end
    if place then return place[card.rank] or 0 end
    return card.rank == "A" and card.value == 1 and 14 or card.value or card.index
  end

  -- The suit that a card counts as.
  function order.suit(card, trump)
    trump = trump or said.trumps
    if not card.suit then return said.jokers and trump or nil end
    if trump and card.rank == bowers and card.suit == partner[trump] then return trump end
    return card.suit
  end

  function order.beats(card, best, trump)
    trump = trump or said.trumps
    local suit, other = order.suit(card, trump), order.suit(best, trump)
    if suit == other then return height(card, trump) > height(best, trump) end
    return trump ~= nil and suit == trump
  end

  function order.winner(cards, trump)
    cards = cards_of(cards)
    local best = 1
    for i = 2, #cards do
      if order.beats(cards[i], cards[best], trump) then best = i end
    end
    return best
  end
end

-- Those of a list of which fits(card) is true; the list itself where that is none of them.
local function some(cards, fits)
  local list = {}
  for i = 1, #cards do if fits(cards[i]) then list[#list + 1] = cards[i] end end
  return #list > 0 and list or cards, #list > 0
end

-- Adds what may be played to a trick, and why not.
local function add_demands(order, said)
  local must = set_of(said.must and list_of(said.must) or { "follow" })

  -- What may be played of a list, and which demand it is that leaves cards out.
  local function allowed(hand, trick, trump)
    local led, cards = trick, type(trick) ~= "string" and trick and cards_of(trick) or {}
    if cards[1] then led = order.suit(cards[1], trump) end
    if type(led) ~= "string" then return hand end
    local list, follows, trumps, heads = hand, false, false, false
    if must.follow then
      list, follows = some(list, function(card) return order.suit(card, trump) == led end)
    end
    if must.trump and trump and not follows then
      list, trumps = some(list, function(card) return order.suit(card, trump) == trump end)
    end
    local best = must.head and cards[1] and cards[order.winner(cards, trump)]
    if best then list, heads = some(list, function(card) return order.beats(card, best, trump) end) end
    return list, follows and led, trumps, heads and best
  end

  function order.playable(hand, trick, trump)
    if not trick or #trick == 0 then return hand end
    local list = hand:list()
    local may = allowed(list, trick, trump or said.trumps)
    return #may == #list and hand or may
  end

  function order.why(card, hand, trick, trump)
    trump = trump or said.trumps
    if not hand:has(card) then return nil end
    local may, led, trumps, best = allowed(hand:list(), trick, trump)
    for i = 1, #may do if may[i] == card then return nil end end
    if led and order.suit(card, trump) ~= led then return ("%s: %s were led, and you hold some"):format(card, led) end
    if trumps and order.suit(card, trump) ~= trump then
      return ("%s: you hold trumps, and must play one"):format(card)
    end
    return ("%s: you hold a card that beats %s, and must play one"):format(card, best)
  end
end

--- Declares once how cards rank and what must be played; a mistake in it is reported when the script is read, by
--- `check` too. The result has the module's functions with this order: playable, why, beats, winner, suit and play,
--- called with a dot.
---@param said table the fields of the page `tricks`
---@return table the functions
---@error "tricks.order: the deck has no rank 1, expected some of A 2 3 4 5 6 7 8 9 10 J Q K"
---@example local low = tricks.order { ranks = "A 2 3 4 5 6 7 8 9 10 J Q K" }
--- low.beats(t.board:card(1), t.seat[3].hand:find("rank", "A")) --> false
--- tricks.order { trump = "hearts" } --> error unknown field `trump`, did you mean `trumps`?
function tricks.order(said)
  fields.check("tricks.order", said, FIELDS)
  local deck, order = said.deck or standard, {}
  local wrong, place, partner = read(said, deck)
  if wrong then error("tricks.order: " .. wrong, 2) end
  add_ranking(order, said, place, partner)
  add_demands(order, said)

  function order.play(t, leader, pile, trump)
    fields.needs("tricks.play", leader or t.seat[1], { "hand" }, "declare piles = { seat = { hand = \"owner\" } }")
    local winner, best
    for seat in t:seats(leader) do
      if #seat.hand > 0 then
        local card = seat:ask { "play", "Which card do you play?", card = order.playable(seat.hand, pile, trump),
          why = function(cards) return order.why(cards[1], seat.hand, pile, trump) end }
        pile:put(card)
        t:say("%s plays %s.", seat, card)
        if not best or order.beats(card, best, trump) then winner, best = seat, card end
      end
    end
    return winner
  end

  return fields.checked("tricks", order, { playable = "hand:pile trick? trump:string?", suit = "card trump:string?",
    why = "card hand:pile trick? trump:string?", beats = "card best:card trump:string?", winner = "cards trump:string?",
    play = "t leader:seat? pile trump:string?" })
end

--- The cards of a hand that may be played to a trick: those of the suit led, or the whole hand when it has none; or
--- whatever the game's order says must be played.
---@signature tricks.playable(hand, trick, trump)
---@param hand pile the hand that plays
---@param trick pile|table|string|nil the cards of the trick so far, or only the suit led; nothing when this card leads
---@param trump string|nil the suit of trumps, if there is one
---@return pile|table what the question can offer as its `card`
---@example local led = "clubs"
--- seat:ask { "play", "Which card?", card = tricks.playable(seat.hand, led) }
--- #tricks.playable(t.seat[3].hand, led) --> 2

--- Why a card of the hand can't be played to a trick, for a question's `why`.
---@signature tricks.why(card, hand, trick, trump)
---@param card card the card
---@param hand pile the hand that plays
---@param trick pile|table|string|nil the cards of the trick so far, or the suit led
---@param trump string|nil the suit of trumps, if there is one
---@return string|nil a sentence, or nothing where it may be played
---@example tricks.why(t.seat[3].hand:top(), t.seat[3].hand, "spades") --> "Ac: spades were led, and you hold some"

--- The suit that a card counts as: its own, or trumps for a left bower or a joker.
---@signature tricks.suit(card, trump)
---@param card card the card
---@param trump string|nil the suit of trumps, if there is one
---@return string|nil the suit
---@example tricks.suit(card, "spades") --> "hearts"

--- Whether one card of a trick beats another that was winning it: a higher card of the same suit, or a trump on a card
--- that is none. The ace of the standard deck is high, unless an order says otherwise.
---@signature tricks.beats(card, best, trump)
---@param card card the card played
---@param best card the card winning so far
---@param trump string|nil the suit of trumps, if there is one
---@return boolean true if `card` now wins
---@example tricks.beats(card, t.board:top(), "hearts") --> true
--- tricks.beats(t.board:top(), card) --> false
--- tricks.beats(t.seat[3].hand:find("rank", "A"), t.board:card(2)) --> true

--- The place in a list of cards or a pile, in the order played, of the one that wins.
---@signature tricks.winner(cards, trump)
---@param cards table|pile the cards in the order they were played, the lead first
---@param trump string|nil the suit of trumps, if there is one
---@return integer the place, 1 for the lead
---@example tricks.winner({ t.board:card(1), t.board:card(2), card }, "spades") --> 3

--- Plays one trick: each seat in turn, clockwise from the leader, is asked "play" and lays a card that it may play on
--- `pile`. A seat with no cards is skipped.
---@signature tricks.play(t, leader, pile, trump)
---@param t table the game's table
---@param leader seat who leads
---@param pile pile where the cards of the trick are laid; face up for all
---@param trump string|nil the suit of trumps, if there is one
---@return seat who won the trick; the cards are still on `pile`
---@example local winner = tricks.play(t, t.dealer, t.trick, "spades")

-- Those of the order that says nothing.
for name, fn in pairs(tricks.order {}) do tricks[name] = fn end

return tricks
