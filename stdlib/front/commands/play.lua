-- croupier play: sits down at a new table.

local options = require "options"

local play = {
  name = "play",
  summary = "sit down at a table",
  usage = [[
GAME[+VARIANT...] [options]

You sit at the first seat, bots at the others, unless --seats says who sits
where: `--seats Anna=me,Ben=me,angler`. A game that one person runs, as
baltimore, asks who takes part. The table is kept in a journal;
`croupier resume` goes on with it.]],
  words = { 1, 1 },
  completes = "games",
}

play.options = options.join(options.seating, {
  { "journal", value = "FILE", help = "where the table is kept, instead of the usual folder" },
  { "roll-by-hand", help = "people roll their own dice and type them" },
  { "stack", value = "CARDS",
    help = "cards that the first shuffle leaves on top, the first to be drawn first: for teaching" },
  { "campaign", value = "FILE",
    help = "players whose lines keep, from game to game, what the game says; --seats names who takes part" },
}, options.table)

return play
