-- croupier run: a script without a game, in the sandbox of games.

local options = require "front.base.options"
local scripts = require "front.session.scripts"
local status = require "front.base.status"
local terminal = require "front.base.terminal"
local text_files = require "front.base.text_files"

local run = {
  summary = "run a script of your own in the sandbox",
  usage = [[
FILE.lua [ARGUMENT...] [options]

The script has what games have, and also print, its arguments as ...,
croupier.rules("GAME") for a game's functions that need only its rules, and
croupier.practice { deck = "standard" } for a table to try things at.]],
  arguments = { 1, math.huge },
  options = {
    { "limit", letter = "l", value = "MILLIONS", help = "millions of steps it may take, 1000 by default" },
    { "trace", help = "after a failure, print the call stack too" },
    options.stdlib,
  },
}

local LIMIT, LIMIT_MOST = 1000, 1000000 -- millions of steps
local LARGEST = 64 * 1024 -- bytes of a script; one more is refused
local MILLION = 1000000

function run.run(given)
  local path, limit = given.rest[1], given:number("limit", 1, LIMIT_MOST, LIMIT)
  local text, wrong = text_files.read(path, LARGEST)
  if not text then status.refuse(wrong) end
  local world = scripts.bare { stdlib = given:value("stdlib"), steps = limit * MILLION }
  local done, problem, trace, spent = world:call("author.script", "run", path, text,
    table.move(given.rest, 2, #given.rest, 1, {}))
  if done then return status.done end
  if spent then
    status.fail("%s: stopped after %d million steps; --limit MILLIONS allows more", path, limit)
  end
  local named = trace ~= "" or problem:sub(1, #path) == path
  status.complain(named and problem or path .. ": " .. problem)
  if given:value("trace") and trace ~= "" then terminal.mistake(trace) end
  return status.failed
end

return run
