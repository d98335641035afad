-- What shells need to complete the command line, made from the tables that `--help` is made from: a function a shell,
-- each from the list of commands to a script.

local options = require "options"

local shells = {}

-- @NAME@ in a template becomes what the table has for it.
local function fill(template, with) return (template:gsub("@(%w+)@", with)) end

local function each(list, into)
  local parts = {}
  for i, item in ipairs(list) do parts[i] = into(item) end
  return table.concat(parts)
end

-- What the first word of a command may be: its name in these scripts, and whether words are meant by themselves.
local function first_words(command)
  local words = command.completes or ""
  if type(words) == "table" then return table.concat(words, " "), true end
  return words, false
end

-- --- bash ---

local BASH = [=[
# bash completion of croupier; made by `croupier completion bash`
_croupier() {
  local cur=${COMP_WORDS[COMP_CWORD]} before options valued rest second
  local first i count=0
  before=${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "@names@" -- "$cur")
    return
  fi
  case ${COMP_WORDS[1]} in
@commands@  esac
  # The words that are no options nor their values; bash splits at `=`.
  for ((i = 2; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      =) ((i++)) ;;
      -*) [[ $valued == *" ${COMP_WORDS[i]} "* ]] && ((i++))
        [[ ${COMP_WORDS[i]} == = ]] && ((i++)) ;;
      *) first=${first:-${COMP_WORDS[i]}}; ((count++)) ;;
    esac
  done
  if [[ -n $second && $count -gt 0 ]]; then
    rest=$second
    [[ $count -gt 1 || $first == game ]] && rest=nothing
  fi
  if [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
  elif [[ -z $rest || $valued == *" $before "* ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  else
    [[ $rest == names && $COMP_LINE == *:* ]] && cur=${COMP_LINE##* }
    case $rest in
      nothing) return ;;
      parts) rest=$(croupier completion parts "$first" 2>/dev/null) ;;
      games | names)
        rest=$(croupier completion $rest "$cur" 2>/dev/null) ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$rest" -- "$cur")
    COMPREPLY=("${COMPREPLY[@]#"${cur%"${cur##*:}"}"}")
  fi
}
complete -o filenames -F _croupier croupier
]=]

local BASH_COMMAND = [[
    @name@)
      options="@options@"
      valued="@valued@ "
      rest="@rest@" second=@second@ ;;
]]

local function bash_option(option)
  return (" --%s%s"):format(option[1], option.letter and " -" .. option.letter or "")
end

local function bash_command(command)
  local told = options.told(command)
  return fill(BASH_COMMAND, {
    name = command.name,
    options = each(told, bash_option),
    valued = each(told, function(option) return option.value and bash_option(option) or "" end),
    rest = first_words(command),
    second = command.completes_next or "",
  })
end

function shells.bash(commands)
  local names = each(commands, function(command) return " " .. command.name end):sub(2)
  return fill(BASH, { names = names, commands = each(commands, bash_command) })
end

-- --- zsh ---

local ZSH = [=[
#compdef croupier
# zsh completion of croupier; made by `croupier completion zsh`
_croupier_games() {
  compadd -- ${(f)"$(croupier completion games "$PREFIX" 2>/dev/null)"}
}
_croupier_parts() {
  local game=${${words[2,CURRENT-1]:#-*}[1]}
  compadd -- ${(f)"$(croupier completion parts $game 2>/dev/null)"}
}
_croupier_second_games() {
  [[ ${words[(r)variant]} == variant ]] && _croupier_games
}
_croupier_names() {
  compadd -- ${(f)"$(croupier completion names)"}
}
if (( CURRENT == 2 )); then
  local -a names=(
@names@  )
  _describe command names
  return
fi
shift words; (( CURRENT-- ))
case $words[1] in
@commands@esac
]=]

-- Within single quotes.
local function zsh_quoted(text) return (text:gsub("'", "'\\''")) end

local function zsh_option(option)
  local text = ("[%s]%s"):format(zsh_quoted(option.help):gsub("[][:]", "\\%0"),
    option.value and (":%s:_files"):format(option.value) or "")
  local line = (" \\\n      '*--%s%s%s'"):format(option[1], option.value and "=" or "", text)
  if not option.letter then return line end
  return ("%s \\\n      '*-%s%s%s'"):format(line, option.letter, option.value and "+" or "", text)
end

local function zsh_words(command)
  local words, themselves = first_words(command)
  local second, which = command.completes_next, command.completes_next and "1" or "*"
  local line
  if themselves then line = (" \\\n      '%s:word:(%s)'"):format(which, words)
  elseif words == "" then line = (" \\\n      '%s:file:_files'"):format(which)
  else line = (" \\\n      '%s:%s:_croupier_%s'"):format(which, words, words) end
  if not second then return line end
  return ("%s \\\n      '2:%s:_croupier_%s'"):format(line, second, second == "games" and "second_games" or second)
end

function shells.zsh(commands)
  return fill(ZSH, {
    names = each(commands, function(command)
      return ("    '%s:%s'\n"):format(command.name, zsh_quoted(command.summary))
    end),
    commands = each(commands, function(command)
      return ("  %s)\n    _arguments -s%s%s ;;\n"):format(command.name, each(options.told(command), zsh_option),
        zsh_words(command))
    end),
  })
end

-- --- fish ---

local FISH = [[
# fish completion of croupier; made by `croupier completion fish`
function __croupier_says
  set -l words (commandline -opc)
  test (count $words) -gt 1; and test $words[2] = $argv[1]
end
function __croupier_rest
  set -l words (commandline -opc)
  string match -v -- '-*' $words[3..-1]
end
]]

local function fish_quoted(text) return (text:gsub("['\\]", "\\%0")) end

local function fish_offer(command, condition, words)
  return ("complete -c croupier -n '__croupier_says %s%s' -f -a '%s'\n"):format(command.name, condition, words)
end

local function fish_words(command)
  local words, themselves = first_words(command)
  local second = command.completes_next
  if words == "" then return "" end
  if not themselves then words = ("(croupier completion %s (commandline -ct) 2>/dev/null)"):format(words) end
  local line = fish_offer(command, second and "; and test (count (__croupier_rest)) = 0" or "", words)
  if second == "games" then
    return line .. fish_offer(command, "; and test \"$(__croupier_rest)\" = variant",
      "(croupier completion games (commandline -ct) 2>/dev/null)")
  elseif second then
    return line .. fish_offer(command, "; and test (count (__croupier_rest)) = 1",
      "(croupier completion parts (__croupier_rest) 2>/dev/null)")
  end
  return line
end

function shells.fish(commands)
  return FISH .. each(commands, function(command)
    local name = command.name
    return ("complete -c croupier -n __fish_use_subcommand -f -a %s -d '%s'\n%s"):format(name,
      fish_quoted(command.summary), fish_words(command)) .. each(options.told(command), function(option)
        return ("complete -c croupier -n '__croupier_says %s' -l %s%s%s -d '%s'\n"):format(name, option[1],
          option.letter and " -s " .. option.letter or "", option.value and " -r" or "", fish_quoted(option.help))
      end)
  end)
end

return shells
