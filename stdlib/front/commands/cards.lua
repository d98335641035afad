-- croupier cards: print the cards of a game, to cut out.

local english = require "shared.english"
local files = require "host.files"
local lists = require "shared.lists"
local options = require "front.base.options"
local status = require "front.base.status"
local text_files = require "front.base.text_files"

local PAGES, FOLDERS = { "faces", "thumbnails" }, { "each", "tabletop-simulator", "foundry" } -- what can be made

local cards = {
  summary = "print the cards of a game, to cut out",
  usage = [[
GAME[+VARIANT...] -o FILE.html or DIR [options]

Writes a page of HTML that a browser prints: the faces in sheets with marks
to cut along, nine poker cards to a sheet, each sheet followed by its backs.
It fits A4 and letter paper, at 100%, without margins; to print both sides
of a sheet, flip it on the long edge, or the short one if it is landscape.

`croupier help printing` lists the sizes, and says how pictures, icons and
backs are named, and how a template changes the look.

With --each, --tabletop-simulator or --foundry it fills a folder instead: with
pictures of the cards, and index.csv, which says which card each file shows.
It overwrites only files that it wrote itself.]],
  arguments = { 1, 1 },
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
    { "each", help = "a picture of each card and of the backs, in the folder DIR" },
    { "tabletop-simulator", help = "sheets of 69 cards and a saved object, in the folder DIR" },
    { "foundry", help = "pictures and a deck for Foundry Virtual Tabletop, in the folder DIR" },
    { "png", help = "pictures as PNG instead of SVG, with 300 pixels to an inch" },
    { "output", letter = "o", value = "FILE", help = "write the page to this file, or pictures to this folder" },
    options.set, options.stdlib,
  },
}

local SIZES = { poker = { 63, 88 }, bridge = { 57, 88 }, tarot = { 70, 120 }, mini = { 44, 63 }, square = { 63, 63 },
  domino = { 44, 88 } }
local NAMES = { "poker", "bridge", "tarot", "mini", "square", "domino" }
local TEMPLATE_MAX = 256 << 10
local INCHES = 14 -- of numbers below, a size can't be in millimetres

local function size_of(given)
  local said = given:value("size") or "poker"
  local width, height = said:match "^(%d+%.?%d*)x(%d+%.?%d*)$"
  local size = SIZES[said:lower()] or width and { tonumber(width), tonumber(height) }
    or status.refuse("--size %s: expected %s, or a width and height in millimetres like 70x120%s", said,
      english.list(NAMES), english.suggest(said, SIZES))
  if math.max(table.unpack(size)) < INCHES then
    status.refuse("--size %s: expected millimetres; if these are inches, --size %.4gx%.4g", said, 25.4 * size[1],
      25.4 * size[2])
  end
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

-- What is made, "sheets" or one of PAGES or FOLDERS; the folder that it fills, nil for a page; and whether with PNG.
local function way_of(given)
  local ways = lists.collect(lists.joined(PAGES, FOLDERS), function(name) return given:value(name) and name or nil end)
  if #ways == 0 and given:value "png" then ways[1] = "each" end
  if given:value "png" and lists.index(PAGES, ways[1]) then table.insert(ways, 1, "png") end
  if #ways > 1 then status.refuse("--%s and --%s can't be used together", ways[1], ways[2]) end
  local way, folder = ways[1] or "sheets", (given:value "output" or ""):match "^(.-)/*$"
  local is_page = not lists.index(FOLDERS, way)
  text_files.check_page(given:value "output", given.rest[1], is_page and not given:value "write-template",
    "; --each or --png makes a picture of each card, in the folder -o DIR")
  if is_page then return way end
  if folder == "" or folder:lower():find "%.html?$" then
    status.refuse("--%s: expected -o DIR, the folder for the pictures", given:value(way) and way or "png")
  end
  return way, folder, given:value "png" or way == "tabletop-simulator"
end

function cards.writes(given)
  local _, folder = way_of(given)
  local output = folder and text_files.above(folder) or given:value "output"
  return lists.joined({ output }, { given:value "write-template" })
end

--- What draws PNG is another program.
function cards.before_wall(given)
  local _, folder, png = way_of(given)
  if png then require("front.author.card_files").start(folder) end
end

function cards.run(given)
  local way, folder, png = way_of(given)
  local look = cards.look(given)
  local world, game, variants = require("front.session.scripts").open(given.rest[1], given:value("stdlib"))
  local own = given:value("write-template")
  if own then
    if files.stat(own) then status.refuse("--write-template %s: there is such a file already", own) end
    text_files.write(world:call("tell.card_art", "built_in", table.unpack(look.size)), own)
    return status.done
  end
  local made = status.opened(world:call("author.print_cards", folder and "cards" or "page", game, variants,
    given:all("set"), look, way))
  if folder then
    local count = require("front.author.card_files").write(made, game, folder, way, png)
    io.write(("%s written in %s\n"):format(english.count(count, "file"), folder))
  else
    local output = given:value("output")
    text_files.write(require("front.session.pictures").put_in(made.page, made.pictures, made.mistakes), output)
    if output then io.write(("%s: %s\n"):format(output, made.summary)) end
  end
  if #made.mistakes > 0 then status.complain(table.concat(made.mistakes, "\n")) end
  return status.done
end

return cards
