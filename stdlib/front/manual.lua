-- The manual page, in roff, from the tables that `--help` is made from and the pages of help.

local files = require "host.files"
local help_pages = require "help_pages"
local options = require "options"
local words = require "world.words"

local HEAD = [[
.TH CROUPIER 1 "" "croupier @version@" Croupier
.SH NAME
croupier \- card games whose rules are Lua scripts
.SH SYNOPSIS
.B croupier
.I COMMAND
.RI [ options ]
.SH DESCRIPTION
Hosts card games: it shuffles, deals, ranks hands, keeps the chips and
asks the questions. The rules of each game are a script that you can read
and change. Every command explains itself with
.BR \-\-help .
.SH COMMANDS
]]

local END = [[
.SH FILES
Games are looked for in
.BR $CROUPIER_PATH ,
.BR ./games ,
.BR $XDG_DATA_HOME/croupier/games ,
and beside the program. Tables
are saved in
.BR $XDG_STATE_HOME/croupier ;
what
.B croupier list
has read of each game, in
.BR $XDG_CACHE_HOME/croupier .
.SH ENVIRONMENT
.BR CROUPIER_CPU =plain,
.BR avx2 " or " avx512
says which instructions of the processor compute hands and chance; the
results are the same. By default the fastest are used.
.SH "EXIT STATUS"
0 on success, 1 if a game or a script failed, 2 if the command line was
wrong, 130 if interrupted.
]]

-- Text as roff prints it: a dot or a quote that begins a line is no order.
local function roff(text)
  text = text:gsub("\\", "\\e"):gsub("-", "\\-"):gsub("\n([.'])", "\n\\&%1")
  return (text:gsub("^[.']", "\\&%0"))
end

local function option_lines(option)
  return (".TP\n%s\\fB\\-\\-%s\\fR%s\n%s\n"):format(option.letter and ("\\fB\\-%s\\fR, "):format(option.letter) or "",
    roff(option[1]), option.value and (" \\fI%s\\fR"):format(option.value) or "", roff(option.help))
end

local function command_lines(command)
  local line, rest = command.usage:match("^([^\n]*)\n*(.*)$")
  return (".SS \"croupier %s %s\"\n%s\n"):format(command.name, roff(line), roff(rest))
    .. table.concat(words.collect(options.told(command), option_lines))
end

-- A line of a page: a signature, or one indented; of an example the spaces are kept.
local function page_line(line, first)
  local spaces = #line:match("^ *")
  if line == "" then return ".sp\n" end
  if line:find("^  e%.g%.") or spaces >= 8 then return (".nf\n%s\n.fi\n"):format(roff(line:sub(3))) end
  if spaces == 0 then return ("\\&\\fB%s\\fR\n"):format(roff(line)) end
  return (first and "" or ".br\n") .. roff(line:sub(spaces + 1)) .. "\n"
end

-- Pages of help: of a topic its names stand for the first line, else a signature does.
local function page_lines(pages)
  local parts, group = {}, nil
  for _, page in ipairs(pages) do
    local first = page.group ~= nil
    if page.group ~= group then parts[#parts + 1] = (".SS \"%s\"\n"):format(page.group) end
    parts[#parts + 1] = first and (".TP\n\\&\\fB%s\\fR\n"):format(roff(page.heading)) or ".TP\n"
    for line in page.text:gmatch("([^\n]*)\n") do
      parts[#parts + 1] = page_line(line, first)
      first = line:sub(1, 1) ~= " "
    end
    group = page.group
  end
  return table.concat(parts)
end

--- The page, from a list of commands.
return function(commands)
  return HEAD:gsub("@version@", (files.version())) .. table.concat(words.collect(commands, command_lines))
    .. ".SH \"WHAT A SCRIPT CONTAINS\"\n" .. page_lines(help_pages.read "topics.txt")
    .. ".SH \"WHAT A SCRIPT CAN CALL\"\n" .. page_lines(help_pages.read "reference.txt") .. END
end
