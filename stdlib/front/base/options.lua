-- Options of the command line: what a command takes is a list, and reading, refusing, `--help`, completion and the
-- manual page are made from it.
--
-- An option is { "seed", letter = "s", value = "TEXT", help = "the seed" }; one without `value` is a flag. `completes`:
-- a shell completes its value from the game. `--name value` and `--name=value` are the same; so are the letters `-n 5`
-- and `-n5`. `--` ends the options. `-h` and `--help` exist for every command.
--
-- The name "*" matches any unknown name that ends in -s (--fishers), "*one" any other unknown name (--fisher), unless
-- it looks like a misspelt option or is an option of another command. Both take a value, and --help doesn't list them.

local files = require "host.files"
local status = require "front.base.status"
local english = require "shared.english"
local lists = require "shared.lists"

local options = {}

-- --- what several commands take ---

local help = { "help", letter = "h", help = "print this" }
local color = { "color", value = "WHEN", help = "auto, always or never" }

options.stdlib = { "stdlib", value = "DIR", help = "a folder instead of the built-in library" }
options.set = { "set", value = "RULE=VALUE", completes = true, help = "set a rule to another value" }
options.look = { color, { "four-color", help = "diamonds in blue and clubs in green, to tell suits apart" },
  { "ascii", help = "letters instead of suit symbols" } }

-- Of those who sit down at a table.
options.table = lists.joined(options.look, {
  { "plain", help = "for screen readers: no drawing, suits in words" },
  { "pace", value = "SECONDS", help = "pause after each bot's move; 0.4 at a terminal, else 0" },
  { "one-person", help = "one person answers for all the people, with no curtain" },
})

-- The options of a game's setup: what is played, by whom, from which seed.
options.seating = {
  { "seats", letter = "s", value = "SEATS", completes = true,
    help = "4, or me,angler,random or Anna=me,Ben=angler,gm=me" },
  { "players", letter = "p", value = "FILE", help = "a file of players, one per line, like Anna: str 14" },
  { "player", value = "TEXT", help = "one more player, \"Anna: str 14\"" },
  options.set,
  { "seed", value = "TEXT", help = "the seed: 64 hexadecimal digits, or any text" },
  options.stdlib,
  { "*", value = "FILE" },
  { "*one", value = "TEXT" },
}

--- One list of several.
options.join = lists.joined

--- The options of a command that its --help lists, `--help` last.
function options.told(command)
  local own = lists.collect(command.options or {}, function(option) return option[1]:find "^[^*]" and option or nil end)
  return lists.joined(own, { help })
end

--- The page that `croupier COMMAND --help` prints.
function options.help(command)
  local lines = {}
  for _, option in ipairs(options.told(command)) do
    local letter = option.letter and "-" .. option.letter .. ", " or "    "
    local value = option.value and " " .. option.value or ""
    english.wrap(lines, ("  %-26s "):format(letter .. "--" .. option[1] .. value), option.help)
  end
  return ("croupier %s %s\n\nOptions:\n%s\n"):format(command.name, command.usage, table.concat(lines, "\n"))
end

-- --- reading ---

local Given = {}
Given.__index = Given

-- The option whose name (field 1) or letter is this.
local function find(command, name, field)
  for _, option in ipairs(options.join(command.options or {}, { help })) do
    if option[field or 1] == name then return option end
  end
end

local function near_to(command, name) return files.nearest(name, lists.collect(options.told(command), 1)) end

local function unknown(command, name)
  local near = near_to(command, name)
  status.refuse("%s has no option --%s%s", command.name, name, near and (", did you mean --%s?"):format(near)
    or ("; `croupier %s --help` lists them"):format(command.name))
end

local function of_another(name)
  for _, command in ipairs(require("front.base.commands").all()) do if find(command, name) then return true end end
end

-- What stands for names that the list lacks: --fishers, --fisher.
local function find_any(command, name)
  local any = find(command, name:sub(-1) == "s" and "*" or "*one")
  return any and #name > 1 and not near_to(command, name) and not of_another(name) and any or nil
end

-- Is the word, where a value is expected, an option? A number below zero is none.
local function is_option(command, word)
  return word:find "^%-%-" ~= nil or find(command, word:match "^%-(.)" or "", "letter") ~= nil
end

-- The option's value: after `=` (or the letter), or the next word.
local function take(reader, option, name, value, typed)
  if not option.value then
    if value then status.refuse("%s takes no value, but got `%s`", typed, value) end
    value = true
  elseif not value then
    reader.at = reader.at + 1
    local any = option[1]:find "^*" and "" -- the name is checked when the game is known; "" is refused then
    value = reader.words[reader.at] or any or status.refuse("%s needs a value: %s", typed, option.value)
    if is_option(reader.given.command, value) then
      status.refuse("%s needs a value: %s; `%s` is an option", typed, option.value, value)
    end
  end
  if value == "-" and option.value:find "^FILE" then
    status.refuse("%s -: expected the name of a file", typed)
  end
  local given = reader.given
  given.list[#given.list + 1] = { option = option[1], name = name, typed = typed, value = value,
    after = #given.rest }
end

local function read_name(reader, command, word)
  local name, value = word:match("^([^=]*)=?(.*)$")
  if not word:find("=", 1, true) then value = nil end
  take(reader, find(command, name) or find_any(command, name) or unknown(command, name), name, value, "--" .. name)
end

local function read_letters(reader, command, letters)
  for i = 1, #letters do
    local letter = letters:sub(i, i)
    local option = find(command, letter, "letter")
      or status.refuse("%s has no option -%s; `croupier %s --help` lists them", command.name, letter, command.name)
    local value = option.value and i < #letters and letters:sub(i + 1) or nil
    take(reader, option, option[1], value, "-" .. letter)
    if option.value then return end
  end
end

local function check_rest(command, rest)
  local usage = ("croupier %s %s"):format(command.name, command.usage:match("^[^\n]*"))
  local fewest, most = table.unpack(command.arguments or { 0, 0 })
  if #rest < fewest then status.refuse("an argument is missing: expected `%s`", usage) end
  if #rest > most then status.refuse("unexpected `%s`: expected `%s`", rest[most + 1], usage) end
end

--- What was given to a command, from typed[2] on: `words` are all of typed, `rest` those that are no options, `list` the
--- options in order, each { option = its name in the command's list, name = as typed, typed = the same or the letter with its
--- hyphens, value = text or true, after = how many of the words came before }. A wrong command line ends the command.
function options.read(command, typed)
  local given = setmetatable({ command = command, words = typed, rest = {}, list = {} }, Given)
  local reader, over = { given = given, words = typed, at = 2 }, false
  while reader.at <= #typed and not given:value("help") do
    local word = typed[reader.at]
    if over or not word:find("^%-.") then given.rest[#given.rest + 1] = word
    elseif word == "--" then over = true
    elseif word:sub(2, 2) == "-" then read_name(reader, command, word:sub(3))
    else read_letters(reader, command, word:sub(2)) end
    reader.at = reader.at + 1
  end
  if not given:value("help") then check_rest(command, given.rest) end
  return given
end

--- An option that was given as a word of a command line.
function options.word(one) return ("--%s%s"):format(one.name, one.value ~= true and "=" .. one.value or "") end

--- Ends the command unless the name, a value of `--option`, is one of those.
function options.check_known(option, name, names)
  if lists.index(names, name) then return end
  status.refuse("--%s %s: expected one of %s", option, name, table.concat(names, ", "))
end

-- --- asking ---

--- The last value given for an option, true for a flag; or nil.
function Given:value(name)
  for i = #self.list, 1, -1 do if self.list[i].option == name then return self.list[i].value end end
end

--- An option as its last value was given, "-n" or "--games".
function Given:typed(name)
  for i = #self.list, 1, -1 do if self.list[i].option == name then return self.list[i].typed end end
  return "--" .. name
end

--- What was given, as if the i-th word were the only one: of the option `own`, only what stands before all words or
--- directly behind this one.
function Given:of_word(i, own)
  local given = setmetatable({ command = self.command, rest = { self.rest[i] }, list = {} }, Given)
  for _, one in ipairs(self.list) do
    if one.after == 0 or one.after == i or one.option ~= own then given.list[#given.list + 1] = one end
  end
  return given
end

--- Every value given for an option.
function Given:all(name)
  return lists.collect(self.list, function(given) return given.option == name and given.value or nil end)
end

--- A whole number from low to high, or `usual` when it was not given.
function Given:number(name, low, high, usual)
  local value = self:value(name)
  if not value then return usual end
  local n = value:match("^[+-]?%d+$") and math.tointeger(tonumber(value))
  if n and n >= low and n <= high then return n end
  status.refuse("%s %s: expected a whole number from %d to %d", self:typed(name), value, low, high)
end

--- One of some words in small letters, the first of them when it was not given.
function Given:one_of(name, known)
  local value = self:value(name) or known[1]
  if lists.index(known, value:lower()) then return value:lower() end
  status.refuse("%s %s: expected %s", self:typed(name), value, english.list(known, "or"))
end

return options
