-- croupier resume: goes on with a saved table.

local english = require "shared.english"
local files = require "host.files"
local folder = require "front.session.folder"
local journal = require "front.session.journal"
local options = require "front.base.options"
local journal_records = require "front.session.journal_records"
local status = require "front.base.status"
local user_folders = require "front.base.user_folders"
local lists = require "shared.lists"

local resume = {
  summary = "continue an unfinished table",
  usage = [[
[FILE] [options]

Without a file, offers the last unfinished table, then those before it.]],
  arguments = { 0, 1 },
}

resume.options = options.join({
  { "stdlib", value = "DIR", help = "use the library in this folder: a saved table keeps the one it was played with, "
    .. "until `:reload` reads the folder" },
  { "phones", value = "ADDRESS", help = "as for `croupier play`; seats that were on phones are so again without it" },
  { "public", value = "URL", help = "as for `croupier play`" },
}, options.table)

-- A saved game continues in its own file, and in that of its campaign.
function resume.writes(given)
  local path = given.rest[1] or folder.last()
  return { user_folders.state(), path, path and journal_records.campaign(path) }
end

--- Who played on a phone goes on there.
function resume.before_wall(given) require("front.phones.porter").prepare(given, given.rest[1] or folder.last()) end

-- The last record that counts is not the end of the game.
local function is_open(file) return file:count() > 0 and file:record(file:count()) ~= "e" end

local PATIENCE = 0.5 -- seconds after which somebody wonders
local MANY = 10000 -- questions

-- Replays a saved game; where that takes long, a bar shows how far it is. For a long table its time is said too.
local function play_again(s, path, term)
  local started, label = files.now(), "Resuming " .. path
  local function took() return files.now() - started end
  s:run(function(done, all)
    if took() > PATIENCE then term:progress(label, done, all) end
  end)
  local _, count = s.world:engine "count"
  if took() <= PATIENCE and count < MANY then return label end
  return ("%s: %d questions in %.1f s"):format(label, count, took())
end

local function go_on(path, term, given)
  local file = status.or_fail(journal.open(path))
  local was_over = not is_open(file)
  local s = status.or_fail_about(path, require("front.session.session").load(file, given:value "stdlib", false))
  local resuming = play_again(s, path, term)
  if was_over then s.config.campaign = nil end -- it was written then
  if file:notice() ~= "" then term:warn(file:notice()) end
  local changed = require("front.session.pictures").changed(s)
  if #changed > 0 then
    term:warn(("%s %s changed since the table was saved; the game stays the same"):format(english.list(changed),
      #changed == 1 and "has" or "have"))
  end
  term:put(resuming .. "\n")
  return require("front.commands.play").sit(s, term, given)
end

-- --- which table ---

-- "rod_and_reel: Anna, Ben"; of one that can't be resumed, its file.
local function describe(file)
  local held = journal_records.read(file)
  if not held then return file:path() end
  return ("%s: %s"):format(held.config.game, table.concat(lists.collect(held.config.players, "name"), ", "))
end

-- "yes", "no", "leave" or "interrupted"
local function ask(term, prompt, question)
  while true do
    local got, line = prompt:read(question, true)
    if got == "interrupt" then return "interrupted" end
    if got == "end" or line:lower() == ":quit" then return "leave" end
    if line:find "^[Nn]" then return "no" end
    if line == "" or line:find "^[Yy]" then return "yes" end
    term:say(("`%s`: expected Enter to resume, no or :quit"):format(line))
  end
end

-- One table after the other that can be read and isn't over is offered, the last first; where nobody can be asked it is
-- the first. Its path, or nil, and the last answer.
local function choose(list, prompt, term)
  local choice = "none"
  for _, entry in ipairs(list) do
    local file = journal.read(entry.path)
    if file and is_open(file) then
      choice = prompt and ask(term, prompt, ("Resume %s (%s)? (Enter, no, or :quit) "):format(describe(file),
        os.date("%d %b %Y %H:%M", entry.seconds))) or "yes"
      if choice ~= "no" then return choice == "yes" and entry.path or nil, choice end
    end
  end
  return nil, choice
end

function resume.run(given)
  local term = require("front.console.play_table").terminal(given)
  if given.rest[1] then return go_on(given.rest[1], term, given) end
  local list = status.or_fail(folder.list(status.or_fail(user_folders.state())))
  local prompt = term:can_ask() and require("front.console.prompt").open(term) or nil
  local path, choice = choose(list, prompt, term)
  if prompt then prompt:close() end
  if path then return go_on(path, term, given) end
  if choice == "interrupted" then return status.interrupted end
  if choice == "leave" then return status.done end
  status.fail("there is no %sunfinished table: `croupier play GAME` starts one", choice == "no" and "other " or "")
end

return resume
