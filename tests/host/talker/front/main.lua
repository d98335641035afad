-- What test_prompt.c talks to: `croupier --stdlib tests/host/talker` runs this instead of the program. It asks until the
-- end and says what it got. A line "secret" makes the next one secret, "busy" works without reading.

local files = require "host.files"
local terminal = require "terminal"

local WORDS = { "king of hearts", "king of spades", "queen of hearts", "7♥" }

local function complete(before)
  if before:sub(1, 1) == ":" then return 1, { ":help ", ":hint " } end
  local comma = before:match ".*,() *"
  return comma and before:match("^ *()", comma) or 1, WORDS
end

local function work(term, prompt)
  while not prompt:interrupted() do files.now() end
  term:say "disturbed"
  local till = files.now() + 0.1
  while files.now() < till do files.now() end
end

return function()
  local term = terminal.open {}
  local prompt = term:prompt(os.getenv "TEST_HISTORY")
  prompt:complete(complete)
  local got, line = prompt:read "keep> "
  while got == "line" do
    term:say(#line > 1000 and ("got %d bytes"):format(#line) or ("got [%s]"):format(line))
    if line == "busy" then work(term, prompt) end
    got, line = prompt:read("keep> ", line == "secret")
  end
  term:put(got == "end" and "the end\n" or "interrupted\n")
  prompt:close()
  return term:close() and 0 or 1
end
