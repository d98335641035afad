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
expressions stand side by side, with how often each is higher. Quote what
has spaces, ! or >. `croupier help dice` lists what an expression may be.

  croupier dice 4d6kh3 "7d10>=7>=10"
  croupier dice --deck standard "5: ace >= 1" "5: hearts"]],
  arguments = { 1, 8 },
  completes = {},
  options = {
    { "deck", value = "DECK", help = "standard, or a game whose deck it is" },
    { "all", help = "a row for every value; of dice without an end until less than 1e-12 is left" },
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
