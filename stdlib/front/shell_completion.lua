-- Completion of the command line in shells. Each shell's script only asks `croupier completion words -- WORD...` what may
-- stand there, so that all of them offer the same, from the tables that `--help` is made from; where that is nothing, the
-- shell completes files.

local commands = require "commands"
local folders = require "world.folders"
local options = require "options"

local completion = {}

--- The scripts, by shell.
completion.scripts = {

bash = [=[
# bash completion of croupier; made by `croupier completion bash`
_croupier() {
  local words cur
  read -ra words <<< "${COMP_LINE:0:COMP_POINT}x" # x: the last word may be empty
  cur=${words[-1]%x}
  words[-1]=$cur
  mapfile -t COMPREPLY < <(croupier completion words -- "${words[@]:1}" 2>/dev/null | cut -f 1)
  COMPREPLY=("${COMPREPLY[@]#"${cur%"${cur##*:}"}"}") # bash splits at a colon
}
complete -o default -F _croupier croupier
]=],

zsh = [=[
#compdef croupier
# zsh completion of croupier; made by `croupier completion zsh`
local -a found=("${(@f)$(croupier completion words -- "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
found=("${(@)found//:/\\:}")
found=("${(@)found/$'\t'/:}")
[[ -n $found ]] && _describe croupier found && return
[[ $PREFIX == -*=* ]] && compset -P '*='
_files
]=],

fish = [=[
# fish completion of croupier; made by `croupier completion fish`
function __croupier_words
  set -l before (commandline -opc)
  set -l found (croupier completion words -- $before[2..-1] (commandline -ct | string collect -a) 2>/dev/null)
  set -q found[1]; or set found (__fish_complete_path (commandline -ct))
  printf '%s\n' $found
end
complete -c croupier -f -a '(__croupier_words)'
]=],

}

-- --- what may stand there: adders of { word, what it means } to a list ---

local may_be = {}

local function add_all(list, words) for _, word in ipairs(words) do list[#list + 1] = { word } end end

-- The games there are; once there is a plus, what may follow it.
function may_be.games(list, word)
  local before, game = word:match("^(.*)%+"), word:match("^[^+]*")
  if not before then return add_all(list, (folders.games())) end
  for _, variant in ipairs(folders.variants(folders.split(game))) do list[#list + 1] = { before .. "+" .. variant } end
end

-- What `show GAME NAME` knows; nothing where the game can't be read.
function may_be.parts(list, _, game)
  local world = require("scripts").bare {}
  local read, names = pcall(world.call, world, "world.show_name", "names", world:call("world.open", "name", game))
  if read and names then for name in names:gmatch "[^\n]+" do list[#list + 1] = { name } end end
end

function may_be.names(list)
  add_all(list, commands.names)
  add_all(list, require("help_pages").names())
end

local function add_options(list, told)
  for _, option in ipairs(told) do
    list[#list + 1] = { "--" .. option[1], option.help }
    if option.letter then list[#list + 1] = { "-" .. option.letter, option.help } end
  end
end

-- The words of a command before the last that are no options and no option's values; and whether the last is a value.
local function read(told, words)
  local valued, rest, is_value = {}, {}, false
  for _, option in ipairs(told) do
    valued["--" .. option[1]] = option.value
    if option.letter then valued["-" .. option.letter] = option.value end
  end
  for i = 2, #words - 1 do
    if not is_value and words[i]:sub(1, 1) ~= "-" then rest[#rest + 1] = words[i] end
    is_value = not is_value and valued[words[i]] ~= nil
  end
  return rest, is_value
end

local function add_words(list, command, words)
  local last, told = words[#words], options.told(command)
  local rest, is_value = read(told, words)
  if is_value then return end
  if last:sub(1, 1) == "-" then return add_options(list, told) end
  local what = command.completes
  if #rest > 0 and command.completes_next then what = #rest == 1 and rest[1] ~= "game" and command.completes_next end
  if type(what) == "table" then add_all(list, what) elseif what then may_be[what](list, last, rest[1]) end
end

--- What the last of the words behind `croupier` may be, as lines: a word, and what it means behind a tab.
function completion.lines(words)
  local list, lines, command = {}, {}, commands.find(words[1])
  if #words == 1 then for _, one in ipairs(commands.all()) do list[#list + 1] = { one.name, one.summary } end
  elseif command then add_words(list, command, words) end
  for _, one in ipairs(list) do
    if one[1]:sub(1, #words[#words]) == words[#words] then lines[#lines + 1] = table.concat(one, "\t") .. "\n" end
  end
  return table.concat(lines)
end

return completion
