-- The cards of a game as files in a folder: a picture each, sheets and a saved object for Tabletop Simulator, or a deck
-- for Foundry Virtual Tabletop. The drawings come from author.print_cards, as SVG.
--
-- PNG, 300 pixels to an inch, is drawn by librsvg's `rsvg-convert`, which a small loop of a shell runs from before the wall
-- on: it reads names and drawings, and ends at the first that fails. A drawing comes by standard input, where nothing in it
-- can refer to a file. Names of files are made here, of letters, digits and hyphens.
--
-- index.csv says which file is which card, and that the folder is ours: only there are files written over.

local english = require "shared.english"
local files = require "host.files"
local json = require "shared.json"
local lists = require "shared.lists"
local pictures_beside = require "front.session.pictures"
local status = require "front.base.status"
local text_files = require "front.base.text_files"

local card_files = {}

local HEADS = '"file","deck","card","copies"'
local ACROSS, DOWN, SIDE = 10, 7, 4096 -- of a sheet for Tabletop Simulator: cards in a row, rows, the most pixels
local NONE = json.encoded "null"

-- --- names ---

local PLAIN = {} -- letters without their accents
for letters in ("àáâãäåÀÁÂÃÄÅa çÇc èéêëÈÉÊËe ìíîïÌÍÎÏi ñÑn òóôõöøÒÓÔÕÖØo ùúûüÙÚÛÜu ýÿÝy"):gmatch "%S+" do
  for letter in letters:gmatch "\xc3." do PLAIN[letter] = letters:sub(-1) end
end
local DEVICES = lists.set { "", "con", "prn", "aux", "nul", "com", "lpt" } -- no files on Windows, with a digit or without

-- A name that any system takes and `taken` doesn't have yet, of a text that may hold anything.
local function clean_name(text, taken)
  local plain = text:gsub("\xc3.", PLAIN):lower():gsub("[^a-z0-9]+", "-"):gsub("^%-", ""):sub(1, 60):gsub("%-$", "")
  if DEVICES[plain:gsub("%d$", "")] then plain = "card" .. plain end
  local name, n = plain, 1
  while taken[name] do
    n = n + 1
    name = ("%s-%d"):format(plain, n)
  end
  taken[name] = true
  return name
end

-- The index: each file with its card, or with none, of a back; and where on its sheet a card is.
local function index_of(decks, has_sheets)
  local text = HEADS .. (has_sheets and ',"row","column"\n' or "\n")
  for _, deck in ipairs(decks) do
    for _, card in ipairs(lists.joined(deck.cards, { { file = deck.file, name = "", count = "" } })) do
      local name = files.clean(card.name):gsub('"', '""')
      text = text .. ('"%s","%s","%s","%s"'):format(card.file, deck.name, name, card.count)
        .. (has_sheets and (',"%s","%s"\n'):format(card.row or "", card.column or "") or "\n")
    end
  end
  return { path = "index.csv", text = text }
end

-- --- pictures ---

local LOOP = [[
trap "exit 130" INT TERM
trap "rm -f \"\$0/.drawing\"" EXIT
while read -r name size; do
  said=$(head -c "$size" | rsvg-convert -u -d 300 -p 300 -o "$0/.drawing" 2>&1) &&
    mv -f "$0/.drawing" "$0/$name" && continue
  printf "croupier: %s: rsvg-convert: %s\n" "$name" "$said" | LC_ALL=C tr -cd "[:print:]\n" >&2
  exit 1
done]]

local drawing -- what the loop reads, where PNG is wanted

--- Before the wall: starts what draws PNG in this folder, which may not exist yet.
function card_files.start(folder)
  if not os.execute "command -v rsvg-convert >/dev/null 2>&1" then
    status.fail "PNG pictures need the program rsvg-convert: `apt install librsvg2-bin` installs it"
  end
  local path = (folder:find "^/" and "" or "./") .. folder -- never an option
  drawing = io.popen(("exec sh -c '%s' '%s'"):format(LOOP, path:gsub("'", "'\\''")), "w")
end

-- How wide and high a drawing is, in mm.
local function size_of(svg)
  local wide, high = svg:match '^<svg[^>]* width="([%d.]+)mm" height="([%d.]+)mm"'
  return tonumber(wide), tonumber(high)
end

-- A picture of each card and back, in files that begin with the deck where there are several.
local function pictures(decks, ending, taken)
  local list = {}
  for _, deck in ipairs(decks) do
    local before = #decks > 1 and deck.name .. " " or ""
    deck.file = clean_name(before .. "back", taken) .. ending
    list[#list + 1] = { path = deck.file, svg = deck.back }
    for _, card in ipairs(deck.cards) do
      card.file = clean_name(before .. card.name, taken) .. ending
      list[#list + 1] = { path = card.file, svg = card.svg }
    end
  end
  return list
end

-- --- Tabletop Simulator: a saved object, and sheets of 69 cards and what others see of a hidden one ---

local OWN = lists.set { "x", "y", "width", "height", "preserveAspectRatio" } -- what a part of a sheet has otherwise

-- The sheet of the cards from this one on.
local function sheet_of(deck, from, path)
  local wide, high = size_of(deck.back)
  local scale = math.min(SIDE / ACROSS / wide, SIDE / DOWN / high)
  wide, high = math.floor(wide * scale), math.floor(high * scale)
  local root = '<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d">'
  local parts = { root:format(ACROSS * wide, DOWN * high) }
  local function add(place, svg)
    parts[#parts + 1] = svg:gsub("^<svg([^>]*)>", function(fields)
      fields = fields:gsub('%s([%w:]+)="[^"]*"', function(name) return OWN[name] and "" end)
      return ('<svg x="%d" y="%d" width="%d" height="%d" preserveAspectRatio="none"%s>'):format(place % ACROSS * wide,
        place // ACROSS * high, wide, high, fields)
    end)
  end
  for place = 0, math.min(ACROSS * DOWN - 2, #deck.cards - from) do add(place, deck.cards[from + place].svg) end
  add(ACROSS * DOWN - 1, deck.back)
  return { path = path, svg = table.concat(parts, "\n") .. "</svg>" }
end

local function for_tabletop_simulator(decks, game, folder)
  local list, objects, taken, sheets = {}, {}, { index = true }, 0
  for i, deck in ipairs(decks) do
    local function object(fields)
      fields.Transform = { posX = 3 * i - 3, posY = 1, posZ = 0, rotX = 0, rotY = 180, rotZ = 180, scaleX = 1,
        scaleY = 1, scaleZ = 1 }
      return fields
    end
    local name, ids, cards, custom = #decks > 1 and deck.name or game, {}, {}, {}
    deck.file = clean_name(name .. " back", taken) .. ".png"
    list[#list + 1] = { path = deck.file, svg = deck.back }
    for place, card in ipairs(deck.cards) do
      local on_sheet = (place - 1) % (ACROSS * DOWN - 1)
      if on_sheet == 0 then
        sheets = sheets + 1
        list[#list + 1] = sheet_of(deck, place, clean_name(name .. " sheet", taken) .. ".png")
        custom[tostring(sheets)] = { FaceURL = ("file:///%s/%s"):format(folder, list[#list].path),
          BackURL = ("file:///%s/%s"):format(folder, deck.file), NumWidth = ACROSS, NumHeight = DOWN,
          BackIsHidden = true, UniqueBack = false }
      end
      card.file, card.row, card.column = list[#list].path, on_sheet // ACROSS + 1, on_sheet % ACROSS + 1
      for _ = 1, card.count do
        ids[#ids + 1] = sheets * 100 + on_sheet
        cards[#ids] = object { Name = "Card", Nickname = card.name, Description = card.text, CardID = ids[#ids],
          CustomDeck = { [tostring(sheets)] = custom[tostring(sheets)] } }
      end
    end
    objects[i] = #cards == 1 and cards[1] or object { Name = "DeckCustom", Nickname = deck.title, Description = "",
      DeckIDs = ids, CustomDeck = custom, ContainedObjects = cards }
  end
  list[#list + 1] = { path = clean_name(game, taken) .. ".json", text = json.encode { ObjectStates = objects,
    SaveName = "", GameMode = "", Date = "", Table = "", Sky = "", Note = "", Rules = "", PlayerTurn = "" } }
  return list
end

-- --- Foundry Virtual Tabletop: a stack of cards of the type "deck" ---

local function for_foundry(decks, game, folder, ending)
  local taken = { index = true }
  local list = pictures(decks, ending, taken)
  local beside = folder:match "[^/]*$" .. "/"
  local function face(name, text, file) return { name = name, text = text, img = beside .. file } end
  for _, deck in ipairs(decks) do
    local wide, high = size_of(deck.back)
    local square = math.min(wide, high) / 2 -- the short side of a card is two squares of the grid
    wide, high = math.floor(wide / square + 0.5), math.floor(high / square + 0.5)
    local cards, back = {}, face(deck.title, "", deck.file)
    for _, card in ipairs(deck.cards) do
      local text = english.html(card.text)
      for _ = 1, card.count do
        cards[#cards + 1] = { name = card.name, type = "base", description = text, suit = tostring(card.suit or ""),
          value = card.value or NONE, faces = { face(card.name, text, card.file) }, face = 0, back = back,
          drawn = false, width = wide, height = high, rotation = 0, sort = #cards + 1 }
      end
    end
    list[#list + 1] = { path = clean_name(#decks > 1 and deck.name or game, taken) .. ".json", text = json.encode {
      name = deck.title, type = "deck", description = "", img = back.img, width = wide, height = high, rotation = 0,
      cards = cards } }
  end
  return list
end

-- --- writing ---

-- The names of the files that an earlier index.csv lists, none where it isn't ours; ends the command where one of the new
-- files is there and is none of those.
local function earlier(folder, list)
  local index = files.stat(folder .. "/index.csv") and text_files.read(folder .. "/index.csv")
  if index and index:find(HEADS, 1, true) == 1 then return lists.matches(index, '\n"([%w-]+%.%a+)"') end
  for _, file in ipairs(list) do
    local path = folder .. "/" .. file.path
    if files.stat(path) then
      status.refuse("%s was not written by `croupier cards`, so it stays: expected another folder", path)
    end
  end
  return {}
end

local SHOWN = 5 -- names in a sentence

-- Names the files of an earlier run that are none of this one's.
local function name_old(mistakes, folder, names, list)
  local new = lists.set(lists.collect(list, "path"))
  local old = lists.collect(names, function(name) return not new[name] and name or nil end)
  if #old == 0 then return end
  table.insert(mistakes, ("%s: %s of an earlier run %s left: %s%s"):format(folder, english.count(#old, "file"),
    #old == 1 and "is" or "are", table.concat(old, ", ", 1, math.min(#old, SHOWN)), #old > SHOWN and " ..." or ""))
end

local function write(folder, list)
  local made, path, why = text_files.make(folder, list, files.replace)
  return made or status.fail("%s: %s", path, why)
end

--- Writes the cards of a game, made by author.print_cards, into a folder, with an index: the number of files.
--- form: "each", "foundry" or "tabletop-simulator", which takes PNG only; png: instead of SVG.
function card_files.write(made, game, folder, form, png)
  local full = files.real(folder) or (folder:find "^/" and "" or files.real "." .. "/") .. folder
  local decks, ending, texts = made.decks, png and ".png" or ".svg", {}
  for _, deck in ipairs(decks) do
    deck.title = #decks > 1 and ("%s: %s"):format(made.title, english.spoken(deck.name)) or made.title
    if deck.of then
      table.insert(made.mistakes, ("each %s has a deck `%s`: it is in the folder once"):format(made.player, deck.name))
    end
  end
  local list = form == "tabletop-simulator" and for_tabletop_simulator(decks, game, full)
    or form == "foundry" and for_foundry(decks, game, full, ending) or pictures(decks, ending, { index = true })
  local index = index_of(decks, form == "tabletop-simulator")
  local old = earlier(folder, lists.joined({ index }, list))
  write(folder, { index })
  local drawings = pictures_beside.put_in(table.concat(lists.collect(list, "svg"), "\0"), made.pictures, made.mistakes)
  local whole = lists.matches(drawings, "[^\0]+")
  for _, file in ipairs(list) do
    local svg = file.svg and table.remove(whole, 1)
    if svg and png then drawing:write(file.path, " ", #svg, "\n", svg)
    else texts[#texts + 1] = { path = file.path, text = (svg or file.text) .. "\n" } end
  end
  if png and not drawing:close() then status.fail("%s: not all pictures could be drawn", folder) end
  write(folder, texts)
  name_old(made.mistakes, folder, old, list)
  return #list + 1
end

return card_files
