-- croupier replay: tells a saved game again.

local options = require "front.base.options"
local status = require "front.base.status"
local english = require "shared.english"
local lists = require "shared.lists"

local replay = {
  summary = "retell a saved game",
  writes = { "journals" },
  usage = [[
[FILE] [options]

FILE is a journal; without one, the last one saved. A game that is
over is shown with everything that was hidden; an unfinished one only as
far as the whole table knows it. --summary prints only how it ended or
stands, --json every event in either case. --with replays it with another house
rule, as it is on disk, and shows where that first makes a difference.]],
  arguments = { 0, 1 },
}

replay.options = options.join({
  { "with", value = "VARIANT", help = "show where a house rule would change the game" },
  { "summary", help = "print only who won or leads, the scores by round and how long it took" },
  { "json", help = "print JSON Lines: one object per event" },
}, options.look)

-- The session of the journal, before it has run.
local function open(path, quiet)
  local s, notice = require("front.session.open_journal").open(path, false)
  if notice and not quiet then status.complain(notice) end
  require("front.session.replay").record_all(s)
  return s
end

local function compare(path, given)
  local variants = given:value("with")
  if not variants:find("^[a-z0-9_][a-z0-9_+]*$") then
    status.refuse("--with %s: expected the name of a variant, or several with +", variants)
  end
  local was, with = open(path, true), open(path, true)
  status.opened(require("front.session.reload").with(with, variants))
  local terminal = require("front.console.play_table").terminal(given)
  require("front.session.replay").compare(was, with, variants, terminal)
  return terminal:close()
end

local function tell(s, given)
  if given:value("json") then
    require("front.session.replay").json(s, function(line) io.write(line, "\n") end)
    return true
  end
  local terminal = require("front.console.play_table").terminal(given)
  require("front.session.replay")[given:value "summary" and "summary" or "tell"](s, terminal)
  return terminal:close()
end

function replay.run(given)
  local ways = lists.collect({ "--with", "--json", "--summary" }, function(option)
    return given:value(option:sub(3)) and option or nil
  end)
  if #ways > 1 then status.refuse("%s can't be used together", english.list(ways)) end
  local path = require("front.session.open_journal").path(given.rest[1])
  if given:value("with") then return compare(path, given) and status.done or status.failed end
  local s = open(path)
  local good = tell(s, given)
  if s.state == "broken" then status.fail(s.problem) end
  s:close()
  return good and status.done or status.failed
end

return replay
