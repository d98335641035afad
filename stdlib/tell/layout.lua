-- What the console shows of a table, for one seat: made from the seat's view,
-- so that it can't show more. A line is a text, or { "text with %s", values }
-- so that console_lines can draw the cards in the reader's style.

local english = require "shared.english"
local lists = require "shared.lists"
local rules = require "script.rules"
local sources = require "script.sources"
local specs = require "script.specs"
local view = require "table.view"

local layout = {}

local LISTED = 12 -- values of a list at most

-- A value of the state as one word, or a short list of such values as several; nil if that would tell little.
local function plain(value, inner)
  local kind = type(value)
  if kind == "number" or kind == "string" then return value ~= "" and tostring(value) or nil end
  if kind == "table" and rawget(value, 0) ~= nil and getmetatable(value) == "view" then return value.name end
  if host.kind(value) == "card" then return not value.hidden and value.name or nil end
  if kind ~= "table" or inner or #value == 0 or #value > LISTED then return nil end
  local list = lists.collect(value, function(item) return plain(item, true) end)
  return #list == #value and table.concat(list, " ") or nil
end

-- "round 3, dealer Anna, playing": the state that says something in a word.
-- A number `round` with a rule `rounds` beside it is "round 3 of 12".
local function state_words(b, of, state)
  return lists.map(state, function(start, name)
    if specs.is_internal(start) then return nil end
    local value, rule = of[name], b.spec.rules[name .. "s"]
    local text = plain(value)
    local most = rule and not rule.secret and math.tointeger(b.values[name .. "s"])
    if most and math.tointeger(value) then text = ("%d of %d"):format(value, most) end
    if text then return english.spoken(name) .. " " .. text end
    return value == true and english.spoken(name) or nil
  end)
end

-- Those of a family together: "stakes 2/0/0".
local function pool_words(b, v, number)
  local list = {}
  for index, pool in ipairs(b.pools) do
    local amount = pool.seat == number and not pool.mint and not pool.internal and v.pools[index]:amount()
    if amount and (pool.place or 1) > 1 then list[#list] = ("%s/%d"):format(list[#list], amount)
    elseif amount then list[#list + 1] = ("%s %d"):format(english.spoken(pool.name), amount) end
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
  if plan.facing ~= "everyone" then table.sort(seen, function(a, c) return a.index < c.index end) end
  local count = english.count(hidden, "card")
  if #seen == 0 then return { indent .. "%s: %s", plan.label, count } end
  if hidden == 0 then return { indent .. "%s: %s", plan.label, seen } end
  return { indent .. "%s: %s and %s", plan.label, seen, count }
end

-- Cards that only their owner sees: the hand, which is shown with the question.
local function is_hand(plan, v)
  return plan.seat == v.number and (plan.facing == "owner" or plan.facing == "gm")
end

local function add_piles(b, v, lines, number, indent)
  for index, plan in ipairs(b.plan) do
    if plan.seat == number and not is_hand(plan, v) then lines[#lines + 1] = pile_line(b, v, index, indent) end
  end
end

-- "> Anna (you): chips 3, dealer"
local function seat_line(b, v, number, asked, state)
  local list = lists.joined(pool_words(b, v, number), state_words(b, v.seats[number], state))
  return (number == asked and "> " or "  ") .. b.names[number] .. (number == v.number and " (you)" or "")
    .. (#list > 0 and ": " .. table.concat(list, ", ") or "")
end

-- The table of any game, from what it declares.
local function any_game(b, v, asked)
  local lines, state = {}, b.spec.state
  local head = lists.joined(state_words(b, v.table, state.table), pool_words(b, v, nil))
  if #head > 0 then lines[1] = table.concat(head, ", ") end
  add_piles(b, v, lines, nil, "")
  for _, seat in ipairs(b.sitting) do
    lines[#lines + 1] = seat_line(b, v, seat.number, asked, state.seat)
    add_piles(b, v, lines, seat.number, "    ")
  end
  if v.number == 0 then lines[#lines + 1] = seat_line(b, v, 0, nil, state.gm) end
  return lines
end

local function with_view(b, number, fn)
  local ok, value = view.call(b, number, function() return fn(b.views[number]) end)
  if ok then return value end
  return nil, value
end

-- The lines that a function of the declaration gives; or nil and what is wrong with it.
local function own_lines(b, number, field)
  local lines, problem = with_view(b, number, function(v) return b.spec[field](v.table, v.me) end)
  if type(lines) == "table" then return lines end
  return nil, tostring(problem or ("its `%s` didn't return a list of lines"):format(field))
end

-- The lines that a function of the declaration gives, or a line that says what is wrong with it.
local function told(b, number, field, what)
  local lines, problem = own_lines(b, number, field)
  return lines or { ("The game can't show %s: %s"):format(what, problem) }
end

--- The table as a seat sees it (0: the GM); `asked` is the seat whose turn it is. As the game draws it; else as any game
--- is, below the mistake in its drawing.
function layout.lines(b, number, asked)
  local own, problem
  if b.spec.screen then own, problem = own_lines(b, number, "screen") end
  if own then return own end
  local usual = with_view(b, number, function(v) return any_game(b, v, asked) end)
  -- a game may draw its table for seats alone
  if problem and number ~= view.EVERYBODY then table.insert(usual, 1, "The game can't draw its table: " .. problem) end
  return usual
end

--- The seat's own hidden cards, a line a pile.
function layout.hand(b, number)
  return with_view(b, number, function(v)
    return lists.map(b.plan, function(plan, i) return is_hand(plan, v) and pile_line(b, v, i, "Your ") or nil end)
  end)
end

-- The names by which the scripts rank seats, the first measure first: `t:rank_by("won", "chips")`.
local function measures(b)
  if b.measures then return b.measures end
  local names = {}
  for _, file in ipairs(sources.all()) do
    local text = (specs.is_own(b.spec, file.key) and file.text or ""):gsub(":finish(%s*%(?%s*[\"'])", ":rank_by%1")
    for said in text:gmatch("[.:]rank_by%s*([%(\"'][^\n]*)") do
      for name in said:gmatch("[\"']([%w_]+)[\"']") do names[#names + 1] = name end
    end
  end
  b.measures = names
  return names
end

-- The state of a seat by which it is ranked; all of its state if there is none and seats have no pools. Any other state is
-- the game's own bookkeeping.
local function ranked(b)
  local state = {}
  for _, name in ipairs(measures(b)) do state[name] = b.spec.state.seat[name] ~= nil or nil end
  if next(state) == nil and next(b.spec.pools.seat) == nil then return b.spec.state.seat end
  return state
end

-- What a seat has bet in a hand that is under way (`put` is betting's), as long as the pot isn't won.
local function staked(b, v, number)
  if b.spec.state.seat.put == nil then return 0 end
  for i, pool in ipairs(b.pools) do
    if not pool.seat and not pool.mint and v.pools[i]:amount() > 0 then return v.seats[number].put end
  end
  return 0
end

-- The seat that alone has the most of it, bets included; nil if there is none, or only one seat.
local function ahead(amounts, name, bets)
  local most, who
  if not next(amounts, (next(amounts))) then return nil end
  for seat, own in pairs(amounts) do
    local amount = own[name] and own[name] + (name == "chips" and bets[seat] or 0)
    if amount and (not most or amount > most) then most, who = amount, seat
    elseif amount == most then who = nil end
  end
  return who
end

--- How the seats stand, as far as a seat can see it: { [seat] = { chips = 12 } }, their pools and the numbers by which they
--- are ranked, or all their numbers if the scripts don't name these; and the seat that alone is ahead.
function layout.amounts(b, number)
  local names, amounts, bets = measures(b), {}, {}
  local counts = #names > 0 and lists.set(names) or b.spec.state.seat
  local seen = with_view(b, number, function(v)
    for _, seat in ipairs(b.sitting) do
      local own = {}
      for name, start in pairs(b.spec.state.seat) do
        local value = counts[name] and not specs.is_internal(start) and v.seats[seat.number][name]
        own[name] = math.tointeger(value) and value or nil
      end
      for i, pool in ipairs(b.pools) do
        if pool.seat == seat.number and not pool.mint and not pool.internal and (pool.place or 1) == 1 then
          own[pool.name] = v.pools[i]:amount()
        end
      end
      amounts[seat.number], bets[seat.number] = own, staked(b, v, seat.number)
    end
    return true
  end)
  return seen and amounts or {}, names[1] and ahead(amounts, names[1], bets)
end

--- The game's own lines about the standings, or a line for each seat with its pools and its scores.
function layout.scores(b, number, asked)
  if b.spec.scores then return told(b, number, "scores", "the scores") end
  return with_view(b, number, function(v)
    local state = ranked(b)
    return lists.map(b.sitting, function(seat) return seat_line(b, v, seat.number, asked, state) end)
  end)
end

--- Every pile with all its cards, for the GM.
function layout.peek(b)
  return lists.map(b.hooks.pile_handles, function(pile, index)
    return #pile > 0 and { "%s: %s", b.hooks.pile_names[index], pile:list() } or nil
  end)
end

--- A rule in force, with what it means; a secret one only for the game master.
function layout.rule(b, name, master)
  local rule = b.spec.rules[name]
  local value = rule.secret and not master and "secret" or rules.show(b.values[name], rule)
  if value == "" then value = "(empty)" end
  if value ~= "secret" and rules.is_long(b.values[name]) then value = ("a table: `:rules %s`"):format(name) end
  return ("%s = %s   %s"):format(name, value, rule.meaning)
end

--- The rules in force; secret ones only for the GM (0).
function layout.rules(b, number)
  return lists.map(b.spec.rules, function(_, name) return layout.rule(b, name, number == 0) end)
end

--- The game's own lines about chances, or nil if it has none.
function layout.odds(b, number)
  return b.spec.odds and told(b, number, "odds", "the odds")
end

return layout
