-- croupier verify: replays a saved game and compares.

local status = require "front.base.status"

local verify = {
  summary = "check that a saved game was played as its journal says",
  writes = { "journals" },
  usage = [[
[FILE] [options]

Replays the journal (without FILE, the last one saved) and checks every
shuffle against the seed, every answer against the rules, the state after
every step, and the end. The seed's SHA-256 was shown before the first
shuffle: --commitment compares it.]],
  arguments = { 0, 1 },
  options = { { "commitment", value = "HEX", help = "the SHA-256 shown before the first shuffle" } },
}

-- The whole, with the seed's SHA-256. What is wrong ends the command.
local function check(s, path, promised)
  local commitment = s:commitment()
  if promised and promised:lower() ~= commitment then
    status.fail("%s: the seed doesn't match the commitment: its SHA-256 is %s", path, commitment)
  end
  local sentence = status.or_fail_about(path, require("front.session.open_journal").check(s))
  return ("%s: %s; the seed's SHA-256 is %s."):format(path, sentence, commitment)
end

function verify.run(given)
  local open_journal = require "front.session.open_journal"
  local path = open_journal.path(given.rest[1])
  local s, notice = open_journal.open(path, true)
  if notice then status.fail(notice) end
  local sentence = check(s, path, given:value("commitment"))
  s:close()
  local out = require("front.base.terminal").open {}
  out:laid_out(sentence)
  return out:close() and status.done or status.failed
end

return verify
