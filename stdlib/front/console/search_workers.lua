-- Runs a search for the console's table. A search by time uses all processors: each part is a process of its own, forked
-- from this one. Meanwhile the progress is shown and the table doesn't change. Ctrl-C reaches the parts too: they end
-- with what they have found by then.

local files = require "host.files"
local lab = require "host.lab"
local tty = require "host.tty"

local search_workers = {}

local STEP = 0.1 -- seconds between two updates of the progress bar
local LONG = 3 -- seconds: a search that takes longer is announced on a terminal that can't draw the bar

-- The results of the parts, each as bytes; nil if there is nothing to think about. They think about the open question, or
-- about an action of that seat out of turn.
local function think(c, name, seat, before)
  local w, started, found, died, parts = c.s.world, files.now(), {}, 0, {}
  local function heed() if c.people > 0 and c.prompt then c.prompt:heed() end end
  local seconds = w:call_with_table("search.search", "prepare", name, seat)
  if not seconds then return heed() end
  if before then before() end
  if c.terminal.dumb and seconds >= LONG then
    c.terminal:say(("%s thinks, for about %.0f seconds."):format(name, seconds))
  end
  for i = 1, name:find "%d$" and 1 or lab.processors() do
    parts[i] = w:apart("search.search", "part", name, i - 1, seat)
  end
  for i, part in ipairs(parts) do
    while not tty.wait(STEP, part) do c.terminal:progress(name .. " thinks", files.now() - started, seconds) end
    found[i] = part:read "a"
    died = died + (found[i] == "" and 1 or 0)
    part:close()
  end
  c.terminal:progress()
  if died > 0 then c.terminal:say(("%s: %d of its %d processes ended early."):format(name, died, #parts)) end
  heed()
  return found
end

--- Stages the answer of the bot of that name to the open question: true, or "chance" if chance is to answer; nil if the bot
--- isn't a search or there is nothing to think about; or false and a sentence. c: the sitting (console.lua).
function search_workers.stage(c, name)
  local w = c.s.world
  if not w:call("start.bots", "searches", name) or not c.s:watch() then return nil end
  local found = think(c, name)
  if not found or w:call_with_table("search.search", "settle", found) then return found and true end
  local staged, sentence = w:call_with_table("start.bots", "without_search")
  if staged == nil then return "chance" end
  return staged, sentence
end

--- The name of the action that the bot of that name takes out of turn for that seat, or nil. `before` is called before it
--- thinks, if there is anything to think about.
function search_workers.act(c, name, seat, before)
  local found = think(c, name, seat, before)
  return found and c.s.world:call_with_table("search.search", "settle_action", found)
end

return search_workers
