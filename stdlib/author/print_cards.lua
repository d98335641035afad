-- Cards to print: the decks of a game as drawings, and as a page of HTML with faces and backs in sheets, or each face once,
-- small.
--
-- A sheet fits the paper that is named, else A4 and letter both: it is centred between left and right. The backs of a sheet
-- follow it with left and right exchanged, for paper that is turned over an edge at its side: the long one, or the short one
-- of paper that lies on its side.
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
local MARK, BLEED_MARK = 4, 0.8 -- mm of a mark to cut along, less where it would be nearer to the edge; its part of a bleed

-- --- the decks ---

-- The backs of decks by their names, { said =, path = of a picture or nil } each; or nil and what is wrong. said: what was
-- asked for by a deck's name, or by "" of all the others.
local function backs_of(spec, said)
  local backs = {}
  for name in pairs(said) do
    if name ~= "" and not spec.decks[name] then
      return nil, ("--back %s: %s has no such deck%s"):format(name, spec.title, english.suggest(name, spec.decks))
    end
  end
  for name, deck in pairs(spec.decks) do
    local back = said[name] or said[""] or ""
    local path, wrong, none = decks.picture_path(deck, back)
    if none then
      wrong = ("%s: there is no such file beside %s"):format(back,
        deck.kind.path or sources.on_disk(deck.folder .. "/game.lua"))
    end
    if wrong then return nil, "--back " .. wrong end
    backs[name] = { said = back, path = path }
  end
  return backs
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
  local backs, missing = backs_of(spec, look.backs)
  if not backs then return nil, missing end
  local art = card_art.new { template = template, bleed = look.bleed, four_color = look.four_color, backs = backs }
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

-- How many cards of a size a sheet has room for, how large the place of each is, with its bleed, and the room for marks
-- beside and above them: in mm. Where more cards that are wider than high fit on paper that lies on its side, it does.
local function grid_of(made, bleed, paper)
  local w, h, edge = made.width + 2 * bleed, made.height + 2 * bleed, math.max(EDGE - bleed, 0)
  local function on(width, height)
    local columns, rows = (width - 2 * edge) // w | 0, (height - 2 * edge) // h | 0
    local side, top = (width - columns * w) / 2, (height - rows * h) / 2
    return { columns = columns, rows = rows, w = w, h = h, bleed = bleed, top = top, is_wide = width > height,
      beside = math.min(MARK, side - EDGE), above = math.min(MARK, top - EDGE) }
  end
  local tall, wide = on(paper[1], paper[2]), on(paper[2], paper[1])
  return w > h and wide.columns * wide.rows > tall.columns * tall.rows and wide or tall
end

-- A drawing that is shown where a place refers to it, with a thin line around it.
local function defined(grid, id, svg)
  local line = ('<rect width="%g" height="%g" fill="none" stroke="#ccc" stroke-width="0.1"/>'):format(grid.w, grid.h)
  return ("<g id=%q>%s%s</g>"):format(id, svg:gsub(' width="([%d.]+)mm" height="([%d.]+)mm"',
    ' width="%1" height="%2"', 1), line)
end

-- Marks along the lines to cut between `n` places in a row, `size` wide: outside of the rows, as far as there is room, and
-- in their bleed.
local function marks_of(n, size, rows, height, bleed, room)
  local marks = {}
  for i = 0, 2 * n - 1 do
    local x = i // 2 * size + (i % 2 == 0 and bleed or size - bleed)
    for row = 0, rows do
      local from = row * height - (row == 0 and room or BLEED_MARK * bleed)
      local to = row * height + (row == rows and room or BLEED_MARK * bleed)
      if from < to then marks[#marks + 1] = ("M%g %gV%g"):format(x, from, to) end
    end
  end
  return table.concat(marks)
end

-- All marks of a sheet, on a lighter ground: what is cut away may be dark.
local function defined_marks(grid)
  local down = marks_of(grid.columns, grid.w, grid.rows, grid.h, grid.bleed, grid.above)
  local across = marks_of(grid.rows, grid.h, grid.columns, grid.w, grid.bleed, grid.beside)
  local both = ('<path d="%s"/><path transform="matrix(0 1 1 0 0 0)" d="%s"/>'):format(down, across)
  return ('<g id="marks"><g stroke="#fff" stroke-width="0.5">%s</g><g stroke="#333" stroke-width="0.15">%s</g></g>')
    :format(both, both)
end

-- Adds the sheets of the cards with these ids, each followed by its backs, if there is one: there left and right are
-- exchanged. Gives how many sheets they are.
local function add_sheets(parts, grid, ids, back)
  local columns, places = grid.columns, grid.columns * grid.rows
  local function add(id_at)
    parts[#parts + 1] = ('<svg class="sheet" viewBox="0 0 %g %g">'):format(columns * grid.w, grid.rows * grid.h)
    for i = 0, places - 1 do
      local id = id_at(i)
      parts[#parts + 1] = id and ('<use href="#%s" x="%g" y="%g"/>'):format(id, i % columns * grid.w,
        i // columns * grid.h)
    end
    parts[#parts + 1] = '<use href="#marks"/></svg>'
  end
  for from = 1, #ids, places do
    add(function(i) return ids[from + i] end)
    if back then add(function(i) return ids[from + i + columns - 1 - 2 * (i % columns)] and back end) end
  end
  return math.ceil(#ids / places)
end

local function thumbnails(grid, cards)
  return "<main>\n" .. table.concat(lists.collect(cards, function(card)
    return ('<figure><svg viewBox="0 0 %g %g"><use href="#%s"/></svg><figcaption>%s</figcaption></figure>')
      :format(grid.w, grid.h, card.id, card.count > 1 and "× " .. card.count or "")
  end), "\n") .. "\n</main>"
end

local function style_of(grid, paper)
  return ("@page { margin: 0; size: %s %s; }\n:root { --w: %gmm; --h: %gmm; --top: %gmm; --sheet: %gmm; }\n"):format(
    paper[3] or "", grid.is_wide and "landscape" or "portrait", grid.w, grid.h, grid.top, grid.columns * grid.w)
    .. sources.template "cards.css"
end

-- What the page holds, in words, and how to print it.
local function summary_of(grid, paper, what, count, sheets)
  local cards = english.count(count, "card")
  if what == "thumbnails" then return cards .. ", each once" end
  local both = what == "sheets"
  return ("%s%s, on %s of %s paper%s\nOpen it in a browser and print at 100%%%s."):format(cards,
    both and " with their backs" or "", english.count(sheets, "sheet"),
    paper[3] or "A4 or letter", grid.is_wide and ", landscape." or ".",
    both and (", on both sides, flipping on the %s edge"):format(grid.is_wide and "short" or "long") or "")
end

-- The page can run and fetch nothing, whatever a template or a picture holds.
local POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

--- The cards of a game as a page: what `cards` above makes, with the page and a summary of it; or nil and the mistakes as lines.
--- what: "sheets", "faces" (sheets without backs) or "thumbnails"; look.paper: "a4", "letter" or nil for both.
function M.page(name, variants, sets, look, what)
  local made, problem = M.cards(name, variants, sets, look)
  if not made then return nil, problem end
  local paper = PAPER[look.paper or "both"]
  local grid = grid_of(made, look.bleed, paper)
  local drawings, parts = { defined_marks(grid) }, {}
  local count, sheets = 0, 0
  for i, deck in ipairs(made.decks) do
    local back, ids = what == "sheets" and "b" .. i or nil, {}
    if back then drawings[#drawings + 1] = defined(grid, back, deck.back) end
    for k, card in ipairs(deck.cards) do
      card.id = ("c%d-%d"):format(i, k)
      drawings[#drawings + 1] = defined(grid, card.id, card.svg)
      for _ = 1, card.count do ids[#ids + 1] = card.id end
    end
    if what == "thumbnails" then
      parts[#parts + 1], count = thumbnails(grid, deck.cards), count + #deck.cards
    else
      sheets = sheets + add_sheets(parts, grid, ids, back)
      count = count + #ids
      if deck.of then
        table.insert(made.mistakes, ("each %s has a deck `%s`: it is on the page once"):format(made.player, deck.name))
      end
    end
  end
  made.decks, made.summary = nil, summary_of(grid, paper, what, count, sheets)
  made.page = english.html_page(english.html(made.title), style_of(grid, paper),
    '<svg class="drawings"><defs>' .. table.concat(drawings, "\n") .. "</defs></svg>\n" .. table.concat(parts, "\n"),
    POLICY)
  return made
end

return M
