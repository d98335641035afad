-- Seating: who sits where, from what the command line says.
--
-- A player has a name, a profile and somebody who answers for the seat: "me",
-- "random", or the name of one of the game's bots. Slot 0 is the GM's.

local disk = require "host.disk"
local english = require "shared.english"
local lists = require "shared.lists"
local open = require "start.open"
local load = require "script.load"
local specs = require "script.specs"
local search = require "search.search"

local seating = {}

-- `seat`: the text names one, too.
local function answerer(s, who, seat)
  if load.PERSON[who:lower()] then return "me" end
  if s.people and who:lower() == load.PHONE then return load.PHONE end
  if lists.index(s.answerers, who) or search.limits(who) then return who end
  local person = seat and "" or ("; for a person of that name, write `%s=me`"):format(who)
  local expected = search.expected(who)
  return nil, ("--seats: `%s` can't answer for a seat%s"):format(who, expected and ": expected " .. expected or
    english.suggest(who, s.answerers, ": expected " .. english.list(s.answerers, "or") .. person))
end

-- Names that a person answered with, who holds all those seats; a sentence where they aren't names alone. "new Eve" is a
-- player whom no file has; "Bill & Ben" are two, unless a player is called so or each is a team.
local function read_named(s, given)
  local text = given.named or ""
  local first, profile = text:match("^%s*([^,:]-)%s*:%s*(.-)%s*$")
  if first then
    return ("expected names only, like `%s`; the profile of %s goes on the command line: --player \"%s: %s\"")
      :format(first, english.a(s.spec.player), first, profile)
  end
  local known = lists.collect(s.players, "name")
  local function add(name)
    name = name:match("^%s*(.-)%s*$")
    local one, others = (" " .. name):gsub("%s+[Aa][Nn][Dd]%s+", "&"):match("^([^&]*)&(.*)$")
    if one and s.spec.player ~= "team" and not english.find_name(known, name) then
      add(one)
      return add(others)
    end
    local new = name:match("^[Nn][Ee][Ww]%s+(.+)$")
    if name ~= "" then s.entries[#s.entries + 1] = { name = new or name, who = "me", new = new } end
  end
  for name in text:gmatch("[^,]+") do add(name) end
end

-- --seats: a number, or one entry a seat.
local function read_seats(s, given)
  local text = given.seats
  s.count = math.tointeger(tonumber(text))
  if text == "" or s.count then return nil end
  for part in (text .. ","):gmatch("([^,]*),") do
    local name, who = part:match("^%s*(.-)%s*=%s*(.-)%s*$")
    who = who or part:match("^%s*(.-)%s*$")
    if who == "" then return ("--seats %s: an entry is empty, expected something like me,random"):format(text) end
    local is_gm = name and name:lower() == "gm"
    if is_gm and not s.spec.gm then return ("--seats: %s has no game master"):format(s.spec.title) end
    local found, problem = answerer(s, who, name)
    if problem then return problem end
    if is_gm then s.gm = found else s.entries[#s.entries + 1] = { name = name, who = found } end
  end
end

local function add_players(s, list, where, mistakes)
  for _, player in ipairs(list) do
    local at = where:find "^%-" and where .. " " or ("%s:%d: "):format(where, player.line)
    specs.profile(s.spec, player.fields, function(sentence)
      mistakes[#mistakes + 1] = ("%s%s: %s"):format(at, player.name, sentence)
    end)
    local fields = lists.map(player.fields, function(field) return field[1] .. " " .. field[2] end)
    s.players[#s.players + 1] = { name = player.name, profile = table.concat(fields, ", ") }
  end
end

-- Two fields of the game's profile with a value in their middle, for sentences.
local function examples(spec)
  if spec.profile.str and spec.profile.dex then return nil end
  local list = lists.map(spec.profile, function(rule, name)
    local limited = rule.kind == "whole number" and rule.min and rule.max
    return limited and ("%s %d"):format(name, (rule.min + rule.max) // 2) or nil
  end)
  return { list[1], list[2] }
end

-- A file of players, then single ones; problems as lines. A campaign may begin with nobody where somebody is named
-- elsewhere.
local function read_players(s, given)
  s.all_me = given.people and s.spec.usual.who ~= nil and #s.entries == 0
  local mistakes, sample, file, singles = {}, examples(s.spec), given.file, given.players
  if file then
    if file.problem then return file.problem end
    local list, problem = english.read_players(file.text, file.path, sample)
    if not list then return problem end
    if #list == 0 and not (file.campaign and (#singles > 0 or s.all_me)) then
      return ("%s: no players in it: expected lines like `Anna: %s`"):format(file.path,
        table.concat(sample or { "str 14", "dex 12" }, ", "))
    end
    add_players(s, list, file.path, mistakes)
  end
  for i, text in ipairs(singles) do
    local typed = given.typed and given.typed[i] or "--player"
    if text == "" then return typed .. " needs a value: TEXT" end
    if text:find("%S%s+%S") and not text:find(":", 1, true) then
      return ("%s: expected NAME: WORD VALUE, like \"Anna: %s\", got \"%s\""):format(typed,
        sample and sample[1] or "str 14", text)
    end
    local list, problem = english.read_players(text:find(":", 1, true) and text or text .. ":", typed, sample)
    if not list then return typed .. problem:sub(#typed + 3) end
    add_players(s, list, typed, mistakes)
  end
  s.had_players = #s.players > 0
  if #mistakes > 0 then return table.concat(mistakes, "\n") end
end

-- The player that an entry means; or nil and a sentence. A file of players has all of them; beside single ones others sit
-- at the table.
local function player_of(s, given, entry, i)
  if not entry.name or not s.had_players then
    local player = s.players[i] or { profile = "" }
    s.players[i], player.name = player, player.name or entry.name
    return player
  end
  local player = s.players[english.find_name(lists.collect(s.players, "name"), entry.name)]
  if player and entry.new then return nil, ("%s is already a player"):format(player.name) end
  local near = english.suggest(entry.name, lists.collect(s.players, "name"))
  local add = near == "" and s.all_me and s.campaign and ("; `new %s` adds one"):format(entry.name) or ""
  if not player and not entry.new and (given.file or near ~= "") then
    return nil, ("%sno %s called `%s`%s"):format(s.all_me and "" or "--seats: ", s.spec.player, entry.name,
      near .. add)
  end
  if not player then
    player = { name = entry.name, profile = "" }
    s.players[#s.players + 1] = player
  end
  return player
end

-- Entries with names go to the players of those names, where players were
-- given; the others in order.
local function match_entries(s, given)
  for i, entry in ipairs(s.entries) do
    local player, problem = player_of(s, given, entry, i)
    if not player then return problem end
    player.who = entry.who
  end
end

-- The players of a campaign who take part: those that are named, or all if nobody is.
local function leave_out(s)
  if not s.campaign or #s.entries == 0 then return end
  s.players = lists.map(s.players, function(player) return player.who and player or nil end)
end

-- How many seats there are when the command line doesn't say: those of --seats, or of a file of players; else as many as
-- usual, and no fewer than single players are given.
local function fill(s, given)
  local low, high = s.spec.seats[1], s.spec.seats[2]
  local n = s.count or math.max(#s.players, s.usual and math.min(math.max(s.usual, low), high) or low)
  if #s.entries > 0 or s.had_players and (given.file or s.all_me) then n = s.count or #s.players end
  local wrong = open.wrong_count(s.spec, n)
  if wrong then return wrong end
  if s.count and #s.players > n then
    return ("--seats %d, but %d %ss are given"):format(n, #s.players, s.spec.player)
  end
  for i = #s.players + 1, n do s.players[i] = { profile = "" } end
end

local function name_all(s)
  local taken, free = {}, 1
  for _, player in ipairs(s.players) do if player.name then taken[english.fold(player.name)] = true end end
  for i, player in ipairs(s.players) do
    while not player.name do
      local name = open.NAMES[free] or ("Seat %d"):format(i)
      free = free + 1
      if not taken[english.fold(name)] then player.name, taken[english.fold(name)] = name, true end
    end
  end
end

local function check_names(s)
  local seen = {}
  for _, player in ipairs(s.players) do
    local name = disk.compose(player.name)
    player.name = name
    local wrong = english.wrong_name(name)
    if wrong then return ("`%s`: %s"):format(name, wrong) end
    if seen[english.fold(name)] then return ("two %ss are called %s"):format(s.spec.player, name) end
    if #player.profile > 500 then return name .. ": the profile is too long" end
    seen[english.fold(name)] = true
  end
end

-- Who answers for a seat without a named answerer: with people at the table a person for the first seat, and for the GM's in
-- a game of people or if no bot can; for all others the best bot.
local function answer_all(s, people)
  local bot = s.all_me and "me" or s.best or "random"
  local someone = not people or #s.entries > 0
  for _, player in ipairs(s.players) do
    player.who = player.who or (someone and bot or "me")
    someone = true
  end
  local needed = next(s.spec.usual.gm or {}) ~= nil -- do the rules say that only a person can be the GM?
  for name, value in pairs(s.spec.usual.gm or {}) do needed = needed and s.spec.rules[name].value == value end
  local person = people and (s.spec.usual.who == "people" or needed)
  s.gm = s.gm or person and "me" or bot
end

-- The question to a person who holds all the seats, if nobody is named.
local function question(s, given)
  if not s.all_me or given.named or given.seats ~= "" or #given.players > 0 then return nil end
  if given.file and not s.campaign then return nil end
  local new = s.campaign and "; `new NAME` joins" or ""
  return ("Which %ss take part? (names separated by commas%s) [Enter: %s] "):format(s.spec.player, new,
    table.concat(lists.collect(s.players, "name"), ", "))
end

-- The words of --fishers FILE and --fisher TEXT.
local function check_words(s, given)
  for word, what in pairs { [given.plural or "players"] = "players", [given.singular or "player"] = "player" } do
    local own = s.spec.player .. (what == "players" and "s" or "")
    if word ~= what and word ~= own then
      local where = given.command and given.command .. " has" or "there is"
      return ("%s no option --%s: players are given with --%s or --%s"):format(where, word, what, own)
    end
  end
  if s.campaign and next(s.spec.campaign) == nil then
    return ("--campaign: %s keeps nothing from game to game"):format(s.spec.title)
  end
end

local function check_profiles(s)
  return select(2, open.players(s.spec, { [0] = { name = s.spec.master }, table.unpack(s.players) }))
end

-- From what is given to the players, in this order; each gives a sentence where something is wrong.
local STEPS = { check_words, read_seats, read_players, read_named, match_entries, leave_out, fill, name_all,
  check_names, check_profiles }

--- The players of a game: slot 0 the GM's, each { name =, profile =, who = }; or nil and a sentence.
--- given: game, variants, sets, seats (text), file = { path =, text = or problem = why there is none }, players (list of
--- texts), people (boolean), usual (how many seats when nothing is said), plural (the word of --WORD FILE, to be checked),
--- singular (the same of --WORD TEXT), typed (the option by which each of players was given; "--player" where it is left
--- out), command (whose options these are), named (the answer to the question). The list has question, what that person
--- may be asked.
function seating.read(given)
  local spec, problem = open.spec(given.game, given.variants, given.sets)
  if not spec then return nil, problem end
  local bots, best = load.bots(spec.name)
  if not bots then return nil, best end
  local answerers = lists.joined({ "me", "random", "search" }, lists.collect(english.bot_lines(bots), 1))
  local s = { spec = spec, people = given.people,
    campaign = given.file and given.file.campaign, answerers = answerers, best = best,
    entries = {}, players = {}, usual = given.people and spec.usual.seats or given.usual }
  for _, step in ipairs(STEPS) do
    problem = step(s, given)
    if problem then return nil, problem end
  end
  answer_all(s, given.people)
  s.players.question = question(s, given)
  s.players[0] = { name = spec.master, profile = "", who = s.gm }
  return s.players
end

return seating
