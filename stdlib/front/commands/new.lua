-- croupier new: a game or a house rule to begin with.

local options = require "options"

return {
  name = "new",
  summary = "a game or a house rule to begin with",
  usage = [[
game NAME | variant GAME NAME [options]

Makes scripts that can be played at once, with a test, to be changed.
A game goes into the first folder of CROUPIER_PATH, into games/ here or
into your own folder of games; a NAME with a slash says where. A variant
goes into the folder of its game. What is left out is asked at a
terminal. Nothing is ever overwritten.]],
  words = { 0, math.huge },
  completes = { "game", "variant" },
  completes_next = "games",
  options = {
    { "title", letter = "t", value = "TEXT", help = "what it is called at the table" },
    { "seats", letter = "s", value = "SEATS", help = "of a game: 4, or 2-6" },
    { "deck", letter = "d", value = "DECK", help = "of a game: standard, jokers, or own cards" },
    { "player", value = "WORD", help = "of a game: what a player is called" },
    { "line", value = "TEXT", help = "of a variant: what is different, in a line" },
    { "set", value = "RULE=VALUE", help = "of a variant: a rule and its new value" },
    options.stdlib,
  },
}
