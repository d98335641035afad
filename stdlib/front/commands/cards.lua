-- croupier cards: print the cards of a game, to cut out.

local english = require "shared.english"
local options = require "front.base.options"
local status = require "front.base.status"
local text_files = require "front.base.text_files"

local cards = {
  summary = "print the cards of a game, to cut out",
  writes = { "output", "write-template" },
  usage = [[
GAME[+VARIANT...] -o FILE.html [options]

Writes a page of HTML that a browser prints: the faces in sheets with marks
to cut along, nine poker cards to a sheet, each sheet followed by its backs.
It fits A4 and letter paper, at 100%, without margins; to print both sides
of a sheet, flip it on the long edge.

Sizes are poker (63 by 88 mm, the default), bridge (57 by 88), tarot (70
by 120), mini (44 by 63), square (63 by 63), domino (44 by 88), or any
width and height like 70x120. `croupier help printing` says how pictures,
icons and backs are named, and how a template changes the look.]],
  words = { 1, 1 },
  options = {
    { "faces", help = "only the faces, no backs" },
    { "thumbnails", help = "each card once, small, with the number of copies" },
    { "size", value = "SIZE", help = "poker, bridge, tarot, mini, square, domino, or 70x120 in mm" },
    { "landscape", help = "cards that are wider than high" },
    { "paper", value = "PAPER", help = "a4 or letter; sheets fit both if left out" },
    { "bleed", value = "MM", help = "print this far beyond each card's edge, 1 to 5" },
    { "back", value = "[DECK=]BACK", help = "a picture, a colour or a text for the backs" },
    { "four-color", help = "diamonds in blue and clubs in green, to tell suits apart" },
    { "template", value = "FILE", help = "draw the cards by this template" },
    { "write-template", value = "FILE", help = "write the built-in template to this file" },
    { "output", letter = "o", value = "FILE", help = "write the page to this file" },
    options.set, options.stdlib,
  },
}

local SIZES = { poker = { 63, 88 }, bridge = { 57, 88 }, tarot = { 70, 120 }, mini = { 44, 63 }, square = { 63, 63 },
  domino = { 44, 88 } }
local NAMES = { "poker", "bridge", "tarot", "mini", "square", "domino" }
local TEMPLATE_MAX = 256 << 10

local function size_of(given)
  local said = given:value("size") or "poker"
  local width, height = said:match "^(%d+%.?%d*)x(%d+%.?%d*)$"
  local size = SIZES[said:lower()] or width and { tonumber(width), tonumber(height) }
    or status.refuse("--size %s: expected %s, or a width and height in millimetres like 70x120%s", said,
      english.list(NAMES), english.suggest(said, SIZES))
  return given:value("landscape") and { math.max(table.unpack(size)), math.min(table.unpack(size)) } or size
end

local function template_of(given)
  local path = given:value("template")
  if not path then return nil end
  if given:value("size") or given:value("landscape") then
    status.refuse "--size and --landscape can't be used with --template, which says the size itself"
  end
  local text, why = text_files.read(path, TEMPLATE_MAX)
  return text or status.refuse("%s", why)
end

local function backs_of(given)
  local backs = {}
  for _, said in ipairs(given:all("back")) do
    local deck, back = said:match "^([%a_][%w_]*)=(.*)$"
    backs[deck or ""] = deck and back or said
  end
  return backs
end

--- How the cards are to look, by what was given: what print_cards takes.
function cards.look(given)
  return { size = size_of(given), source = given:value("template") or given:value("size"),
    template = template_of(given),
    bleed = given:number("bleed", 1, 5, 0), four_color = given:value("four-color"), backs = backs_of(given),
    paper = given:value("paper") and given:one_of("paper", { "a4", "letter" }) }
end

function cards.run(given)
  if given:value("faces") and given:value("thumbnails") then
    status.refuse "--faces and --thumbnails can't be used together"
  end
  local what = given:value("thumbnails") and "thumbnails" or given:value("faces") and "faces" or "sheets"
  local look = cards.look(given)
  local pictures = require "front.session.pictures"
  local scripts = require "front.session.scripts"
  local world, game, variants = scripts.open(given.rest[1], given:value("stdlib"))
  if given:value("write-template") then
    text_files.write(world:call("tell.card_art", "built_in", table.unpack(look.size)), given:value("write-template"))
    return status.done
  end
  local page, paths, mistakes = status.opened(world:call("author.print_cards", "page", game, variants, given:all("set"),
    look, what))
  text_files.write(pictures.put_in(page, paths, mistakes),
    given:value("output"))
  if #mistakes > 0 then status.complain(table.concat(mistakes, "\n")) end
  return status.done
end

return cards
