-- croupier show: a game's rules with value and origin, its order, what the table and a seat have, its variants and
-- rulings; what each layer changes; a name: a step's text, a rule, a pile, a pool or state.

local options = require "front.base.options"
local scripts = require "front.session.scripts"
local status = require "front.base.status"

local show = {
  summary = "show a game's rules, order, variants and rulings",
  usage = [[
GAME[+VARIANT...] [NAME] [options]

GAME is a name from `croupier list`, or the path of a game's folder.
Rules that a variant or --set changed are marked, with the old value.
With --diff, shows what each layer changes in the one below it, with file
and line. With the name of a step, shows its source, the variants' first,
and who calls it; for a rule, where its value comes from and where it is
read; for a pile, a pool or state, how it starts and which steps use it.]],
  arguments = { 1, 2 },
  completes_next = "parts",
  options = {
    { "diff", help = "what each variant and --set changes, with file and line" },
    { "search", help = "how a bot that searches plays on; some games are played to find out" },
    options.set,
    { "json", help = "print JSON: one object" },
    options.stdlib,
  },
}

function show.run(given)
  local word, name, json = given.rest[1], given.rest[2], given:value("json")
  local of_all = given:value "diff" and "diff" or given:value "search" and "search"
  if of_all and name then status.refuse("show: --%s covers the whole game; leave out `%s`", of_all, name) end
  local module = of_all == "diff" and "author.show_layers" or name and "author.show_name" or "author.show"
  local world, game, variants = scripts.open(word, given:value("stdlib"))
  local what = of_all == "search" and of_all or "show"
  local shown = status.opened(world:call(module, what, game, variants, given:all("set"), json, name))
  local terminal = require("front.base.terminal").open {}
  return terminal:pages(function()
    if json then terminal:put(require("shared.json").encode(shown) .. "\n")
    elseif of_all == "search" then terminal:say(shown)
    elseif name then terminal:put(shown .. "\n") -- what a script's text holds is not broken
    else terminal:laid_out(shown) end
  end)
end

return show
