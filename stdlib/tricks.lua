-- Tricks: everyone plays a card, one of them wins.
--
-- Owns what trick games share: who may play what, whose card is highest, and
-- a whole trick in one call. Always true: nothing is kept here between calls;
-- the cards lie in piles of the game and the leader in its state.

local tricks = {}

--- The cards of a hand that may be played to a trick: those of the suit led,
--- or the whole hand when it has none of that suit.
---@param hand pile the hand that plays
---@param suit string|nil the suit led; nil when this card leads
---@return pile|table what the question can offer as its `card`
---@example local led = "clubs"
--- seat:ask { "play", "Which card?", card = tricks.playable(seat.hand, led) }
--- #tricks.playable(t.seat[3].hand, led) --> 2
function tricks.playable(hand, suit)
  if not suit or hand:count("suit", suit) == 0 then return hand end
  local cards = {}
  for card in hand:cards() do
    if card.suit == suit then cards[#cards + 1] = card end
  end
  return cards
end

--- Whether one card of a trick beats another that was winning it: a higher
--- card of the same suit, or a trump on a card that is none.
---@param card card the card played
---@param best card the card winning so far
---@param trump string|nil the suit of trumps, if there is one
---@return boolean true if `card` now wins
---@example tricks.beats(card, t.board:top(), "hearts") --> true
--- tricks.beats(t.board:top(), card) --> false
function tricks.beats(card, best, trump)
  if card.suit == best.suit then return card.value > best.value end
  return trump ~= nil and card.suit == trump
end

--- The place in a list of cards, in the order played, of the one that wins.
---@param cards table the cards in the order they were played, the lead first
---@param trump string|nil the suit of trumps, if there is one
---@return integer the place, 1 for the lead
---@example tricks.winner({ t.board:card(1), t.board:card(2), card }, "spades") --> 3
function tricks.winner(cards, trump)
  local best = 1
  for i = 2, #cards do
    if tricks.beats(cards[i], cards[best], trump) then best = i end
  end
  return best
end

--- Plays one trick: each seat in turn, clockwise from the leader, is asked
--- "play" and lays a card on `pile`, following suit if it can.
---@param t table the game's table
---@param leader seat who leads
---@param pile pile where the cards of the trick are laid; face up for all
---@param trump string|nil the suit of trumps, if there is one
---@return seat who won the trick; the cards are still on `pile`
---@example local winner = tricks.play(t, t.dealer, t.trick, "spades")
function tricks.play(t, leader, pile, trump)
  local winner, best
  for seat in t:seats(leader) do
    local card = seat:ask { "play", "Which card do you play?",
      card = tricks.playable(seat.hand, best and pile:card(1).suit) }
    pile:put(card)
    t:say("%s plays %s.", seat, card)
    if not best or tricks.beats(card, best, trump) then
      winner, best = seat, card
    end
  end
  return winner
end

return tricks
