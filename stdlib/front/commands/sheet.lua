-- croupier sheet: a page to print, so that a house rule can be handed to the players.

local options = require "options"

local sheet = {
  name = "sheet",
  summary = "a page for the table: rules in force, order, odds",
  usage = [[
GAME[+VARIANT...] [options]

Writes one page of Markdown or HTML to hand to the players: the rules with
their values, tables, the order of play, what a simulation by bots found,
and the rulings. The same command gives the same page.]],
  words = { 1, 1 },
  completes = "games",
}

sheet.options = options.join(options.seating, {
  { "games", letter = "n", value = "NUMBER", help = "games to simulate, 300; 0: no figures" },
  { "html", help = "a page of HTML instead of Markdown" },
  { "output", letter = "o", value = "FILE", help = "write it there" },
})

return sheet
