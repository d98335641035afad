-- A page for the players: what is played and how, the order, the cards, the rulings, then the rules in force and what a
-- simulation found, as Markdown or as HTML made from that. A page is a list of paragraphs of Markdown; `pictures`
-- has HTML that a page of HTML shows instead of some of them.

local decks = require "script.declared_decks"
local kinds = require "script.kinds"
local sources = require "script.sources"
local english = require "shared.english"
local lists = require "shared.lists"
local markdown = require "shared.markdown"
local rules = require "script.rules"
local open = require "start.open"
local show = require "author.show"
local card_art = require "tell.card_art"
local card_text = require "tell.card_text"
local standard_art = require "tell.standard_art"

local sheet = {}

-- --- paragraphs ---

local function heading(page, text) page[#page + 1] = "## " .. text end
local function text(page, line) page[#page + 1] = line end

-- heads and rows of texts; the last `right` columns hold numbers.
local function grid(page, heads, rows, right)
  if #rows == 0 then return end
  local marks = lists.map(heads, function(_, i) return i > #heads - (right or 0) and "---:" or "---" end)
  text(page, table.concat(lists.map(lists.joined({ heads, marks }, rows), function(cells)
    cells = lists.map(cells, function(cell) return cell:gsub("|", "\\|"):gsub("\n", " ") end)
    return "| " .. table.concat(cells, " | ") .. " |"
  end), "\n"))
end

local spoken = english.spoken

-- A text of the script's as it is, where it would mean something in Markdown.
local function literal(value) return (tostring(value):gsub("[\\`*<%[]", "\\%0")) end

-- --- what is played ---

local function add_head(page, spec, credit)
  if spec.one_line ~= "" then text(page, spec.one_line:gsub("^%l", string.upper) .. ".") end
  for _, variant in ipairs(spec.variants or {}) do
    if variant.one_line then text(page, ("**%s**: %s."):format(variant.title or variant.name, variant.one_line)) end
  end
  if #(spec.variants or {}) > 0 then
    text(page, "What follows describes the game itself; the rules as played here are in the list at the end.")
  end
  text(page, "For " .. english.seats(spec) .. (spec.gm and " and a game master." or "."))
  if credit ~= "" then text(page, credit) end
end

local function changed(spec, rule)
  if spec.own_layer[rule.origin] then return "" end
  return (" (*%s%s*)"):format(rule.origin == "--set" and "set for this table" or spoken(rule.origin), show.before(rule))
end

local function is_table(rule) return rule.kind == "table" or rule.kind == "rows" end

local function add_rules(page, spec, list, title)
  local rows = lists.map(list, function(rule, name)
    if is_table(rule) or rule.secret then return nil end
    local mark = spec.own_layer[rule.origin] and "" or "**"
    local value = mark .. literal(rules.show(rule.value, rule)) .. mark
    return { spoken(name), value, spoken(rule.meaning) .. changed(spec, rule) }
  end)
  if #rows > 0 then heading(page, title) end
  grid(page, { list == spec.rules and "rule" or "name", "value", "meaning" }, rows)
end

-- --- tables among the rules: scores and the like ---

local function is_plain(value) return type(value) ~= "table" end

local function cell_of(value) return value == nil and "" or literal(spoken(rules.show(value))) end

local function cells_of(value, columns)
  if is_plain(value) then return { cell_of(value) } end
  return lists.map(columns, function(key) return cell_of(value[key]) end)
end

-- The keys of the tables in a table, in one order; nil when it holds plain values.
local function columns_of(value)
  local all = {}
  for _, inner in pairs(value) do
    for key in pairs(is_plain(inner) and {} or inner) do all[key] = true end
  end
  return next(all) ~= nil and lists.keys(all) or nil
end

local function add_table(page, rule, spec)
  local is_rows = rule.kind == "rows"
  local columns = is_rows and lists.collect(rule.columns, "name") or columns_of(rule.value)
  local is_list = not columns and #rule.value > 0 and #rule.value == #lists.keys(rule.value)
  text(page, ("**%s**: %s%s%s"):format(spoken(rule.name), spoken(rule.meaning), changed(spec, rule),
    is_list and ": " .. table.concat(lists.collect(rule.value, cell_of), ", ") or ""))
  if is_list then return end
  local in_lists = not is_rows and columns ~= nil and columns[1] == 1 and #rule.value > 0 -- then places are no names
  local heads = lists.map(columns or { "" }, function(key) return in_lists and "" or spoken(key) end)
  if not (is_rows or in_lists) then table.insert(heads, 1, "") end
  local rows = lists.map(rule.value, function(value, key)
    local cells = cells_of(value, columns)
    if #cells < #heads then table.insert(cells, 1, spoken(key)) end
    return cells
  end)
  local right = #heads - 1 -- the columns hold numbers, but for the first; or else none does
  for _, row in ipairs(rows) do
    for i = 2, #row do if row[i] ~= "" and not tonumber(row[i]) then right = 0 end end
  end
  grid(page, heads, rows, right)
end

local function add_tables(page, spec)
  local list = lists.map(spec.rules, function(rule) return is_table(rule) and not rule.secret and rule or nil end)
  if #list > 0 then heading(page, "Tables") end
  for _, rule in ipairs(list) do add_table(page, rule, spec) end
end

-- --- the order ---

local function add_order(page, spec)
  local items = {}
  show.order_lines(items, spec.order, "- ", function(step) -- "**deal**: Everybody is dealt five cards."
    local origin, about = spec.origin[step], spec.about[step]
    local name = spec.own_layer[origin] and spoken(step) or ("%s (*%s*)"):format(spoken(step), spoken(origin))
    return about and ("**%s**: %s"):format(name, about) -- the other steps are the script's own
  end)
  if #items > 0 then
    heading(page, "Order of play")
    text(page, table.concat(items, "\n"))
  end
  local rows = lists.map(spec.actions, function(action, name) return { ":" .. name, action[1] } end)
  if #rows > 0 then text(page, "Out of turn:") end
  grid(page, { "say", "what it does" }, rows)
end

-- --- the cards ---

local function copies(name, count)
  return ("`%s%s`"):format(name:gsub("`", "'"), count > 1 and (" ×%d"):format(count) or "")
end

-- A row a suit, then the cards without one: "| ♣ clubs | `A` `2` `3` |".
local function add_suits(page, kind, cards)
  local rows = lists.collect(lists.joined(kind.suits, { false }), function(suit)
    local row = lists.collect(cards, function(card)
      local face, count = table.unpack(card)
      return (face.suit or false) == suit and copies(suit and face.rank or face.long, count) or nil
    end)
    local sign = kind.signs[suit] and kind.signs[suit] .. "\u{a0}" or "" -- no line ends behind it
    local name = suit and sign .. spoken(suit) or #kind.suits > 0 and "no suit" or ""
    return #row > 0 and { name, table.concat(row, " ") } or nil
  end)
  grid(page, { "", "" }, rows)
end

local DRAWN = '<svg viewBox="0 0 63 88" color="%s" role="img" aria-label="%s"><rect x="1" y="1" width="61" height="86" '
  .. 'rx="5" fill="#fff" stroke="#8d887c" stroke-width="1.5"/>%s</svg>%s'

-- The cards as pictures, a line a suit; nil where some card can't be drawn.
local function drawn(kind, cards)
  local is_whole = #cards > 0
  local lines = lists.collect(lists.joined(kind.suits, { false }), function(suit)
    local line = table.concat(lists.collect(cards, function(card)
      local face, count = table.unpack(card)
      if (face.suit or false) ~= suit then return nil end
      local drawing = standard_art.small(face, kind.signs[suit])
      is_whole = is_whole and drawing ~= nil
      return DRAWN:format(card_art.NAMED[face.color] or card_art.NAMED.black, english.html(face.long), drawing or "",
        count > 1 and (" ×%d "):format(count) or "")
    end))
    return line ~= "" and line or nil
  end)
  return is_whole and ("<p class=\"cards\">%s</p>\n"):format(table.concat(lines, "<br>\n")) or nil
end

-- Cards as `croupier cards` prints them; "" where none has a picture.
local function printed(art, spec, deck, cards)
  if #lists.collect(cards, function(card) return (decks.picture(deck, card[1])) end) == 0 then return "" end
  local drawn_by = { kind = deck.kind, folder = deck.folder, game = spec.title, name = deck.name }
  return ("<p class=\"cards printed\">%s</p>\n"):format(table.concat(lists.collect(cards, function(card)
    return art:face(drawn_by, card[1])
  end), "\n"))
end

-- A row a card, with all that stands on it.
local function add_faces(page, kind, cards)
  grid(page, { "card", "copies", "on it" }, lists.collect(cards, function(card)
    local face, count = table.unpack(card)
    local facts = lists.collect(kinds.facts(kind, face), function(fact) return table.concat(fact, " ") end)
    local value = face.value and "value " .. rules.show(face.value)
    local said = lists.joined({ face.suit }, { value }, facts, { face.text and card_text.plain(tostring(face.text)) })
    return { literal(face.long), tostring(count), literal(table.concat(said, "; ")) }
  end))
end

local function add_cards(page, spec)
  local names = lists.keys(spec.decks)
  if #names > 0 then heading(page, "All the cards") end
  for _, name in ipairs(names) do
    local deck, sum = spec.decks[name], 0
    local kind, cards = deck.kind, decks.faces(spec, deck)
    for _, card in ipairs(cards) do sum = sum + card[2] end
    local every = lists.all(cards, function(card) return card[2] == cards[1][2] end) and cards[1][2]
    local title = #names > 1 and ("**%s**: "):format(spoken(name == "deck" and kind.name or name)) or ""
    text(page, ("%s%s%s%s."):format(title, english.count(sum, "card"), deck.of and " for each " .. spec.player or "",
      every and (", %s of each"):format(every > 1 and every or "one") or ""))
    local is_bare = lists.all(cards, function(card) return not card[1].text and #kinds.facts(kind, card[1]) == 0 end)
    if every and is_bare then cards = lists.collect(cards, function(card) return { card[1], 1 } end) end
    local add = is_bare and add_suits or add_faces
    add(page, kind, cards)
    page.pictures[#page] = is_bare and drawn(kind, cards)
      or printed(page.art, spec, deck, cards) .. markdown.html(page[#page])
  end
end

-- --- what a simulation found ---

local function number(n)
  if n ~= n then return "-" end
  local shown = ("%.2f"):format(n):gsub("0+$", ""):gsub("%.$", "")
  return shown == "-0" and "0" or shown
end

-- A game that nobody wins has no wins to tell of, and a share of few games no range.
local function add_seats(page, seats)
  local won, known = false, false
  for _, seat in ipairs(seats) do won, known = won or seat.won, known or seat.range ~= "-" end
  local heads = { "seat", "wins", "in the long run", "score", "1 in 20 below", "half below", "1 in 20 above" }
  local rows = lists.map(seats, function(seat, i)
    return { ("%d. %s"):format(i, seat.name), seat.share, seat.range, number(seat.mean), number(seat.low),
      number(seat.middle), number(seat.high) }
  end)
  for _, row in ipairs(lists.joined({ heads }, rows)) do
    if not (won and known) then table.remove(row, 3) end
    if not won then table.remove(row, 2) end
  end
  grid(page, heads, rows, #heads - 1)
  if won and known then
    text(page, "*In the long run*: where the share of wins lies over many games, 19 times out of 20 (a 95% interval).")
  end
end

local function add_figures(page, figures)
  if not figures then return end
  heading(page, "What to expect")
  text(page, ("%d games played by bots (%s):"):format(figures.games, figures.bots))
  add_seats(page, figures.seats)
  local rows = lists.map(figures.measures, function(m)
    return { m.meaning, number(m.mean), number(m.low), number(m.middle), number(m.high) }
  end)
  grid(page, { "in a game", "on average", "1 in 20 below", "half below", "1 in 20 above" }, rows, 4)
  if figures.unfinished > 0 then text(page, ("%d of them did not finish."):format(figures.unfinished)) end
end

local function page_of(spec, figures)
  local template = card_art.template(card_art.built_in(63, 88))
  local page = { pictures = {}, art = card_art.new { template = template, bleed = 0 } }
  local credit, rulings, how_to_play = show.rules_page(spec.name)
  add_head(page, spec, credit)
  for _, part in ipairs(how_to_play) do
    heading(page, part.title)
    text(page, part.source)
  end
  add_order(page, spec)
  add_cards(page, spec)
  if rulings ~= "" then
    heading(page, "Rulings")
    text(page, rulings)
  end
  add_rules(page, spec, spec.rules, "Rules")
  add_rules(page, spec, spec.profile, ("What %s has"):format(english.a(spec.player)))
  add_tables(page, spec)
  add_figures(page, figures)
  return page
end

--- The page of a game with variants and settings, and in HTML its pictures, as tell.card_art has them; or nil and the
--- mistakes as lines.
--- figures: { games =, bots =, unfinished =, seats = {...}, measures = {...} } or nil.
function sheet.page(name, variants, sets, figures, html_wanted)
  local spec, problem = open.spec(name, variants, sets)
  if not spec then return nil, problem end
  local title, page = english.title(spec), page_of(spec, figures)
  if not html_wanted then return ("# %s\n\n%s"):format(title, table.concat(page, "\n\n")) end
  local body = lists.collect(page, function(part, i) return page.pictures[i] or markdown.html(part) end)
  title = english.html(title)
  return english.html_page(title, sources.template "sheet.css", ("<h1>%s</h1>\n%s"):format(title, table.concat(body))),
    page.art.pictures
end

return sheet
