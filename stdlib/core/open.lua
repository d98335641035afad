-- Opening: from a game's name, variants, settings and players to a table.

local words = require "core.words"
local declare = require "core.declare"
local load = require "core.load"
local table_core = require "core.table"

local open = {}

local function split(text, mark)
  local list = {}
  for part in text:gmatch("[^" .. mark .. "]+") do list[#list + 1] = part end
  return list
end

local function sets_of(texts)
  local list = {}
  for i, text in ipairs(texts) do
    local name, value = text:match("^%s*([%w_]+)%s*=%s*(.-)%s*$")
    if not name then return nil, ("--set %s: expected a rule and a value like `ante=5`"):format(text) end
    list[i] = { name, value }
  end
  return list
end

--- "file:line: what", one mistake a line.
function open.lines(mistakes)
  local lines = {}
  for i, mistake in ipairs(mistakes) do
    local where = mistake.file or ""
    if mistake.line and mistake.line > 0 then where = where .. ":" .. mistake.line end
    lines[i] = (where ~= "" and where .. ": " or "") .. mistake.text
  end
  return table.concat(lines, "\n")
end

--- The spec of "game", "a+b", sets: spec, or nil, sentence(s), the mistakes.
function open.spec(name, variants, texts)
  local sets, problem = sets_of(texts or {})
  if not sets then return nil, problem end
  local spec, mistakes = load.game(name, { variants = split(variants or "", "+"), sets = sets })
  if not spec then return nil, open.lines(mistakes), mistakes end
  return spec
end

local function profile_fields(text)
  local players, problem = words.read_players("x: " .. text, "profile")
  if text == "" then return {} end
  if not players then return nil, problem end
  return players[1].fields
end

local function players_of(spec, given)
  local players, problems = {}, {}
  for i = 0, #given do
    local fields, problem = profile_fields(given[i].profile or "")
    local function complain(sentence) problems[#problems + 1] = given[i].name .. ": " .. sentence end
    if not fields then complain(problem) end
    players[i] = { name = given[i].name, profile = i > 0 and declare.profile(spec, fields, complain) or nil }
  end
  return players, problems
end

local function check_count(spec, n)
  local low, high = spec.seats[1], spec.seats[2]
  if n >= low and n <= high then return nil end
  local range = low == high and tostring(low) or ("%d to %d"):format(low, high)
  return ("%s is for %s %ss, not %d"):format(spec.title, range, spec.player, n)
end

--- Builds the table: the parts, or nil and the mistakes as lines.
function open.open(name, variants, sets, given)
  local spec, problem = open.spec(name, variants, sets)
  if not spec then return nil, problem end
  local wrong = check_count(spec, #given)
  if wrong then return nil, wrong end
  local players, problems = players_of(spec, given)
  if #problems > 0 then return nil, table.concat(problems, "\n") end
  if spec.check then
    local ok, sentence = host.try(spec.check, declare.values(spec), #given)
    if not ok or sentence then return nil, tostring(sentence) end
  end
  return table_core.build(spec, players)
end

return open
