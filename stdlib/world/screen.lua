-- What the console shows of a table, for one seat: made from the seat's view,
-- so that it can't show more. A line is a text, or { "text with %s", values }
-- so that the host can draw cards in its own way.

local words = require "world.words"
local rules = require "world.rules"
local view = require "world.view"

local screen = {}

local function shown(value) return (tostring(value):gsub("_", " ")) end

-- What a value of the state says in a word; nil when that would say little.
local function plain(value)
  local kind = type(value)
  if kind == "number" or kind == "string" then return value ~= "" and tostring(value) or nil end
  if kind == "table" and rawget(value, 0) ~= nil and getmetatable(value) == "view" then return value.name end
  if kind == "userdata" and host.kind(value) == "card" then return not value.hidden and value.name or nil end
  return nil
end

-- "round 3, dealer Anna, playing": the state that says something in a word.
-- A number `round` with a rule `rounds` beside it is "round 3 of 12".
local function state_words(b, of, state)
  local list = {}
  for _, name in ipairs(words.keys(state)) do
    local value = of[name]
    local text = plain(value)
    local rule = b.spec.rules[name .. "s"]
    local most = rule and not rule.secret and math.tointeger(b.values[name .. "s"])
    if most and math.tointeger(value) then text = ("%d of %d"):format(value, most) end
    if text then list[#list + 1] = shown(name) .. " " .. text
    elseif value == true then list[#list + 1] = shown(name) end
  end
  return list
end

-- Those of a family together: "stakes 2/0/0".
local function pool_words(b, v, number)
  local list = {}
  for index, pool in ipairs(b.pools) do
    local amount = pool.seat == number and not pool.mint and v.pools[index]:amount()
    if amount and (pool.place or 1) > 1 then list[#list] = ("%s/%d"):format(list[#list], amount)
    elseif amount then list[#list + 1] = ("%s %d"):format(shown(pool.name), amount) end
  end
  return list
end

-- A pile as this seat sees it: its cards, or how many, or nothing to say.
local function pile_line(b, v, index, indent)
  local plan, pile = b.plan[index], v.piles[index]
  if #pile == 0 then return nil end
  local seen, hidden = {}, 0
  for card in pile:cards() do
    if card.hidden then hidden = hidden + 1 else seen[#seen + 1] = card end
  end
  if plan[2] ~= "everyone" then table.sort(seen, function(a, c) return a.index < c.index end) end
  local count = hidden == 1 and "1 card" or hidden .. " cards"
  if #seen == 0 then return { indent .. "%s: %s", plan.label, count } end
  if hidden == 0 then return { indent .. "%s: %s", plan.label, seen } end
  return { indent .. "%s: %s and %s", plan.label, seen, count }
end

-- Cards that only their owner sees: the hand, which is shown with the question.
local function is_hand(plan, v)
  return plan[3] == v.number and (plan[2] == "owner" or plan[2] == "gm")
end

local function add_piles(b, v, lines, number, indent)
  for index, plan in ipairs(b.plan) do
    if plan[3] == number and not is_hand(plan, v) then lines[#lines + 1] = pile_line(b, v, index, indent) end
  end
end

local function seat_line(b, v, number, asked, state)
  local list = pool_words(b, v, number)
  for _, text in ipairs(state_words(b, v.seats[number], state or b.spec.state.seat)) do list[#list + 1] = text end
  local mark = number == asked and "> " or "  "
  return mark .. b.names[number] .. (number == v.number and " (you)" or "")
    .. (#list > 0 and ": " .. table.concat(list, ", ") or "")
end

local function gm_line(b, v)
  local list = pool_words(b, v, 0)
  for _, text in ipairs(state_words(b, v.seats[0], b.spec.state.gm)) do list[#list + 1] = text end
  return "  " .. b.names[0] .. " (you)" .. (#list > 0 and ": " .. table.concat(list, ", ") or "")
end

-- The table of any game, from what it declares.
local function any_game(b, v, asked)
  local lines = {}
  local head = state_words(b, v.table, b.spec.state.table)
  for _, text in ipairs(pool_words(b, v, nil)) do head[#head + 1] = text end
  if #head > 0 then lines[1] = table.concat(head, ", ") end
  add_piles(b, v, lines, nil, "")
  for _, seat in ipairs(b.sitting) do
    lines[#lines + 1] = seat_line(b, v, seat.number, asked)
    add_piles(b, v, lines, seat.number, "    ")
  end
  if v.number == 0 then lines[#lines + 1] = gm_line(b, v) end
  return lines
end

local function with_view(b, number, fn)
  local v = view.of(b, number)
  local before = view.look(b, v.code)
  local ok, value = host.try(fn, v)
  view.look(b, before)
  if ok then return value end
  return nil, value
end

-- The game's own drawing, or the usual one below the mistake in it.
local function drawn(b, number, asked)
  local lines, problem = with_view(b, number, function(v) return b.spec.screen(v.table, v.me) end)
  if type(lines) == "table" then return lines end
  local usual = with_view(b, number, function(v) return any_game(b, v, asked) end)
  table.insert(usual, 1, "The game can't draw its table: "
    .. tostring(problem or "its `screen` gave no list of lines"))
  return usual
end

--- The table as a seat sees it (0: the GM); `asked` is the seat whose turn it is.
function screen.lines(b, number, asked)
  if b.spec.screen then return drawn(b, number, asked) end
  return with_view(b, number, function(v) return any_game(b, v, asked) end)
end

--- The seat's own hidden cards, a line a pile.
function screen.hand(b, number)
  return with_view(b, number, function(v)
    local lines = {}
    for index, plan in ipairs(b.plan) do
      if is_hand(plan, v) then
        lines[#lines + 1] = pile_line(b, v, index, "Your ")
      end
    end
    return lines
  end)
end

-- The lines that a function of the declaration gives, or what is wrong with it.
local function told(b, number, field, what)
  local lines, problem = with_view(b, number, function(v) return b.spec[field](v.table, v.me) end)
  if type(lines) == "table" then return lines end
  problem = problem or ("its `%s` gave no list of lines"):format(field)
  return { ("The game can't tell %s: %s"):format(what, tostring(problem)) }
end

-- Of a seat's state what the scripts rank by: `t:rank_by("won", "chips")`; all of it where that says nothing and
-- there are no pools, for the rest is how the game keeps its own accounts.
local function ranked(b)
  local state = {}
  for _, file in ipairs(b.spec.files) do
    local text = (file.text or ""):gsub(":finish(%s*%(?%s*[\"'])", ":rank_by%1")
    for names in text:gmatch("[.:]rank_by%s*([%(\"'][^\n]*)") do
      for name in names:gmatch("[\"']([%w_]+)[\"']") do state[name] = b.spec.state.seat[name] end
    end
  end
  if next(state) == nil and next(b.spec.pools.seat) == nil then return b.spec.state.seat end
  return state
end

--- What the game says of who is ahead, or a line a seat with its pools and its scores.
function screen.scores(b, number, asked)
  if b.spec.scores then return told(b, number, "scores", "the scores") end
  return with_view(b, number, function(v)
    local lines, state = {}, ranked(b)
    for i, seat in ipairs(b.sitting) do lines[i] = seat_line(b, v, seat.number, asked, state) end
    return lines
  end)
end

--- Every pile with all its cards, for the GM.
function screen.peek(b)
  local lines = {}
  for index, pile in ipairs(b.hooks.pile_handles) do
    if #pile > 0 then lines[#lines + 1] = { "%s: %s", b.hooks.pile_names[index], pile:list() } end
  end
  return lines
end

--- What it is about, in a line.
function screen.one_line(b)
  local variant = b.spec.variants and b.spec.variants[#b.spec.variants]
  return variant and variant.one_line or b.spec.one_line
end

--- The names of the rules.
function screen.rule_names(b) return words.keys(b.spec.rules) end

--- A rule in force, with what it means; a secret one only for the game master.
function screen.rule(b, name, master)
  local rule = b.spec.rules[name]
  local value = rule.secret and not master and "secret" or rules.show(b.values[name], rule)
  if value ~= "secret" and rules.is_long(b.values[name]) then value = ("a table: `:rules %s`"):format(name) end
  return ("%s = %s   %s"):format(name, value, rule.meaning)
end

--- The rules in force; secret ones only for the GM (0).
function screen.rules(b, number)
  local lines = {}
  for i, name in ipairs(words.keys(b.spec.rules)) do lines[i] = screen.rule(b, name, number == 0) end
  return lines
end

--- What the game says of the chances, or nil where it says nothing.
function screen.odds(b, number)
  return b.spec.odds and told(b, number, "odds", "the odds")
end

--- The game's actions: { { name, what it does } }.
function screen.actions(b)
  local list = {}
  for _, name in ipairs(words.keys(b.spec.actions)) do list[#list + 1] = { name, b.spec.actions[name][1] } end
  return list
end

return screen
