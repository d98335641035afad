-- What `show GAME` prints: the game's declaration, as text for people and as data for other programs. With --search, how
-- the search plays it.

local answerers = require "start.bots"
local english = require "shared.english"
local lists = require "shared.lists"
local markdown = require "shared.markdown"
local rules = require "script.rules"
local load = require "script.load"
local open = require "start.open"
local sources = require "script.sources"
local specs = require "script.specs"
local things = require "tell.things"

local show = {}

-- --- lines ---

--- Adds rows of { left, text }, the left ones in a column.
function show.columns(lines, rows, most)
  local width = 0
  for _, row in ipairs(rows) do width = math.max(width, english.length(row[1])) end
  width = math.min(width, most or 30)
  for _, row in ipairs(rows) do
    local left = row[1]
    if english.length(left) > width then
      lines[#lines + 1] = "  " .. left
      left = ""
    end
    english.wrap(lines, "  " .. left .. (" "):rep(width - english.length(left)) .. "  ", row[2])
  end
end

--- Adds a heading below a blank line.
function show.heading(lines, text)
  lines[#lines + 1] = ""
  lines[#lines + 1] = text
end

--- Adds rows under a heading; nothing where there are none.
function show.section(lines, title, rows, most)
  if #rows == 0 then return end
  show.heading(lines, title)
  show.columns(lines, rows, most)
end

-- --- show ---

--- "; 3 before" where another layer has changed the rule, else "".
function show.before(rule)
  local changes = rule.kind == "table" and rules.changes(rule.default, rule.value)
  if changes then return changes ~= "" and ": " .. changes or "" end
  return rule.value ~= rule.default and ("; %s before"):format(rules.show(rule.default, rule)) or ""
end

local function rule_rows(spec, list)
  return lists.map(list, function(rule, name)
    local is_table = rule.kind == "table"
    local text = rule.meaning .. ": " .. (is_table and rules.show(rule.value, nil, true) or rules.expected(rule))
    if rule.from ~= "step" then text = text .. "; a change counts from the next " .. rule.next end
    if not spec.own_layer[rule.origin] then text = ("%s [%s%s]"):format(text, rule.origin, show.before(rule)) end
    return { is_table and name or name .. " = " .. rules.show(rule.value, rule), text }
  end)
end

-- " [late_lines]" behind what a variant or --set says.
local function origin_mark(spec, origin) return spec.own_layer[origin] and "" or (" [%s]"):format(origin) end

--- Adds an order, a line a step with what text_of(step) says of it, those of a list in it two columns deeper. A step of
--- which it says nothing is left out.
function show.order_lines(lines, order, indent, text_of)
  for _, step in ipairs(order) do
    local said, count = type(step) == "table" and "repeat:" or text_of(step), #lines + 1
    if said then lines[count] = indent .. said end
    if type(step) == "table" then show.order_lines(lines, step, "  " .. indent, text_of) end
    if said == "repeat:" and #lines == count then lines[count] = nil end
  end
end

--- RULES.md: the paragraph under its heading, the section of rulings, and as a list of sections what is before them, for
--- people who play. Those with commands for who runs the program are left out.
function show.rules_page(name)
  local list, how_to_play, rulings = markdown.sections(sources.read(name .. "/RULES.md") or ""), {}, nil
  local credit = lists.collect(table.remove(list, 1), function(part)
    return part.kind == "paragraph" and part.source or nil
  end)
  for _, section in ipairs(list) do
    if section.title == "Rulings" then rulings = section.source end
    if not rulings and not section.source:find("croupier ", 1, true) then how_to_play[#how_to_play + 1] = section end
  end
  return (credit[1] or ""):gsub("\n", " "), rulings or "", how_to_play
end

local function variants_of(name)
  return lists.map(sources.variants(name), function(variant)
    local title, line = load.variant_lines(name, variant)
    if title then return { name = variant, title = title, one_line = line } end
    return { name = variant, problem = load.lines(line):match("[^\n]*") }
  end)
end

local function bots_of(name)
  local bots, best = load.bots(name)
  if not bots then return { { name = "?", one_line = best } } end
  return lists.map(answerers.lines(bots), function(line)
    return { name = line[1], one_line = line[2], best = line[1] == best }
  end)
end

local function title_lines(lines, spec, credit)
  english.wrap(lines, "", spec.one_line == "" and spec.title or spec.title .. ": " .. spec.one_line)
  for _, variant in ipairs(spec.variants or {}) do
    english.wrap(lines, "  + ", (variant.title or variant.name)
      .. (variant.one_line and ": " .. variant.one_line or ""))
  end
  english.wrap(lines, "", "For " .. english.seats(spec) .. (spec.gm and " and a game master." or "."))
  local base = spec.games[#spec.games - 1]
  if base then
    english.wrap(lines, "", ("Made from %s: `croupier show %s --diff` shows what differs."):format(base, spec.name))
  end
  if credit ~= "" then
    lines[#lines + 1] = ""
    english.wrap(lines, "", credit)
  end
end

-- The small steps: who writes a house rule replaces these as well as those of the order.
local function called_lines(lines, spec)
  local ordered = lists.set(specs.step_names(spec.order))
  local list = lists.map(spec.steps, function(_, name) return not ordered[name] and name or nil end)
  if #list == 0 then return end
  show.heading(lines, ("Other steps (`croupier show %s NAME` prints one)"):format(spec.name))
  english.wrap(lines, "  ", table.concat(list, ", "))
end

local function text_of(game)
  local lines, spec = {}, game.spec
  title_lines(lines, spec, game.credit)
  show.section(lines, "Rules (--set NAME=VALUE changes one)", rule_rows(spec, spec.rules), 24)
  show.section(lines, ("What %s has (--player \"Anna: NAME VALUE, ...\")"):format(english.a(spec.player)),
    rule_rows(spec, spec.profile), 24)
  show.section(lines, "Words (a variant changes one: house.words.NAME)", lists.map(spec.words, function(word, name)
    return { name, ("%s: \"%s\"%s"):format(word.meaning, word.value, origin_mark(spec, word.origin)) }
  end), 24)
  show.heading(lines, "Order")
  show.order_lines(lines, spec.order, "  ", function(step) return step .. origin_mark(spec, spec.origin[step]) end)
  called_lines(lines, spec)
  for _, part in ipairs(things.sections(spec)) do show.section(lines, part.title, part.rows) end
  show.section(lines, "Out of turn", lists.map(game.actions, function(a) return { ":" .. a.name, a.meaning } end))
  show.section(lines, ("Variants (%s+NAME)"):format(spec.name), lists.map(game.variants, function(variant)
    return { variant.name, variant.problem and "can't be played: " .. variant.problem
      or variant.title .. (variant.title ~= "" and variant.one_line ~= "" and ": " or "") .. variant.one_line }
  end))
  show.section(lines, "Who can answer for a seat", lists.map(game.bots, function(bot)
    return { bot.name, bot.one_line .. (bot.best and " (the usual opponent)" or "") }
  end))
  if game.rulings ~= "" then show.heading(lines, "Rulings\n" .. game.rulings) end
  return table.concat(lines, "\n")
end

local function rules_data(list)
  return lists.map(list, function(rule, name)
    return { name = name, value = rule.value, default = rule.default, kind = rule.kind, meaning = rule.meaning,
      min = rule.min, max = rule.max, one_of = rule.one_of, from = rule.from, origin = rule.origin }
  end)
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

--- How a bot that searches plays on in the game of a few, as text or as data; or nil and the mistakes as lines.
function show.search(name, variants, sets, as_data)
  local spec, problem = open.spec(name, variants, sets)
  if not spec then return nil, problem end
  local count = math.max(spec.seats[1], math.min(3, spec.seats[2]))
  local b, why = open.seat(spec, open.given(count, "GM", {}, {}))
  if not b then return nil, why end
  local told = require("search.search").explain(b)
  return as_data and { name = name, search = told } or table.concat(told, "\n")
end

--- A game with variants and settings, in full, as text or as data; or nil and the mistakes as lines.
function show.show(name, variants, sets, as_data)
  local spec, problem = open.spec(name, variants, sets)
  if not spec then return nil, problem end
  local credit, rulings = show.rules_page(name)
  local game = { spec = spec, credit = credit, rulings = rulings, variants = variants_of(name), bots = bots_of(name),
    actions = lists.map(spec.actions, function(action, key)
      return { name = key, meaning = action[1], step = action.step, before = action.when }
    end) }
  return as_data and data_of(game) or text_of(game)
end

return show
