-- croupier help: the commands and topics, one command, or a page about what stands in scripts.

local commands = require "front.base.commands"
local files = require "host.files"
local options = require "front.base.options"
local status = require "front.base.status"

local help = {
  summary = "explain a command, or something used in scripts",
  usage = [[
[COMMAND|NAME]

NAME is a function that scripts call (`pile:draw`, `draw`, `ask`), a
library or thing (`poker`, `pile`), a field of a game's declaration
(`deck`, `rules`) or a topic: `croupier help` lists them.]],
  arguments = { 0, 1 },
  completes = "names",
  options = { { "all", help = "print every page" } },
}

local function print_wrapped(text)
  local terminal = require("front.base.terminal").open {}
  return terminal:pages(function() terminal:say(text) end)
end

local function overview()
  local lines = { "croupier: card games whose rules are Lua scripts\n" }
  for _, command in ipairs(commands.all()) do
    lines[#lines + 1] = ("  %-10s %s"):format(command.name, command.summary)
  end
  lines[#lines + 1] = "\n`croupier COMMAND --help` explains one command. `croupier help NAME` explains\n" ..
    "something used in scripts: a function (pile:draw, ask), or one of these.\n"
  return table.concat(lines, "\n") .. "\n" .. require("front.help.help_pages").topics()
end

-- What is no command and stands in no script: a command at a table, a game.
local function elsewhere(word)
  local verb = require("front.console.verbs").own(word:gsub("^:", ""))
  if verb then return ("At a table, :%s: %s. `:help` lists what else can be typed there."):format(verb[1], verb[2]) end
  local game = require("front.session.scripts").folder(word)
  return game and ("`%s` is a game: `croupier show %s` describes it."):format(word, word)
end

local function help_for(word)
  local help_pages = require "front.help.help_pages"
  local command, page = commands.find(word), help_pages.find(word)
  if not command and not page then
    local other = elsewhere(word)
    if other then return print_wrapped(other) end
    status.refuse(help_pages.missing(word, commands.names))
  end
  local terminal = require("front.base.terminal").open {}
  return terminal:pages(function()
    if command then terminal:laid_out(options.help(command) .. (page and "\n" or "")) end
    if page then terminal:say(page) end
  end)
end

function help.run(given)
  if given:value("all") then
    io.write(files.embedded "topics.txt", files.embedded "reference.txt")
    return status.done
  end
  return given.rest[1] and help_for(given.rest[1]) or print_wrapped(overview())
end

return help
