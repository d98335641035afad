-- croupier repl: a Lua prompt in the sandbox of scripts.

local options = require "options"

local repl = {
  name = "repl",
  summary = "a prompt to try scripts at",
  usage = [=[
[GAME[+VARIANT...]] [options]

Runs lines of Lua as games would, and shows their values. With a game,
its rules and functions are at hand and `:table` sits down at it;
without, there is a practice table. Tab completes; `:help` says more.]=],
  words = { 0, 1 },
  completes = "games",
}

repl.options = options.join({
  options.set,
  { "limit", letter = "l", value = "MILLIONS", help = "steps a line may take, 200 by default" },
}, options.look, { options.stdlib })

return repl
