-- `croupier check`: runs the parts, counts, and says it, to a person, to an
-- editor (as gcc does) or to a program (JSON).

local check_game = require "check.game"
local play = require "check.play"
local open = require "start.open"
local english = require "shared.english"
local lists = require "shared.lists"

local check = {}

local LINE = 78 -- letters of a line at most

-- One check at a time in a state.
local current

-- How many errors and how many warnings there are.
local function counts()
  local n = { error = 0, warning = 0, note = 0 }
  for _, finding in ipairs(current.findings) do n[finding.severity] = n[finding.severity] + 1 end
  return n.error, n.warning
end

local function place(finding)
  local line, column = finding.line and ":" .. finding.line or "", finding.column and ":" .. finding.column or ""
  return finding.file .. line .. column
end

--- Looks at the scripts of a game ("a+b" over it), called `what` on the command line; usual: for how many `play` opens a
--- game that doesn't say. Gives how many errors and warnings there are.
function check.scripts(name, variants, what, usual)
  local findings, unread, context = check_game.game(name, open.variants(variants), usual)
  current = { name = name, variants = variants, what = what, findings = findings, unread = unread, context = context }
  return counts()
end

-- "file:8:13: no rule `dark_bonu`, did you mean `dark_bonus`?"
local function sentence(finding)
  local fix = finding.fix and (" (%s)"):format(finding.fix) or ""
  return ("%s: %s%s"):format(place(finding), finding.text, fix)
end

--- The errors in the scripts of a game as it is played, found without playing: { said = as a line, same = the same without
--- its place in the file }.
function check.errors(name, variants)
  return lists.collect(check_game.errors(name, open.variants(variants)), function(finding)
    return { said = sentence(finding), same = finding.file .. ": " .. finding.text }
  end)
end

--- One more game of the monkey: false when it has seen enough.
function check.play()
  current.monkey = current.monkey or play.new(current.name, current.variants, current.what, current.unread,
    check_game.questions(current.context), check_game.declared(current.context))
  return play.go_on(current.monkey)
end

--- What the monkey saw becomes findings; counts as check.scripts. seconds: after which it was stopped, if it was.
function check.played(seconds)
  current.seconds = seconds
  for _, finding in ipairs(play.findings(current.monkey)) do check_game.add(current.context, finding) end
  return counts()
end

-- --- saying it ---

local function gcc(finding)
  local fix = finding.fix and (" (%s)"):format(finding.fix) or ""
  local again = finding.replay and (" [%s]"):format(finding.replay) or ""
  return ("%s: %s: %s%s%s [%s]"):format(place(finding), finding.severity, finding.text, fix, again, finding.code)
end

-- The line as written, and a mark under the column.
local function excerpt(lines, finding)
  local line = finding.line and check_game.line(current.context, finding.file, finding.line)
  if not line or not finding.column or not utf8.len(line) then return end
  lines[#lines + 1] = "    " .. line:gsub("\t", " ")
  lines[#lines + 1] = "    " .. (" "):rep(math.min(finding.column - 1, utf8.len(line))) .. "^"
end

local function human(lines, finding)
  lines[#lines + 1] = ("%s: %s: %s"):format(place(finding), finding.severity, finding.text)
  excerpt(lines, finding)
  if finding.fix then lines[#lines + 1] = "    " .. finding.fix end
  if finding.replay then lines[#lines + 1] = "    " .. finding.replay end
end

local function summary()
  local errors, warnings = counts()
  local parts = {}
  if errors > 0 then parts[1] = english.count(errors, "error") end
  if warnings > 0 then parts[#parts + 1] = english.count(warnings, "warning") end
  local games = current.monkey and (" (%s played)"):format(english.count(current.monkey.games, "game")) or ""
  local what = current.name .. (current.variants ~= "" and "+" .. current.variants or "")
  local nothing = current.monkey and "nothing wrong" or "the scripts have no mistakes; no game was played"
  local lines = { ("%s: %s%s"):format(what, #parts == 0 and nothing or english.list(parts), games) }
  if current.seconds then
    lines[2] = ("Stopped after %s: without --seconds it plays until nothing new is reached."):format(
      english.count(current.seconds, "second"))
  elseif current.monkey then lines[2] = play.stopped(current.monkey) end
  for _, entry in ipairs(current.monkey and play.left(current.monkey) or {}) do
    lines[#lines + 1] = entry[1]
    english.wrap(lines, "  ", table.concat(entry[2], ", "), LINE)
  end
  return table.concat(lines, "\n")
end

--- Everything found, each with file, line, column, severity, code, text, fix and replay, as far as there are any.
function check.data() return current.findings end

--- Everything found, in a format: "human" or "gcc".
function check.text(format)
  local lines = {}
  for _, finding in ipairs(current.findings) do
    if format == "gcc" then lines[#lines + 1] = gcc(finding) else human(lines, finding) end
  end
  if format == "human" then lines[#lines + 1] = summary() end
  return table.concat(lines, "\n")
end

return check
