-- croupier repl: a Lua prompt in the sandbox of scripts.
--
-- Lines are run in a world, each within the budget or until Ctrl-C: author.repl knows what is at hand, how values look and
-- what can be completed. A line that ends too early asks for more, until an empty one.

local files = require "host.files"
local options = require "front.base.options"
local scripts = require "front.session.scripts"
local status = require "front.base.status"

local repl = {
  summary = "try out scripts at a prompt",
  writes = { "journals" },
  usage = [=[
[GAME[+VARIANT...]] [options]

Runs lines of Lua as a game would, and shows their values. With a game,
its rules and functions are available and `:table` starts a table;
without one, there is a practice table. Tab completes; `:help` says more.]=],
  arguments = { 0, 1 },
}

repl.options = options.join({
  options.set,
  { "limit", letter = "l", value = "MILLIONS", help = "millions of steps a line may take, 200 by default" },
}, options.look, { options.stdlib })

local LIMIT, LIMIT_MOST, MILLION = 200, 1000000, 1000000 -- millions of steps
local PLAIN, BAD = "\1", "\4" -- marks: see terminal.lua
local LONG_ENOUGH, MOST_TIMES = 0.05, 100000000 -- of :time: seconds that can be measured, times it is worked out

-- A prompt that is open: world, terminal, prompt, text (what was typed and is not finished, or nil), leave.
local Repl = {}
Repl.__index = Repl

function Repl:bad(text) self.terminal:say(BAD .. text .. PLAIN) end

-- What author.repl gives; what it raises is said, and gives nothing.
function Repl:ask(name, ...)
  self.terminal:flush()
  local result = table.pack(pcall(self.world.call, self.world, "author.repl", name, ...))
  io.flush()
  self.prompt:heed()
  if result[1] then return table.unpack(result, 2, result.n) end
  self:bad(result[2].text)
end

function Repl:run(whole)
  local state, text = self:ask("run", self.text, whole)
  if state == "unfinished" then return end
  if state == "wrong" then self:bad(text) elseif text then self.terminal:say(text) end
  self.text = nil
end

-- --- commands ---

-- How long n times take, or nil after a sentence.
function Repl:measure(text, n)
  local start = files.now()
  local done, problem = self:ask("times", text, n)
  if done then return files.now() - start end
  if problem then self:bad(problem) end
end

local commands = {}

function commands.quit(self) self.leave = true end
commands.q = commands.quit

-- How long an expression takes: worked out as often as can be measured.
function commands.time(self, text)
  local n = 1
  local took = self:measure(text, n)
  while took and took < LONG_ENOUGH and n < MOST_TIMES do
    n = n * (took < LONG_ENOUGH / 10 and 10 or 4)
    took = self:measure(text, n)
  end
  if not took then return end
  local each = took / n
  local unit, times = "ms", 1e3
  if each < 1e-6 then unit, times = "ns", 1e9 elseif each < 1e-3 then unit, times = "µs", 1e6 end
  self.terminal:say(("%.3g %s each, averaged over %d"):format(each * times, unit, n))
end

-- Exact chances of dice.
function commands.dice(self, text)
  local found, problem = self.world:call("author.chances", "of_line", text)
  if not found then return self:bad(problem) end
  self.terminal:put(require("front.base.chances_page").text(found, self.terminal:width(), self.terminal:symbols()))
end

-- A rule or function of the game, else what the reference has.
function commands.doc(self, name)
  local help_pages = require "front.help.help_pages"
  if name == "" then return self:bad ":doc NAME: the name of a function or a rule" end
  local text = self:ask("doc", name) or help_pages.find(name)
  if text then self.terminal:say(text) else self:bad(help_pages.missing(name)) end
end

function Repl:command(line)
  local name, rest = line:match("^([^ \t]*)[ \t]*(.*)$")
  if commands[name] then return commands[name](self, rest) end
  local text, problem = self:ask("command", name, rest)
  if text then self.terminal:say(text) elseif problem then self:bad(problem) end
end

-- --- lines ---

function Repl:take_line(line)
  local command = not self.text and line:match("^[ \t]*:(.*)$")
  local empty = not line:find("[^ \t]")
  if command then return self:command(command) end
  if empty and not self.text then return end
  local more = self.text ~= nil
  self.text = more and self.text .. "\n" .. line or line
  self:run(more and empty)
end

function Repl:read_lines()
  while not self.leave do
    local got, line = self.prompt:read(self.text and ">> " or "> ")
    if got == "interrupt" then return status.interrupted end
    if got == "end" then break end
    self:take_line(line)
  end
  if self.text then self:run(true) end
  return status.done
end

-- --- opening ---

local function open_world(given, terminal)
  local steps = given:number("limit", 1, LIMIT_MOST, LIMIT) * MILLION
  local world = scripts.bare { stdlib = given:value("stdlib"), steps = steps }
  local word, game, variants = given.rest[1], nil, nil
  if word then game, variants = scripts.name(world, word) end
  terminal:say((status.opened(world:call("author.repl", "open", { word = word, game = game, variants = variants,
    sets = given:all("set"), reference = files.embedded "reference.txt" or "",
    pages = table.concat(require("front.help.help_pages").names(), "\n"), symbols = terminal:symbols() }))))
  world:interruptible()
  return world
end

function repl.run(given)
  local terminal = require("front.console.play_table").terminal(given)
  local world = open_world(given, terminal)
  local folder = require("front.base.user_folders").state()
  local prompt = require("front.console.prompt").open(terminal, folder and folder .. "/repl_history")
  prompt:complete(function(before)
    local place, names = world:call("author.repl", "complete", before)
    return place + 1, names
  end)
  local code = setmetatable({ world = world, terminal = terminal, prompt = prompt }, Repl):read_lines()
  prompt:close()
  return terminal:close() and code or status.failed
end

return repl
