-- Opening: from a game's name, variants, settings and players to a table.

local english = require "shared.english"
local lists = require "shared.lists"
local decks = require "script.declared_decks"
local load = require "script.load"
local table_core = require "table.table"
local rules = require "script.rules"
local sources = require "script.sources"
local specs = require "script.specs"

local open = {}

--- The variants that a text like "a+b" names.
function open.variants(text) return lists.matches(text, "[^+]+") end

local function sets_of(texts)
  local list = {}
  for i, text in ipairs(texts) do
    local name, value = text:match("^%s*([%w_]+)%s*=%s*(.-)%s*$")
    if not name then return nil, ("--set %s: expected a rule and a value like `ante=5`"):format(text) end
    list[i] = { name, value }
  end
  return list
end

--- The spec of "game", "a+b", sets: spec, or nil, sentence(s), the mistakes.
function open.spec(name, variants, texts)
  local sets, problem = sets_of(texts or {})
  if not sets then return nil, problem end
  local spec, mistakes = load.game(name, { variants = open.variants(variants or ""), sets = sets })
  if not spec then return nil, load.lines(mistakes), mistakes end
  return spec
end

--- The names of players who were given none.
open.NAMES = { "Anna", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Henry", "Ida", "Jonas", "Klara", "Leo",
  "Mia", "Noah", "Olga", "Paul", "Rosa", "Simon", "Tina", "Viktor" }

--- `count` players with names, and the game master, in the form that open.seat takes. `names` and `profiles` may lack some.
function open.given(count, master, names, profiles)
  local given = { [0] = { name = master } }
  for i = 1, count do
    given[i] = { name = names[i] or open.NAMES[i] or ("Seat %d"):format(i), profile = profiles[i] or {} }
  end
  return given
end

--- Sets rules to values (not texts) as a test does; a sentence when one won't do.
function open.assign(spec, values)
  for name, value in lists.each(values) do
    local rule = spec.rules[name]
    if not rule then return ("%s has no rule `%s`%s"):format(spec.name, name, english.suggest(name, spec.rules)) end
    local ok, sentence = rules.accepts(rule, value)
    if not ok then return "rule " .. sentence end
    rule.value, rule.origin = value, "--set"
  end
  decks.check(spec)
  if #spec.mistakes > 0 then return load.lines(spec.mistakes) end
end

--- A sentence if the game can't be played by that number of players.
function open.wrong_count(spec, n)
  if n >= spec.seats[1] and n <= spec.seats[2] then return nil end
  return ("%s is for %s, not %d"):format(spec.title, english.seats(spec), n)
end

--- The players given, their profiles read, when the game can be played by them; or nil, the mistakes as lines, and
--- whether the game's own `check` failed.
function open.players(spec, given)
  local wrong = open.wrong_count(spec, #given)
  if wrong then return nil, wrong end
  local players, problems = {}, {}
  for i = 0, #given do
    local function complain(sentence) problems[#problems + 1] = given[i].name .. ": " .. sentence end
    local profile = i > 0 and specs.read_profile(spec, given[i].profile or "", complain) or nil
    players[i] = { name = given[i].name, profile = profile }
  end
  if #problems > 0 then return nil, table.concat(problems, "\n") end
  local sentence, failed = specs.complaint(spec, specs.values(spec.rules), #given, players)
  if sentence then return nil, sentence, failed end
  return players
end

--- Builds the table of a spec for the players given: the parts, or nil and what open.players says.
function open.seat(spec, given)
  local players, problem, failed = open.players(spec, given)
  if not players then return nil, problem, failed end
  return table_core.build(spec, players)
end

--- Which game a word like "path/or/name+variants" means: its name, and its variants apart by plus signs; or nil and a
--- sentence. A path makes its folder the game's.
function open.name(word)
  local name, problem = sources.game(word)
  if not name then return nil, problem end
  return name, word:match "%+(.*)$" or ""
end

--- Builds the table of a packed setup (stdlib/front/session/worlds.lua): the parts, or nil and what is wrong.
function open.setup(packed)
  local texts, given = lists.matches(packed, "([^\0]*)\0"), {}
  local last = 2 + tonumber(texts[2])
  for i = last + 1, #texts, 2 do given[(i - last) // 2] = { name = texts[i], profile = texts[i + 1] } end
  local name, variants = open.name(texts[1])
  if not name then return nil, variants end
  local spec, problem = open.spec(name, variants, table.move(texts, 3, last, 1, {}))
  if not spec then return nil, problem end
  return open.seat(spec, given)
end

return open
