-- croupier dice: exact chances of dice, and of cards drawn from a deck.

local options = require "front.base.options"
local scripts = require "front.session.scripts"
local status = require "front.base.status"

local dice = {
  summary = "exact chances of dice, or of cards drawn",
  writes = {},
  usage = [[
EXPRESSION... [options]

Prints how likely each value is: exactly, it or more, it or less. Several
expressions stand side by side, with how often each is higher. Values at
the ends that are too rare to be seen are one row; --all gives each its
own, of dice without an end until less than 1e-12 is left. `croupier help
dice` lists what an expression may be; quote it if it has spaces, ! or >.

  croupier dice 4d6kh3 3d6+1
  croupier dice "7d10>=7>=10" "5d10>=7"

The second asks for successes, dice that show 7 or more, with tens counting
double: its row 3 says how likely three or more are for each.

With --deck, an expression may be a draw of cards: how many cards, a colon,
and a rank, a suit, a color, a card's name or what any other field says.
Several conditions are separated by commas.

  croupier dice --deck standard "5: ace >= 1" "5: hearts"
  croupier dice --deck standard "13: spades >= 5, ace = 2"]],
  words = { 1, 8 },
  completes = {},
  options = {
    { "deck", value = "DECK", help = "standard, or a game whose deck it is" },
    { "all", help = "a row for every value" },
    { "ascii", help = "bars in ASCII" },
    options.stdlib,
  },
}

function dice.run(given)
  local out = require("front.base.terminal").open { ascii = given:value "ascii" }
  local world = scripts.bare { stdlib = given:value "stdlib" }
  local found, why = world:call("author.chances", "of", given.rest, given:value "deck")
  if not found then status.refuse("%s", why) end
  local width, symbols = out:width(), out:symbols()
  return out:pages(function()
    out:put(require("front.base.chances_page").text(found, width, symbols, given:value "all"))
  end)
end

return dice
