-- What test_term.c and test_prompt.c run at a terminal in place of the program: `croupier PART --stdlib tests/host/talk`.

local terminal = require "front.base.terminal"
local files = require "host.files"

local function wait(seconds)
  local start = files.now()
  while files.now() - start < seconds do end
end

local parts = {}

-- --- output ---

local function good(color)
  local t = terminal.open { color = color }
  t:put("\3good\1\n")
  return t
end

parts["good-auto"] = function() return good("auto") end
parts["good-always"] = function() return good("always") end
parts["good-never"] = function() return good("never") end

function parts.text()
  local t = terminal.open {}
  t:heading("Round 1 of 5")
  t:say("The quick brown fox jumps over the lazy dog ♥.")
  t:table("ll", { { "seat", "hand" }, { "Ann", "K♥ Q♥" } })
  t:columns { "one", "two" }
  t:clear()
  t:say(("symbols %d, width %d"):format(t:symbols() and 1 or 0, t:width()))
  t:warn("warned")
  return t
end

function parts.flood()
  local t = terminal.open {}
  for _ = 1, 100000 do
    if t:gone() then break end
    t:put("a line that nobody reads\n")
  end
  if not t:gone() then os.exit(1) end
  return t
end

function parts.lost()
  local t = terminal.open {}
  t:put("lost\n")
  return t, 7
end

function parts.slow()
  local t = terminal.open {}
  for _ = 1, 2000 do t:put("0123456789 short writes\n") end
  return t
end

function parts.progress()
  local t = terminal.open {}
  t:progress("10,000 games", 0, 4)
  t:progress("10,000 games", 1, 4) -- too soon to be seen
  wait(0.15)
  t:progress("10,000 games", 2, 4)
  t:put("result\n")
  t:progress()
  return t
end

-- --- input ---

local words = { "king of hearts", "king of spades", "queen of hearts", "7♥" }

local function complete(before)
  if before:sub(1, 1) == ":" then return 1, { ":help ", ":hint " } end
  local comma = before:match(".*, *()")
  return comma or 1, words
end

local function busy(t, p)
  while not p:interrupted() do end
  t:say("disturbed")
  wait(0.1)
end

-- Asks until the end and says what it got. A line "secret" makes the next one secret, "busy" works without reading.
function parts.talk()
  local t = terminal.open {}
  local p = require("front.console.prompt").open(t, os.getenv "TEST_HISTORY")
  p:complete(function(before)
    if before == "slowly" then
      t:put("thinking")
      t:flush()
      wait(0.3)
    end
    return complete(before)
  end)
  local secret = false
  local got, line
  while true do
    got, line = p:read("keep> ", secret)
    if got ~= "line" then break end
    t:say(#line > 1000 and ("got %d bytes"):format(#line) or ("got [%s]"):format(line))
    secret = line == "secret"
    if line == "busy" then busy(t, p) end
  end
  t:put(got == "end" and "the end\n" or "interrupted\n")
  p:close()
  return t
end

return function(arguments)
  local t, lost = parts[arguments[1]]()
  return t:close() and 0 or lost or 1
end
