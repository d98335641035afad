-- croupier completion: what shells need to complete the command line, and the manual page.

local commands = require "commands"
local folders = require "world.folders"
local status = require "status"

local completion = {
  name = "completion",
  summary = "completion for bash, zsh and fish; the manual page",
  usage = [[
bash|zsh|fish|man

Prints what the shell needs to complete commands, options and games:
source <(croupier completion bash). `make install` installs all of them
and the manual page.]],
  words = { 1, 2 },
  completes = { "bash", "zsh", "fish", "man" },
}

local function print_lines(list) for _, line in ipairs(list) do io.write(line, "\n") end end

local answers = {}

-- The games there are; once there is a plus, what may follow it.
function answers.games(word)
  local before, game = word:match("^(.*)%+"), word:match("^[^+]*")
  local names = {}
  if before then
    for i, variant in ipairs(folders.variants(folders.split(game))) do names[i] = before .. "+" .. variant end
  else
    names = folders.games()
  end
  print_lines(names)
end

-- What `show GAME NAME` knows; nothing where the game can't be read.
function answers.parts(word)
  local world = require("scripts").bare {}
  local read, names = pcall(world.call, world, "world.show_name", "names", world:call("world.open", "name", word))
  if read and names then io.write(names) end
end

function answers.names()
  print_lines(commands.names)
  print_lines(require("help_pages").names())
end

function answers.man() io.write(require "manual"(commands.all())) end

for _, shell in ipairs { "bash", "zsh", "fish" } do
  answers[shell] = function() io.write(require("shell_completion")[shell](commands.all())) end
end

function completion.run(given)
  local what = given.rest[1]
  local answer = answers[what] or status.refuse("completion %s: expected bash, zsh, fish or man", what)
  answer(given.rest[2] or "")
  return status.done
end

return completion
