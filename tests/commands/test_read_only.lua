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

local tools = dofile "tests/tools.lua"
local here, user

local function shell(line) return select(2, here:shell(line)) end

-- Runs the program as the other user with these lines typed: what it said, its status at the end.
local function run_as_other(line, typed)
  local status, output = here:run(line, typed or "", user)
  return (output:gsub("%s+", " ")) .. "status " .. status .. " "
end

TestReadOnly = {}

-- Root may write anywhere: then somebody else plays.
function TestReadOnly.setUp()
  here = tools.place("till", "kept", "state")
  here:write("till/game.lua", GAME)
  user = here:other_user()
  run_as_other("play ./till --seats me,random --seed 1 --journal kept/till.journal", "2\n")
end

function TestReadOnly.tearDown() shell "chmod -R u+w ." here:remove() end

function TestReadOnly.test_a_journal_that_may_not_be_written()
  local before = here:read "kept/till.journal"
  lu.assertStrContains(before, " pay")
  shell "chmod 444 kept/till.journal; chmod 555 kept"
  local output = run_as_other("resume kept/till.journal", "1\n")
  lu.assertStrContains(output, "kept/till.journal")
  lu.assertStrContains(output, "Permission denied")
  lu.assertStrMatches(output, ".* status [12] $")
  lu.assertEquals(here:read "kept/till.journal", before)
  lu.assertStrMatches(run_as_other "replay kept/till.journal", ".*Next to answer: Anna%. status 0 $")
end

-- The folder alone: what is kept there already goes on.
function TestReadOnly.test_a_folder_that_may_not_be_written()
  shell "chmod 555 kept"
  local output = run_as_other("play ./till --seats me,random --journal kept/new.journal", "1\n")
  lu.assertStrContains(output, "kept/new.journal: can't be created: Permission denied")
  lu.assertStrMatches(output, ".* status [12] $")
  output = run_as_other("resume kept/till.journal", "1\n3\n")
  lu.assertStrMatches(output, ".* status 0 $")
  lu.assertStrMatches(run_as_other "verify kept/till.journal", ".* status 0 $")
  lu.assertStrContains(shell "ls kept", "till.journal")
  lu.assertNotStrContains(shell "ls kept", "new")
end

function TestReadOnly.test_a_state_folder_that_may_not_be_written()
  shell "chmod -R a-w state"
  local before = shell "ls -R state"
  local output = run_as_other("play ./till --seats me,random --seed 1", "1\n")
  lu.assertStrContains(output, "Permission denied")
  lu.assertStrMatches(output, ".* status [12] $")
  lu.assertEquals(shell "ls -R state", before)
end
