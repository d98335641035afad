-- What others ask of a spec, the one table that declare.lua makes of a game's layers: its order, the values of its rules,
-- whether its own `check` accepts them, profiles of players.

local english = require "shared.english"
local lists = require "shared.lists"
local rules = require "script.rules"

local specs = {}

--- Calls visit(list, i, name) for each step that the order names.
function specs.each_step(order, visit)
  for i, entry in ipairs(order) do
    if type(entry) == "table" then specs.each_step(entry, visit)
    elseif type(entry) == "string" then visit(order, i, entry) end
  end
end

--- The names of the steps of an order, those of its inner lists included, in their order.
function specs.step_names(order)
  local names = {}
  specs.each_step(order, function(_, _, entry) names[#names + 1] = entry end)
  return names
end

--- An order in words: each list of it in a form like "{ %s }", and the step that is said in brackets.
function specs.order_text(order, form, said)
  return table.concat(lists.map(order, function(entry)
    if type(entry) == "table" then return form:format(specs.order_text(entry, form, said)) end
    return entry == said and ("[%s]"):format(entry) or entry
  end), ", ")
end

--- Is something declared as secret(value), or as internal(value)? True or nil.
function specs.is_secret(start) return type(start) == "table" and start.is_secret or nil end
function specs.is_internal(start) return type(start) == "table" and start.is_internal or nil end

--- What something declared so begins with: its value.
function specs.plain(start)
  if specs.is_secret(start) or specs.is_internal(start) then return start.value end
  return start
end

--- Is this file, "fish_out/game.lua", in the folder of the game or of a game that it is made from?
function specs.is_own(spec, key) return lists.index(spec.games, key:match("^(.-)/")) ~= nil end

--- The values of a spec's rules, words or fields of a profile, by name.
function specs.values(entries)
  local values = {}
  for name, entry in pairs(entries) do values[name] = entry.value end
  return values
end

--- What the game's own `check` says of these values of the rules and players, `count` of them; nil where it has nothing
--- against them. It gets copies: nothing that it does to them is a change of the game. A second value, true, says that
--- it failed.
function specs.complaint(spec, values, count, players)
  if not spec.check then return nil end
  local list = lists.collect(players, function(player)
    local profile = player.profile or {}
    return { name = player.name, number = player.number,
      profile = getmetatable(profile) and profile or lists.copy(profile, 1) }
  end)
  local ok, sentence = host.try(spec.check, lists.copy(values, 1), count, list)
  if not ok or sentence then return tostring(sentence), not ok end
end

--- Profiles of seats from text fields; complains with sentences.
function specs.profile(spec, given, say)
  local profile = specs.values(spec.profile)
  for _, field in ipairs(given or {}) do
    local name, rule = field[1], spec.profile[field[1]]
    if not next(spec.profile) then say(("%s has no profile for its %ss"):format(spec.title, spec.player))
    elseif not rule then say(("%s has no `%s`%s"):format(english.a(spec.player), name,
      english.suggest(name, spec.profile)))
    else
      local value, sentence = rules.read(rule, tostring(field[2]))
      if value == nil then say(sentence) else profile[name] = value end
    end
  end
  return profile
end

--- The values of a profile: "str 14, dex 12", or a table of values from a script. Complains with sentences.
function specs.read_profile(spec, given, say)
  if type(given) == "table" then
    return specs.profile(spec, lists.map(given, function(value, key) return { key, value } end), say)
  end
  local players, problem = english.read_players("x: " .. given, "profile")
  if not players then say(problem) end
  return specs.profile(spec, players and players[1].fields, say)
end

return specs
