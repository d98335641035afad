-- Cards to print: the decks of a game as drawings, and as a page of HTML with faces and backs in sheets, or each face once,
-- small.
--
-- A sheet fits the paper that is named, else A4 and letter both: it is centred between left and right. The backs of a sheet
-- follow it with left and right exchanged, for paper that is turned over its long edge.
--
-- Each card is drawn once in the page; its places in the sheets refer to it. Pictures are left out: see tell/card_art.lua.

local card_art = require "tell.card_art"
local decks = require "script.declared_decks"
local sources = require "script.sources"
local english = require "shared.english"
local lists = require "shared.lists"
local open = require "start.open"

local M = {}

local PAPER = { a4 = { 210, 297, "A4" }, letter = { 215.9, 279.4, "letter" }, both = { 210, 279.4 } } -- mm
local EDGE = 4.4 -- mm from the edge of the paper to the first cut
local MARK = 4 -- mm of a mark to cut along, outside of the cards

-- --- the decks ---

--- The cards of a game as drawings: { title =, width =, height =, decks = { { name =, of = "seat" or nil, back =, cards = {
--- { name =, count =, face = its plain fields, svg = } } } }, pictures = paths by number, mistakes = sentences }; or
--- nil and the mistakes as lines. look: { size = { width, height } or nil, template = a text or nil, bleed =, four_color =,
--- backs = }.
function M.cards(name, variants, sets, look)
  local spec, problem = open.spec(name, variants, sets)
  if not spec then return nil, problem end
  local template, wrong = card_art.template(look.template or card_art.built_in(table.unpack(look.size)))
  if not template then return nil, ("%s: %s"):format(look.template_path, wrong) end
  local art = card_art.new { template = template, bleed = look.bleed or 0, four_color = look.four_color,
    backs = look.backs or {} }
  local list = lists.collect(lists.keys(spec.decks), function(key, i)
    local deck = spec.decks[key]
    local drawn = { kind = deck.kind, name = key, game = spec.title, folder = deck.folder }
    return { name = key, of = deck.of, back = art:back(drawn, i),
      cards = lists.collect(decks.faces(spec, deck), function(card)
        local fields = lists.map(card[1], function(value, field)
          return type(value) ~= "table" and type(value) ~= "function" and { field, value } or nil
        end)
        return { name = card[1].long, count = card[2], svg = art:face(drawn, card[1]), fields = fields }
      end) }
  end)
  for deck in pairs(art.look.backs) do
    if deck ~= "" and not spec.decks[deck] then
      return nil, ("--back %s: %s has no such deck%s"):format(deck, spec.title, english.suggest(deck, spec.decks))
    end
  end
  if #list == 0 then return nil, ("%s has no deck: there is nothing to print"):format(spec.title) end
  return { title = spec.title, player = spec.player, width = template.width, height = template.height, decks = list,
    pictures = art.pictures, mistakes = art.mistakes }
end

-- --- sheets ---

-- How many cards of a size a sheet has room for, and how large the place of each is, with its bleed: in mm.
local function grid_of(made, bleed, paper)
  local w, h, edge = made.width + 2 * bleed, made.height + 2 * bleed, math.max(EDGE - bleed, 0)
  local columns, rows = (paper[1] - 2 * edge) // w | 0, (paper[2] - 2 * edge) // h | 0
  return { columns = columns, rows = rows, w = w, h = h, bleed = bleed, top = (paper[2] - rows * h) / 2 }
end

-- Adds the marks at the cuts of one direction: outside of the cards, and in the bleed between them.
local function add_marks(grid, count, size, others, other, add)
  local bleed = grid.bleed
  for i = 0, 2 * count - 1 do
    for k = 0, others do
      local from = k == 0 and -MARK or k * other - bleed + 1
      local to = k == others and k * other + MARK or k * other + bleed - 1
      if to > from then add(i // 2 * size + (i % 2 == 0 and bleed or size - bleed), from, to) end
    end
  end
end

-- Marks to cut along; between faces that touch each other also thin lines.
local function marks_of(grid, with_lines)
  local marks, lines, w, h = {}, {}, grid.columns * grid.w, grid.rows * grid.h
  add_marks(grid, grid.columns, grid.w, grid.rows, grid.h, function(x, from, to)
    marks[#marks + 1] = ("M%g %gV%g"):format(x, from, to)
    if grid.bleed == 0 and with_lines then lines[#lines + 1] = ("M%g 0V%g"):format(x, h) end
  end)
  add_marks(grid, grid.rows, grid.h, grid.columns, grid.w, function(y, from, to)
    marks[#marks + 1] = ("M%g %gH%g"):format(from, y, to)
    if grid.bleed == 0 and with_lines then lines[#lines + 1] = ("M0 %gH%g"):format(y, w) end
  end)
  return ('<svg class="marks" viewBox="-5 -5 %g %g"><path stroke="#ccc" d="%s"/><path stroke="#333" d="%s"/></svg>')
    :format(w + 10, h + 10, table.concat(lists.distinct(lines)), table.concat(lists.distinct(marks)))
end

-- A drawing that is shown where a place refers to it.
local function defined(id, svg)
  return ("<g id=%q>%s</g>"):format(id, (svg:gsub(' width="([%d.]+)mm" height="([%d.]+)mm"', ' width="%1" height="%2"',
    1)))
end

local function place(grid, id)
  return id and ('<svg class="place" viewBox="0 0 %g %g"><use href="#%s"/></svg>'):format(grid.w, grid.h, id)
    or '<svg class="place"></svg>'
end

local function add_sheets(parts, grid, places, back)
  local per_sheet = grid.columns * grid.rows
  for from = 1, #places, per_sheet do
    local sheet, backs = table.move(places, from, math.min(from + per_sheet - 1, #places), 1, {}), {}
    for i = 1, per_sheet do -- left and right are exchanged
      local front = sheet[i + grid.columns - 1 - 2 * ((i - 1) % grid.columns)]
      backs[i] = place(grid, front and back)
    end
    parts[#parts + 1] = "<section>" .. table.concat(sheet, "\n") .. marks_of(grid, true) .. "</section>"
    if back then parts[#parts + 1] = "<section>" .. table.concat(backs, "\n") .. marks_of(grid) .. "</section>" end
  end
end

local function thumbnails(grid, cards)
  return "<main>\n" .. table.concat(lists.collect(cards, function(card)
    local count = card.count > 1 and "× " .. card.count or ""
    return ("<figure>%s<figcaption>%s</figcaption></figure>"):format(place(grid, card.id), count)
  end), "\n") .. "\n</main>"
end

local function style_of(grid, paper)
  local form = "@page { margin: 0; size: %s; }\n"
    .. ":root { --w: %gmm; --h: %gmm; --columns: %d; --top: %gmm; --sheet: %gmm; }\n"
  return form:format(paper[3] or "auto", grid.w, grid.h, grid.columns, grid.top, grid.rows * grid.h)
    .. sources.template "cards.css"
end

-- The page can run and fetch nothing, whatever a template or a picture holds.
local POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

--- The cards of a game as a page, as M.cards makes them: the page, its pictures and its sentences; or nil and the mistakes
--- as lines. what: "sheets", "faces" (sheets without backs) or "thumbnails"; look.paper: "a4", "letter" or nil for both.
function M.page(name, variants, sets, look, what)
  local made, problem = M.cards(name, variants, sets, look)
  if not made then return nil, problem end
  local paper = PAPER[look.paper or "both"]
  local grid = grid_of(made, look.bleed or 0, paper)
  local drawings, parts = {}, {}
  for i, deck in ipairs(made.decks) do
    local back, places = what == "sheets" and "b" .. i or nil, {}
    if back then drawings[#drawings + 1] = defined(back, deck.back) end
    for k, card in ipairs(deck.cards) do
      card.id = ("c%d-%d"):format(i, k)
      drawings[#drawings + 1] = defined(card.id, card.svg)
      for _ = 1, card.count do places[#places + 1] = place(grid, card.id) end
    end
    if what == "thumbnails" then parts[#parts + 1] = thumbnails(grid, deck.cards)
    else
      add_sheets(parts, grid, places, back)
      if deck.of then
        table.insert(made.mistakes, ("each %s has a deck `%s`: it is on the page once"):format(made.player, deck.name))
      end
    end
  end
  local body = '<svg class="drawings"><defs>' .. table.concat(drawings, "\n") .. "</defs></svg>\n"
  return english.html_page(english.html(made.title), style_of(grid, paper), body .. table.concat(parts, "\n"), POLICY),
    made.pictures, made.mistakes
end

return M
