-- Opens saved games without writing to their files, and verifies them.

local files = require "host.files"
local folder = require "front.session.folder"
local journal = require "front.session.journal"
local session = require "front.session.session"
local status = require "front.base.status"
local english = require "shared.english"

local open_journal = {}

--- The path that was given, or that of the last journal. Here and below a mistake ends the command.
function open_journal.path(given) return given or status.or_fail(folder.last()) end

--- The session of a journal, before it has run, and a sentence about the file, if there is anything to say. Nothing is
--- written to the file. With verify, the state after each step is compared.
function open_journal.open(path, verify)
  local file = status.or_fail(journal.read(path))
  local s = status.or_fail_about(path, session.load(file, nil, verify))
  return s, file:notice() ~= "" and file:notice() or nil
end

local function version_of(s)
  local version = files.version()
  local of = (s.opened:record(1) or ""):match("^H (.*)$") or "of an unknown version"
  if of:sub(1, #version + 1) == version .. " " then return "" end
  return (" (the game was saved by croupier %s; this is %s)"):format(of, version)
end

--- Plays the game to verify it: a sentence that begins "the seed, 12 answers and every step"; or nil and what is wrong.
function open_journal.check(s)
  local said_over, state, n = s.ended, s:run(), 0
  for i = 1, s.cursor do if s.plays[i]:find "^a" then n = n + 1 end end
  if state == "broken" then return nil, s.problem .. version_of(s) end
  if s.cursor < #s.plays then return nil, "the journal goes on after the end of the game" .. version_of(s) end
  if state == "question" and said_over then
    return nil, "the journal says that the game is over, but a question is still open" .. version_of(s)
  end
  return ("the seed, %s and every step %s"):format(english.count(n, "answer"),
    state ~= "over" and "match; the game is not over" or said_over and "match, and so does the end of the game"
    or "match; the journal doesn't record the end")
end

return open_journal
