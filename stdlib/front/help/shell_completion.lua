-- Completion of the command line in shells. Each shell's script only asks `croupier completion words -- WORD...` for the
-- words that may follow, so that all of them offer the same, from the tables that `--help` is made from; where there are
-- none, the shell completes files.

local commands = require "front.base.commands"
local files = require "host.files"
local folders = require "shared.folders"
local options = require "front.base.options"
local lists = require "shared.lists"

local completion = {}

--- The script of a shell; nil where there is none.
function completion.script(shell) return files.embedded("stdlib/templates/completion." .. shell) end

-- --- the words that may follow: lists, each word with its meaning behind a tab if it has one ---

local may_be = {}

-- The games there are; once there is a plus, what may follow it.
function may_be.games(word)
  local before, game = word:match("^(.*)%+"), word:match("^[^+]*")
  if not before then return (folders.games()) end
  return lists.collect(folders.variants(folders.split(game)), function(variant) return before .. "+" .. variant end)
end

-- What `show GAME NAME` knows; nothing where the game can't be read.
function may_be.parts(_, game)
  local world = require("front.session.scripts").bare {}
  local read, names = pcall(world.call, world, "author.show_name", "names", world:call("start.open", "name", game))
  return lists.matches(read and names or "", "[^\n]+")
end

function may_be.names() return lists.joined(commands.names, require("front.help.help_pages").names()) end

-- What an option's value may be with that game: bots behind the last comma or equals sign; rules, each with its equals
-- sign, then its values. Nothing where the game can't be read.
local function values_of(option, word, game)
  local world = require("front.session.scripts").bare {}
  local before = option == "seats" and word:match "^.*[,=]" or ""
  local read, text = pcall(function()
    local name, variants = world:call("start.open", "name", game)
    return world:call("author.show_name", option, name, variants, word:match "^([%w_]+)=")
  end)
  local lines = lists.matches(read and files.clean(text or "", "\n\t") or "", "[^\n]+")
  return lists.collect(lines, function(line) return before .. line end)
end

local function option_words(told)
  local list = {}
  for _, option in ipairs(told) do
    list[#list + 1] = ("--%s\t%s"):format(option[1], option.help)
    if option.letter then list[#list + 1] = ("-%s\t%s"):format(option.letter, option.help) end
  end
  return list
end

-- The words of a command before the last that are no options and no option's values; and the option whose value the last
-- is, if it is one.
local function read(told, typed)
  local valued, rest, wants = {}, {}, nil
  for _, option in ipairs(told) do
    valued["--" .. option[1]] = option.value and option
    if option.letter then valued["-" .. option.letter] = option.value and option end
  end
  for i = 2, #typed - 1 do
    if not wants and typed[i]:sub(1, 1) ~= "-" then rest[#rest + 1] = typed[i] end
    wants = not wants and valued[typed[i]] or nil
  end
  return rest, wants
end

local function words_of(command, typed)
  local last, told = typed[#typed], options.told(command)
  local rest, wants = read(told, typed)
  local game = rest[1] == "variant" and rest[2] or rest[1]
  if wants then return game and wants.completes and values_of(wants[1], last, game) or {} end
  if last:sub(1, 1) == "-" then return option_words(told) end
  local what = command.completes
  if #rest > 0 and command.completes_next then what = #rest == 1 and rest[1] ~= "game" and command.completes_next end
  return type(what) == "table" and what or what and may_be[what](last, rest[1]) or {}
end

--- What the last of the words behind `croupier` may be, as lines: a word, and what it means behind a tab.
function completion.lines(typed)
  local list, last, command = {}, typed[#typed], commands.find(typed[1])
  if #typed == 1 then list = lists.collect(commands.all(), function(one) return one.name .. "\t" .. one.summary end)
  elseif command then list = words_of(command, typed) end
  return table.concat(lists.collect(list, function(word) return word:sub(1, #last) == last and word .. "\n" or nil end))
end

return completion
