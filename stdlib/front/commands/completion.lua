-- croupier completion: what shells need to complete the command line, and the manual page.

local commands = require "front.base.commands"
local status = require "front.base.status"

local completion = {
  summary = "completion for bash, zsh and fish; the manual page",
  usage = [[
bash|zsh|fish|man

Prints what the shell needs to complete commands, options and games:
source <(croupier completion bash). `make install` installs all of them
and the manual page.]],
  arguments = { 1, math.huge },
  completes = { "bash", "zsh", "fish", "man" },
}

function completion.run(given)
  local what, shells = given.rest[1], require "front.help.shell_completion"
  local text = shells.script(what)
  if what == "words" then text = shells.lines { table.unpack(given.rest, 2) } end
  if what == "man" then text = require "front.help.manual"(commands.all()) end
  io.write(text or status.refuse("completion %s: expected bash, zsh, fish or man", what))
  return status.done
end

return completion
