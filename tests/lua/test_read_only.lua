-- Folders and files that may not be written, as a user other than root: each is a sentence, and no answer is lost.

local GAME = [[return game { title = "Till", seats = { 2, 2 }, order = { { "pay" }, "over" },
  pools = { pot = 0, seat = { chips = 9 } }, state = { n = 0 },
  pay = function(t)
    local n = t.seat[1]:ask { "pay", "How much?", min = 0, max = 3 }
    t.seat[1].chips:pay(n, t.pot)
    t.n = t.n + 1
    return t.n == 3 and done or nil
  end,
  over = function(t) t:finish(t:rank_by("chips")) end }]]

local folder, user

local function shell(line)
  local file = assert(io.popen(("cd %s && (%s) 2>&1"):format(folder, line)))
  local text = file:read("a")
  file:close()
  return text
end

-- Runs the program as the other user with these lines typed: what it said, its status at the end.
local function run(line, typed, state)
  return (shell(("printf '%s' | XDG_STATE_HOME=%s/%s %s ./croupier %s; echo \"status $?\""):format(typed or "", folder,
    state or "state", user, line)):gsub("%s+", " "))
end

local function bytes(name)
  local file = assert(io.open(folder .. "/" .. name, "rb"))
  local text = file:read("a")
  file:close()
  return text
end

TestReadOnly = {}

-- Root may write anywhere: then somebody else plays.
function TestReadOnly.setUp()
  folder = os.tmpname()
  os.remove(folder)
  os.execute("mkdir -p " .. folder .. "/till " .. folder .. "/kept " .. folder .. "/state")
  local file = assert(io.open(folder .. "/till/game.lua", "w"))
  file:write(GAME)
  file:close()
  os.execute(("cp %s %s/croupier"):format(croupier.program, folder))
  local root = shell "id -u" == "0\n"
  user = root and "setpriv --reuid=65534 --regid=65534 --clear-groups" or ""
  if root then shell "chown -R 65534:65534 ." end
  run("play ./till --seats me,random --seed 1 --journal kept/till.journal", "2\\n")
end

function TestReadOnly.tearDown() os.execute(("chmod -R u+w %s; rm -rf %s"):format(folder, folder)) end

function TestReadOnly.test_a_journal_that_may_not_be_written()
  local before = bytes "kept/till.journal"
  lu.assertStrContains(before, " pay")
  shell "chmod 444 kept/till.journal; chmod 555 kept"
  local output = run("resume kept/till.journal", "1\\n")
  lu.assertStrContains(output, "kept/till.journal")
  lu.assertStrContains(output, "Permission denied")
  lu.assertStrMatches(output, ".* status [12] $")
  lu.assertEquals(bytes "kept/till.journal", before)
  lu.assertStrMatches(run "replay kept/till.journal", ".*Next to answer: Anna%. status 0 $")
end

-- The folder alone: what is kept there already goes on.
function TestReadOnly.test_a_folder_that_may_not_be_written()
  shell "chmod 555 kept"
  local output = run("play ./till --seats me,random --journal kept/new.journal", "1\\n")
  lu.assertStrContains(output, "kept/new.journal: can't be created: Permission denied")
  lu.assertStrMatches(output, ".* status [12] $")
  output = run("resume kept/till.journal", "1\\n3\\n")
  lu.assertStrMatches(output, ".* status 0 $")
  lu.assertStrMatches(run "verify kept/till.journal", ".* status 0 $")
  lu.assertStrContains(shell "ls kept", "till.journal")
  lu.assertNotStrContains(shell "ls kept", "new")
end

function TestReadOnly.test_a_state_folder_that_may_not_be_written()
  shell "chmod -R a-w state"
  local before = shell "ls -R state"
  local output = run("play ./till --seats me,random --seed 1", "1\\n")
  lu.assertStrContains(output, "Permission denied")
  lu.assertStrMatches(output, ".* status [12] $")
  lu.assertEquals(shell "ls -R state", before)
end
