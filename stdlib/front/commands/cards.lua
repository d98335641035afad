-- croupier cards: print the cards of a game, to cut out.

local options = require "front.base.options"
local status = require "front.base.status"
local text_files = require "front.base.text_files"

local cards = {
  summary = "print the cards of a game, to cut out",
  writes = { "output" },
  usage = [[
GAME[+VARIANT...] -o FILE.html [options]

Writes a page of HTML that a browser prints: the faces nine to a sheet
with marks to cut along, each sheet followed by its backs. It fits A4 and
letter paper, at 100%, without margins; to print both sides of a sheet,
flip it on the long edge.]],
  words = { 1, 1 },
  options = {
    { "faces", help = "only the faces, no backs" },
    { "thumbnails", help = "each card once, small, with the number of copies" },
    { "output", letter = "o", value = "FILE", help = "write the page to this file" },
    options.set, options.stdlib,
  },
}

function cards.run(given)
  if given:value("faces") and given:value("thumbnails") then
    status.refuse "--faces and --thumbnails can't be used together"
  end
  local what = given:value("thumbnails") and "thumbnails" or given:value("faces") and "faces" or "sheets"
  local scripts = require "front.session.scripts"
  local world, game, variants = scripts.open(given.rest[1], given:value("stdlib"))
  local page, why = status.opened(world:call("author.print_cards", "page", game, variants, given:all("set"), what))
  text_files.write(page, given:value("output"))
  if #why > 0 then status.complain(table.concat(why, "\n")) end
  return status.done
end

return cards
