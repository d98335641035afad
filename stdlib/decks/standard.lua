-- The standard deck: four suits of thirteen, the ace low, the king high.
--
-- Owns the names people type (Kh, king of hearts) and the fields that every
-- game with ordinary cards reads: suit, rank, value (ace 1 to king 13), color.
-- Always true: 52 faces in the order clubs, diamonds, hearts, spades, each
-- from ace to king; a deck declared with jokers = n has n more, red and black
-- in turn. A game that counts the ace high says so itself (poker and tricks do);
-- a second kind with another order was tried and only made two names for each
-- card.

return kind {
  name = "standard",
  suits = {
    { "clubs", "c", color = "black", symbol = "♣" },
    { "diamonds", "d", color = "red", symbol = "♦" },
    { "hearts", "h", color = "red", symbol = "♥" },
    { "spades", "s", color = "black", symbol = "♠" },
  },
  ranks = {
    { "A", long = "ace", value = 1 },
    { "2", long = "two", value = 2 },
    { "3", long = "three", value = 3 },
    { "4", long = "four", value = 4 },
    { "5", long = "five", value = 5 },
    { "6", long = "six", value = 6 },
    { "7", long = "seven", value = 7 },
    { "8", long = "eight", value = 8 },
    { "9", long = "nine", value = 9 },
    { "10", long = "ten", value = 10 },
    { "J", long = "jack", value = 11 },
    { "Q", long = "queen", value = 12 },
    { "K", long = "king", value = 13 },
  },
  jokers = {
    { "joker", "Jr", long = "red joker", value = 0, color = "red" },
    { "joker", "Jb", long = "black joker", value = 0, color = "black" },
  },
}
