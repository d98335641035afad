-- The manual page, in roff: a template filled in from the tables that `--help` is made from and the pages of help.

local files = require "host.files"
local help_pages = require "front.help.help_pages"
local options = require "front.base.options"
local lists = require "shared.lists"

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
    .. table.concat(lists.collect(options.told(command), option_lines))
end

-- A line of a page: a signature, or one indented; the spaces of an example stay.
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
  return (files.embedded "stdlib/templates/croupier.1.in":gsub("@(%l+)@", {
    version = files.version(), commands = table.concat(lists.collect(commands, command_lines)),
    declared = page_lines(help_pages.read "topics.txt"), called = page_lines(help_pages.read "reference.txt"),
  }))
end
