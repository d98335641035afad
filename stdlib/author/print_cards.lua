-- Cards to print: the decks of a game as drawings, and as a page of HTML with faces and backs in sheets, or each face once,
-- small.
--
-- A sheet fits the paper that is named, else A4 and letter both: it is centred between left and right. The backs of a sheet
-- follow it with left and right exchanged, for paper that is turned over its long edge.
--
-- Each card is drawn once in the page; its places in the sheets refer to it. Pictures are left out: see tell/card_art.lua.

local card_art = require "tell.card_art"
local card_text = require "tell.card_text"
local decks = require "script.declared_decks"
local sources = require "script.sources"
local english = require "shared.english"
local lists = require "shared.lists"
local open = require "start.open"

local M = {}

local PAPER = { a4 = { 210, 297, "A4" }, letter = { 215.9, 279.4, "letter" }, both = { 210, 279.4 } } -- mm
local EDGE = 4.4 -- mm from the edge of the paper to the first cut
local MARK = 4 -- mm of a mark to cut along; less where it would not fit, as a browser shrinks what is wider than the paper

-- --- the decks ---

-- What is wrong with the backs that were asked for; nil when nothing is.
local function back_mistake(spec, backs)
  for name, back in pairs(backs) do
    if name ~= "" and not spec.decks[name] then
      return ("--back %s: %s has no such deck%s"):format(name, spec.title, english.suggest(name, spec.decks))
    end
    for key, deck in pairs(spec.decks) do
      local _, wrong, none = decks.picture_path(deck, (name == key or name == "" and not backs[key]) and back or "")
      if none then
        local path = deck.kind.path or sources.on_disk(deck.folder .. "/game.lua")
        wrong = ("%s: there is no such file beside %s"):format(back, path)
      end
      if wrong then return "--back " .. wrong end
    end
  end
end

--- The cards of a game as drawings: { title =, width =, height =, decks = { { name =, of = "seat" or nil, back =, cards = {
--- { name =, count =, svg =, suit =, value =, text = } } } }, pictures = paths by number, mistakes = sentences }; or
--- nil and the mistakes as lines. look: { size = { width, height } or nil, template = a text or nil, bleed =, four_color =,
--- backs = }.
function M.cards(name, variants, sets, look)
  local spec, problem = open.spec(name, variants, sets)
  if not spec then return nil, problem end
  local template, wrong = card_art.template(look.template or card_art.built_in(table.unpack(look.size)))
  if not template then return nil, ("%s: %s"):format(look.source, wrong) end
  wrong = back_mistake(spec, look.backs or {})
  if wrong then return nil, wrong end
  local art = card_art.new { template = template, bleed = look.bleed or 0, four_color = look.four_color,
    backs = look.backs or {} }
  local list = lists.collect(lists.keys(spec.decks), function(key, i)
    local deck = spec.decks[key]
    local drawn = { kind = deck.kind, name = key, game = spec.title, folder = deck.folder }
    return { name = key, of = deck.of, back = art:back(drawn, i),
      cards = lists.collect(decks.faces(spec, deck), function(card)
        local face = card[1]
        return { name = face.long, count = card[2], svg = art:face(drawn, face), suit = face.suit,
          value = type(face.value) == "number" and face.value or nil,
          text = type(face.text) == "string" and card_text.plain(face.text) or "" }
      end) }
  end)
  if #list == 0 then return nil, ("%s has no deck: there is nothing to print"):format(spec.title) end
  return { title = spec.title, player = spec.player, width = template.width, height = template.height, decks = list,
    pictures = art.pictures, mistakes = art.mistakes }
end

-- --- sheets ---

-- How many cards of a size a sheet has room for, and how large the place of each is, with its bleed: in mm.
local function grid_of(made, bleed, paper)
  local w, h, edge = made.width + 2 * bleed, made.height + 2 * bleed, math.max(EDGE - bleed, 0)
  local columns, rows = (paper[1] - 2 * edge) // w | 0, (paper[2] - 2 * edge) // h | 0
  local side, top = (paper[1] - columns * w) / 2, (paper[2] - rows * h) / 2
  local mark = math.min(MARK, side, top)
  return { columns = columns, rows = rows, w = w, h = h, bleed = bleed, mark = mark, top = top - mark }
end

-- A drawing that is shown where a place refers to it, with a thin line around it.
local function defined(grid, id, svg)
  local line = ('<rect width="%g" height="%g" fill="none" stroke="#ccc" stroke-width="0.1"/>'):format(grid.w, grid.h)
  return ("<g id=%q>%s%s</g>"):format(id, svg:gsub(' width="([%d.]+)mm" height="([%d.]+)mm"',
    ' width="%1" height="%2"', 1), line)
end

-- A sheet of the cards with these ids, in rows; false leaves a place free. Around them are marks to cut along.
local function sheet_of(grid, ids)
  local w, h, mark, marks, parts = grid.columns * grid.w, grid.rows * grid.h, grid.mark, {}, {}
  for i = 0, 2 * grid.columns - 1 do
    local x = i // 2 * grid.w + (i % 2 == 0 and grid.bleed or grid.w - grid.bleed)
    marks[#marks + 1] = ("M%g %gV0M%g %gV%g"):format(x, -mark, x, h, h + mark)
  end
  for i = 0, 2 * grid.rows - 1 do
    local y = i // 2 * grid.h + (i % 2 == 0 and grid.bleed or grid.h - grid.bleed)
    marks[#marks + 1] = ("M%g %gH0M%g %gH%g"):format(-mark, y, w, y, w + mark)
  end
  for i, id in ipairs(ids) do
    local x, y = (i - 1) % grid.columns * grid.w, (i - 1) // grid.columns * grid.h
    parts[i] = id and ('<use href="#%s" x="%g" y="%g"/>'):format(id, x, y) or ""
  end
  return ('<svg class="sheet" viewBox="%g %g %g %g"><path d="%s"/>%s</svg>'):format(-mark, -mark, w + 2 * mark,
    h + 2 * mark, table.concat(marks), table.concat(parts, "\n"))
end

-- Adds the sheets of the cards with these ids, each followed by its backs, if there is one: there left and right are
-- exchanged.
local function add_sheets(parts, grid, ids, back)
  local columns = grid.columns
  for from = 1, #ids, columns * grid.rows do
    local fronts, backs = {}, {}
    for i = 0, columns * grid.rows - 1 do
      fronts[i + 1] = ids[from + i] or false
      backs[i + 1] = ids[from + i + columns - 1 - 2 * (i % columns)] and back or false
    end
    parts[#parts + 1] = sheet_of(grid, fronts)
    if back then parts[#parts + 1] = sheet_of(grid, backs) end
  end
end

local function thumbnails(grid, cards)
  return "<main>\n" .. table.concat(lists.collect(cards, function(card)
    return ('<figure><svg viewBox="0 0 %g %g"><use href="#%s"/></svg><figcaption>%s</figcaption></figure>')
      :format(grid.w, grid.h, card.id, card.count > 1 and "× " .. card.count or "")
  end), "\n") .. "\n</main>"
end

local function style_of(grid, paper)
  return ("@page { margin: 0; size: %s; }\n:root { --w: %gmm; --h: %gmm; --top: %gmm; --sheet: %gmm; }\n"):format(
    paper[3] or "auto", grid.w, grid.h, grid.top, grid.columns * grid.w + 2 * grid.mark) .. sources.template "cards.css"
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
    local back, ids = what == "sheets" and "b" .. i or nil, {}
    if back then drawings[#drawings + 1] = defined(grid, back, deck.back) end
    for k, card in ipairs(deck.cards) do
      card.id = ("c%d-%d"):format(i, k)
      drawings[#drawings + 1] = defined(grid, card.id, card.svg)
      for _ = 1, card.count do ids[#ids + 1] = card.id end
    end
    if what == "thumbnails" then parts[#parts + 1] = thumbnails(grid, deck.cards)
    else
      add_sheets(parts, grid, ids, back)
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
