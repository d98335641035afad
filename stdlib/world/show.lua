-- What `show` prints: a game's declaration as people read it, and as data for other programs. Nothing here opens a table.

local words = require "world.words"
local rules = require "world.rules"
local load = require "world.load"
local open = require "world.open"
local sources = require "world.sources"
local things = require "world.show_things"

local show = {}

local WIDTH = 80

-- --- lines ---

local function length(text) return utf8.len(text) or #text end

local function pad(text, width) return text .. (" "):rep(width - length(text)) end

-- Adds `text` in words to lines, the first after `head`, the others indented as far.
local function wrap(lines, head, text)
  local indent, line = (" "):rep(length(head)), head
  local empty = true
  for word in text:gmatch("%S+") do
    if not empty and length(line) + 1 + length(word) > WIDTH then
      lines[#lines + 1] = line
      line, empty = indent, true
    end
    line = line .. (empty and "" or " ") .. word
    empty = false
  end
  lines[#lines + 1] = (line:gsub("%s+$", ""))
end

-- Rows of { left, text }, the left ones in a column.
local function columns(lines, rows, most)
  local width = 0
  for _, row in ipairs(rows) do width = math.max(width, length(row[1])) end
  width = math.min(width, most or 30)
  for _, row in ipairs(rows) do
    local left = row[1]
    if length(left) > width then
      lines[#lines + 1] = "  " .. left
      left = ""
    end
    wrap(lines, "  " .. pad(left, width) .. "  ", row[2])
  end
end

local function heading(lines, text)
  lines[#lines + 1] = ""
  lines[#lines + 1] = text
end

-- --- show ---

-- The whole of a table, where rules.show gives its beginning.
local function whole(value)
  if type(value) ~= "table" then return rules.show(value) end
  local parts = {}
  for i, key in ipairs(words.keys(value)) do
    parts[i] = (#value == 0 and tostring(key) .. " = " or "") .. whole(value[key])
  end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

local function rule_text(rule)
  local text = rule.meaning .. ": " .. (rule.kind == "table" and whole(rule.value) or rules.expected(rule))
  if rule.from == "hand" then text = text .. "; a change counts from the next hand" end
  if rule.from == "game" then text = text .. "; a change counts from the next game" end
  return text
end

local function rule_rows(spec, list)
  local rows = {}
  for i, name in ipairs(words.keys(list)) do
    local rule = list[name]
    local text = rule_text(rule)
    if not spec.own_layer[rule.origin] then
      local before = rule.value ~= rule.default and ("; %s before"):format(rules.show(rule.default, rule)) or ""
      text = ("%s [%s%s]"):format(text, rule.origin, before)
    end
    rows[i] = { rule.kind == "table" and name or name .. " = " .. rules.show(rule.value, rule), text }
  end
  return rows
end

local function word_rows(spec)
  local rows = {}
  for i, name in ipairs(words.keys(spec.words)) do
    local word = spec.words[name]
    local layer = spec.own_layer[word.origin] and "" or (" [%s]"):format(word.origin)
    rows[i] = { name, ("%s: \"%s\"%s"):format(word.meaning, word.value, layer) }
  end
  return rows
end

local function step_line(spec, step)
  local origin = spec.origin[step]
  return spec.own_layer[origin] and step or ("%s [%s]"):format(step, origin)
end

local function order_lines(lines, spec, list, indent)
  for _, step in ipairs(list) do
    if type(step) == "table" then
      lines[#lines + 1] = indent .. "again and again:"
      order_lines(lines, spec, step, indent .. "  ")
    else lines[#lines + 1] = indent .. step_line(spec, step) end
  end
end

-- RULES.md: the paragraph under its heading, and the section of rulings.
local function rules_page(name)
  local text = sources.read(name .. "/RULES.md") and sources.read(name .. "/RULES.md") or ""
  local credit = text:match("^#[^\n]*\n+([^#\n].-)\n%s*\n") or ""
  local rulings = ("\n" .. text):match("\n## Rulings[^\n]*\n+(.-)%s*$") or ""
  return credit:gsub("\n", " "), (rulings:gsub("\n## .*$", ""):gsub("%s+$", ""))
end

--- What RULES.md says before the rulings, for people who play: { { heading, text } }. Sections with commands for who runs
--- the program are left out.
function show.how_to_play(name)
  local text = sources.read(name .. "/RULES.md") and sources.read(name .. "/RULES.md") or ""
  local list = {}
  for title, body in (text:gsub("\n## ", "\n\1\2") .. "\1"):gmatch("\2([^\n]*)\n+([^\1]-)%s*%f[\1]") do
    if title == "Rulings" then break end
    if not body:find("croupier ", 1, true) then list[#list + 1] = { title, body } end
  end
  return list
end

local function variants_of(name)
  local list = {}
  for i, variant in ipairs(sources.variants(name)) do
    local title, line = load.variant_lines(name, variant)
    if title then list[i] = { name = variant, title = title, one_line = line }
    else list[i] = { name = variant, problem = load.lines(line):match("[^\n]*") } end
  end
  return list
end

local function bots_of(name)
  local bots, best = load.bots(name)
  if not bots then return { { name = "?", one_line = best } } end
  local list = {}
  for i, line in ipairs(words.bot_lines(bots)) do
    list[i] = { name = line[1], one_line = line[2], best = line[1] == best }
  end
  list[#list + 1] = { name = "random", one_line = "any legal answer", best = false }
  return list
end

local function actions_of(spec)
  local list = {}
  for i, name in ipairs(words.keys(spec.actions)) do
    local action = spec.actions[name]
    list[i] = { name = name, meaning = action[1], step = action.step, before = action.when }
  end
  return list
end

local function title_lines(lines, spec, credit)
  wrap(lines, "", spec.one_line == "" and spec.title or spec.title .. ": " .. spec.one_line)
  for _, variant in ipairs(spec.variants or {}) do
    wrap(lines, "  + ", (variant.title or variant.name) .. (variant.one_line and ": " .. variant.one_line or ""))
  end
  wrap(lines, "", "For " .. words.seats(spec) .. (spec.gm and " and a game master." or "."))
  local base = spec.games[#spec.games - 1]
  if base then
    wrap(lines, "", ("Made from %s: `croupier show %s --diff` tells what differs."):format(base, spec.name))
  end
  if credit ~= "" then
    lines[#lines + 1] = ""
    wrap(lines, "", credit)
  end
end

local function add_rows(lines, title, list, row)
  if #list == 0 then return end
  heading(lines, title)
  local rows = {}
  for i, item in ipairs(list) do rows[i] = { row(item) } end
  columns(lines, rows)
end

local function thing_lines(lines, spec)
  for _, part in ipairs(things.sections(spec)) do
    local broken = {}
    heading(lines, part.title)
    columns(broken, part.rows)
    for _, line in ipairs(broken) do lines[#lines + 1] = things.broken(line) end
  end
end

local function mark_order(order, into)
  for _, step in ipairs(order) do if type(step) == "table" then mark_order(step, into) else into[step] = true end end
  return into
end

-- The small steps: who writes a house rule replaces these as well as those of the order.
local function called_lines(lines, spec)
  local ordered, list = mark_order(spec.order, {}), {}
  for _, name in ipairs(words.keys(spec.steps)) do
    if not ordered[name] then list[#list + 1] = name end
  end
  if #list == 0 then return end
  heading(lines, ("Other steps (`croupier show %s NAME` prints one)"):format(spec.name))
  wrap(lines, "  ", table.concat(list, ", "))
end

local function text_of(game)
  local lines, spec = {}, game.spec
  title_lines(lines, spec, game.credit)
  if next(spec.rules) then
    heading(lines, ("Rules (--set NAME=VALUE changes one)"))
    columns(lines, rule_rows(spec, spec.rules), 24)
  end
  if next(spec.profile) then
    heading(lines, ("What a %s has (--player \"Anna: NAME VALUE, ...\")"):format(spec.player))
    columns(lines, rule_rows(spec, spec.profile), 24)
  end
  if next(spec.words) then
    heading(lines, "Words (a variant changes one: house.words.NAME)")
    columns(lines, word_rows(spec), 24)
  end
  heading(lines, "Order")
  order_lines(lines, spec, spec.order, "  ")
  called_lines(lines, spec)
  thing_lines(lines, spec)
  add_rows(lines, "Out of turn", game.actions, function(a) return ":" .. a.name, a.meaning end)
  add_rows(lines, ("Variants (%s+NAME)"):format(spec.name), game.variants, function(v)
    return v.name, v.problem and "can't be played: " .. v.problem or
      v.title .. (v.title ~= "" and v.one_line ~= "" and ": " or "") .. v.one_line
  end)
  add_rows(lines, "Who can answer for a seat", game.bots, function(bot)
    return bot.name, bot.one_line .. (bot.best and " (the usual opponent)" or "")
  end)
  if game.rulings ~= "" then
    heading(lines, "Rulings")
    lines[#lines + 1] = game.rulings
  end
  return table.concat(lines, "\n")
end

local function rules_data(list)
  local result = {}
  for i, name in ipairs(words.keys(list)) do
    local rule = list[name]
    result[i] = { name = name, value = rule.value, default = rule.default, kind = rule.kind, meaning = rule.meaning,
      min = rule.min, max = rule.max, one_of = rule.one_of, from = rule.from, origin = rule.origin }
  end
  return result
end

local function data_of(game)
  local spec, all = game.spec, things.of(game.spec)
  return { name = spec.name, title = spec.title, one_line = spec.one_line, credit = game.credit,
    seats = spec.seats, player = spec.player, gm = spec.gm or false, layers = spec.layers,
    rules = rules_data(spec.rules), profile = rules_data(spec.profile), order = spec.order,
    steps = spec.origin, piles = all.piles, pools = all.pools, state = all.state,
    variants = game.variants, actions = game.actions, bots = game.bots,
    measures = spec.measures, rulings = game.rulings }
end

--- A game with variants and settings, in full, as text or as data; or nil and the mistakes as lines.
function show.show(name, variants, sets, as_data)
  local spec, problem = open.spec(name, variants, sets)
  if not spec then return nil, problem end
  local credit, rulings = rules_page(name)
  local game = { spec = spec, credit = credit, rulings = rulings, variants = variants_of(name), bots = bots_of(name),
    actions = actions_of(spec) }
  return as_data and data_of(game) or text_of(game)
end

-- For the printed sheet, and for what `show` says of layers and of names.
show.rules_page = rules_page
show.wrap, show.columns = wrap, columns

return show
