-- A run in parts: merged it is what one machine tells, whatever the parts, their order, and what happened to them.

local tools = dofile "tests/tools.lua"
local says, figures, read = tools.says, tools.figures, tools.read
local folder

local ALONE = "env -u SLURM_ARRAY_TASK_ID " -- a machine of an array runs the tests too

local write = tools.write

local GAME = "tests/fixtures/games/last_chip"
local RUN = GAME .. " --seats 4 --seed 5 -n "

TestParts = {}

function TestParts.setUp()
  folder = tools.folder()
end

function TestParts.tearDown() tools.remove(folder) end

-- Plays a command's parts; their files, the last first.
local function play_parts(line, count)
  local paths = {}
  for k = 1, count do
    local path = ("%s/%d-of-%d.part"):format(folder, k, count)
    says(("%s --shard %d/%d -o %s"):format(line, k, count, path), 0, ("part %d of %d"):format(k, count))
    table.insert(paths, 1, path)
  end
  return table.concat(paths, " ")
end

function TestParts.test_any_number_of_parts()
  local whole = figures(says("sim " .. RUN .. "100", 0))
  for _, count in ipairs { 1, 7 } do
    lu.assertEquals(figures(says("merge " .. play_parts("sim " .. RUN .. "100", count), 0)), whole)
  end
  local few = "sim " .. RUN .. "3"
  lu.assertEquals(figures(says("merge " .. play_parts(few, 5), 0)), figures(says(few, 0)))
end

-- Interval, verdict, ratio, curve: everything goes the same way.
function TestParts.test_every_command()
  local game = "tests/fixtures/games/last_chip "
  write(folder .. "/many/game.lua", [[
local rules = {}
for i = 1, 14 do rules['rule' .. i] = { 5, 'a rule' } end
return game { title = 'Many', seats = { 1, 1 }, deck = 'standard', rules = rules, order = { 'all' },
  all = function(t)
    local score = t:random(1, 9) + t.rules.rule14
    t:finish(t:rank_by(function() return score end))
  end }]]) -- of more versions than are played at once
  for _, line in ipairs { "compare " .. game .. game .. "-n 40 --seed 1 --seats 3 --same 5%",
    ("sweep %s/many -n 10 --seed 1"):format(folder),
    "sweep " .. game .. "-n 10 --seed 1 --seats 3", "sim " .. game .. "-n 50 --seed 1 --histogram score" } do
    lu.assertEquals(figures(says("merge " .. play_parts(line, 3), 0)), figures(says(line, 0)))
    os.execute("rm " .. folder .. "/*.part")
  end
end

function TestParts.test_files_of_the_merged()
  local paths = play_parts("sim " .. RUN .. "20", 3)
  says(("merge %s --csv %s/a.csv -o %s/a.html"):format(paths, folder, folder), 0)
  says(("sim %s20 --csv %s/b.csv"):format(RUN, folder), 0)
  lu.assertEquals(read(folder .. "/a.csv"), read(folder .. "/b.csv"))
  lu.assertStrContains(read(folder .. "/a.html"), "<svg")
  local object = says("merge " .. paths .. " --json", 0)
  lu.assertEquals((object:gsub('"rate".*', "")), (says("sim " .. RUN .. "20 --json", 0):gsub('"rate".*', "")))
end

-- An earlier part of the same command is gone on with; one of another is left alone.
function TestParts.test_going_on()
  local path = folder .. "/one.part"
  says("sim " .. RUN .. "60 --shard 1/1 -o " .. path, 0, "60 games played")
  local text = read(path)
  local body = text:match "^(.*)end %x+\n$":gsub("\n[rnsf] [^\n]*", "\0", 60):gsub("%z+", "")
  local rows = {}
  for row in text:gmatch "\n([rnsf] [^\n]*)" do rows[#rows + 1] = row end
  body = body:gsub("(\nsection 1 1 60)", "%1\n" .. table.concat(rows, "\n", 1, 25))
  local sum = io.popen(("printf '%%s' '%s' | sha256sum"):format(body)):read "a":match "^%x+"
  write(path, body .. "end " .. sum .. "\n")
  says("merge " .. path, 1, "is incomplete: 25 of 60 games; run its command again to continue")
  says("sim " .. RUN .. "60 --shard 1/1 -o " .. path, 0, "35 games played")
  lu.assertEquals((read(path):gsub("\nseconds.*", "")), (text:gsub("\nseconds.*", "")))
  says("sim " .. RUN .. "60 --shard 1/1 -o " .. path, 0, " 0 games played. It was complete.\n")
  says("sim " .. RUN .. "61 --shard 1/1 -o " .. path, 1, "is part of another run")
  lu.assertEquals((read(path):gsub("\nseconds.*", "")), (text:gsub("\nseconds.*", "")))
end

-- SIGTERM: what was played is there, the status is 75, the same command goes on; a part that was killed is played again.
function TestParts.test_signals()
  local path, out = folder .. "/one.part", folder .. "/out"
  local line = ("%s sim " .. GAME .. " --seats 4 --seed 5 -n 100000000 -j 1 --shard 1/1000 -o %s"):format(
    croupier.program, path)
  local script = [[
    %s >%s 2>&1 & pid=$!
    until [ "$(cut -d' ' -f14 /proc/$pid/stat)" -gt 60 ] || ! kill -0 $pid; do sleep 0.05; done
    kill -%s $pid; wait $pid; echo $?]]
  local function ended_by(signal)
    return io.popen(("exec 2>%s/shell\n%s"):format(folder, script:format(line, out, signal))):read "a"
  end
  lu.assertEquals(ended_by "KILL", "137\n")
  lu.assertNil(io.open(path))
  lu.assertEquals(ended_by "TERM", "75\n", read(out))
  local first = tonumber(read(out):match "(%d+) games played")
  lu.assertTrue(first > 0)
  says("merge " .. path, 1, "some of the 1000 parts are missing: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 989 more")
  lu.assertEquals(ended_by "TERM", "75\n", read(out))
  local rows = 0
  for _ in read(path):gmatch "\nr " do rows = rows + 1 end
  lu.assertEquals(rows, first + tonumber(read(out):match "(%d+) games played"))
end

function TestParts.test_refused()
  local paths = play_parts("sim " .. RUN .. "10", 3)
  local three, two, one = paths:match "(%S+) (%S+) (%S+)"
  says(("merge %s %s"):format(one, three), 1, "some of the 3 parts are missing: 2")
  says(("merge %s %s %s %s"):format(one, two, three, two), 1, "are both part 2 of 3")
  local seats = "the players, their profiles or their bots"
  for other, what in pairs { [RUN .. "11"] = "the command line (--games=10; --games=11)\n",
    ["tests/fixtures/games/last_chip --seats 4 --seed 6 -n 10"] = "the command line (--seed=5; --seed=6)\n",
    [GAME .. " --seats 3 --seed 5 -n 10"] = seats .. " and the command line (--seats=4; --seats=3)\n",
    ["tests/fixtures/games/short_whist --seats 4 --seed 5 -n 10"] =
      "the game's scripts and the command line (tests/" } do
    says("sim " .. other .. " --shard 2/3 -o " .. folder .. "/other.part", 0)
    says(("merge %s %s %s"):format(one, folder .. "/other.part", three), 1, "are from different runs: they differ in "
      .. what)
    os.remove(folder .. "/other.part")
  end
  says("sim " .. RUN .. "10 --shard 2/4 -o " .. folder .. "/other.part", 0)
  says(("merge %s %s"):format(one, folder .. "/other.part"), 1, "part 1 of 3 and ", "other.part part 2 of 4: expected")
  write(two, read(two):sub(1, -100))
  says("merge " .. paths, 1, "incomplete or damaged: delete it and play it again")
  write(two, "")
  says("merge " .. paths, 1, ": the file is empty: delete it and play the part again")
  says("sim " .. RUN .. "10 --shard 2/3 -o " .. two, 1, ": the file is empty: delete it")
  write(two, "a letter\n")
  says("merge " .. paths, 1, "not a part written by croupier")
  says("merge " .. folder .. "/none.part", 1, "No such file")
  says("merge", 2, "an argument is missing: expected `croupier merge PART")
end

function TestParts.test_wrong_input()
  local out = " -o " .. folder .. "/x.part "
  says("sim " .. RUN .. "9 --shard 4/3" .. out, 2, "--shard 4/3: expected a part and the number of parts, like 3/64")
  says("sim " .. RUN .. "9 --shard 0/3" .. out, 2, "like 3/64")
  says("sim " .. RUN .. "9 --shard 1", 2, "like 3/64")
  says("sim " .. RUN .. "9 --shard 1/3", 2, "needs a file for the part: -o PART")
  says("sim tests/fixtures/games/last_chip --shard 1/3" .. out, 2, "--shard needs --seed")
  says("compare tests/fixtures/games/last_chip tests/fixtures/games/last_chip --until 5 --shard 1/3 --seed 1" .. out, 2,
    "--until can't be used with a part: when to stop depends on all games together")
  says("sim " .. RUN .. "9 --save " .. folder .. " --shard 1/3" .. out, 2, "--save can't be used with a part")
  says("sim " .. RUN .. "9 --shard 1/3 -o " .. folder .. "/no/such/x", 1, "-o ")
  says("sim " .. RUN .. "9 --shard 1/3 -o x.html", 2,
    "--shard writes a part there: expected a name like 1.part")
end

-- A run that is gone on with plays only what it lacks, and is what it would have been at once, but for its intervals: they
-- belong to a sequence, however it goes on and whoever tells of it.
function TestParts.test_more()
  local path = folder .. "/kept.part"
  local function row(output) return output:match "\nAnna[^\n]+" end
  local function mean_and_half(output)
    local mean, half = row(output):match "([%d.]+) +([%d.]+) +[%d.]+"
    return tonumber(mean), tonumber(half)
  end
  local function more(games, status, ...)
    return says(("sim %s%d --more %s"):format(RUN, games, path), status or 0, ...)
  end
  local looked = "This run was looked at after 40 games and continued"
  lu.assertEquals(figures(more(40)), figures(says("sim " .. RUN .. "40", 0)))
  lu.assertEquals(figures(more(40)), figures(says("sim " .. RUN .. "40", 0))) -- once more, which is nothing new
  local rows = read(path):match "\nsection.-\nseconds"
  local continued, once = more(160, 0, looked), says("sim " .. RUN .. "160", 0)
  lu.assertStrContains(read(path), rows:match "\n(r.*)\nseconds")
  local mean, half = mean_and_half(continued)
  local plain_mean, plain_half = mean_and_half(once)
  lu.assertAlmostEquals(mean, plain_mean, 0.05)
  lu.assertTrue(half > 1.5 * plain_half, continued)
  for _, again in ipairs { more(160, 0, looked), says("merge " .. path, 0, looked) } do
    lu.assertEquals(row(again), row(continued))
  end
  more(100, 1, "has 160 games already: expected -n 160 or more")
  says(("sim tests/fixtures/games/last_chip --seats 4 --seed 6 -n 200 --more %s"):format(path), 1,
    "is from another run, which differs in the command line (--seed=5; --seed=6): expected the same run, except for -n")
  says("sim tests/fixtures/games/last_chip -n 9 --more " .. path, 2, "--more needs --seed")
  says("sim " .. RUN .. "9 --until 5 --more " .. path, 2, "--until and --more can't be used together")
end

-- What a part of another machine has is gone on with too, and so is a comparison.
function TestParts.test_more_of_a_part()
  local path, line = folder .. "/kept.part", ("compare %s %s --seats 3 --seed 1 "):format(GAME, GAME)
  says(line .. "-n 30 --shard 1/1 -o " .. path, 0)
  says(line .. "-n 60 --more " .. path, 0, "60 seeds from 1, 120 games", "looked at after 30 games")
  says(line .. "-n 60 --shard 1/2 -o " .. path .. "2", 0)
  says(line .. "-n 90 --more " .. path .. "2", 1, "is part 1 of 2: --more continues a whole run, part 1 of 1")
end

-- The library is no part of the program where --stdlib names one.
function TestParts.test_another_library()
  lu.assertTrue(os.execute(("cp -r stdlib '%s/library'"):format(folder)))
  local line = ("sim %s10 --stdlib %s/library"):format(RUN, folder)
  local paths = play_parts(line, 2)
  says("merge " .. paths, 0, "10 games")
  write(folder .. "/library/measure/lab.lua", read(folder .. "/library/measure/lab.lua") .. "-- another\n")
  says("merge " .. paths, 1,
    "was not played by this program with these scripts: it differs in the library\n")
  local two, one = paths:match "(%S+) (%S+)"
  os.remove(two)
  says(line .. " --shard 2/2 -o " .. two, 0)
  says(("merge %s %s"):format(one, two), 1, "are from different runs: they differ in the library\n")
end

-- --- those that people have ---

local function in_array(words, id, others)
  return tools.run(words, nil, ("env SLURM_ARRAY_TASK_ID=%d %s "):format(id, others))
end

function TestParts.test_slurm_tells_which_part()
  local whole = figures(says("sim " .. RUN .. "40", 0))
  for _, array in ipairs { { 4, 6, 1, 1 }, { 1, 9, 4, 3 } } do
    local min, max, step = table.unpack(array)
    for id = min, max, step do
      local others = "SLURM_ARRAY_TASK_MIN=%d SLURM_ARRAY_TASK_MAX=%d SLURM_ARRAY_TASK_STEP=%d SLURM_ARRAY_TASK_COUNT=3"
      local status, output = in_array(("sim %s40 -o %s/%d.part"):format(RUN, folder, id), id,
        others:format(min, max, step))
      lu.assertEquals(status, 0, output)
      lu.assertStrContains(output, ("part %d of 3"):format((id - min) // step + 1))
    end
    lu.assertEquals(figures(says(("merge %s/*.part"):format(folder), 0)), whole)
    os.execute("rm " .. folder .. "/*.part")
  end
end

function TestParts.test_slurm_tells_too_little()
  local line, range = "sim " .. RUN .. "4", "SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=9 "
  local function ends(words, others, wanted, part)
    local status, output = in_array(line .. words, 2, others)
    lu.assertEquals(status, wanted, output)
    lu.assertStrContains(output, part)
  end
  local part = (" -o %s/x.part"):format(folder)
  ends(part, "", 2, "can't tell which part this Slurm array task plays without SLURM_ARRAY_TASK_MIN and _MAX: use " ..
    "--shard K/N")
  ends(part, range .. "SLURM_ARRAY_TASK_STEP=4", 2,
    "the tasks of this Slurm array don't form a range like 1-64: use --shard K/N")
  ends(part, range .. "SLURM_ARRAY_TASK_COUNT=3", 2, "array don't form a range like 1-64")
  ends("", range, 0, "croupier: this task of a Slurm array plays the whole run: `-o PART` would play one part of it\n")
  ends((" -o %s/x.html"):format(folder), range, 0, "plays the whole run")
end

function TestParts.test_gnu_parallel()
  if not os.execute "parallel --version 2>/dev/null | grep -q '^GNU parallel'" then return lu.skip "no GNU parallel" end
  local line = "HOME=%s parallel --will-cite %s sim %s40 --shard {}/7 -o %s/{}.part ::: 1 2 3 4 5 6 7 >%s/log 2>&1"
  line = line:format(folder, croupier.program, RUN, folder, folder)
  lu.assertTrue(os.execute(ALONE .. line), read(folder .. "/log"))
  lu.assertEquals(figures(says(("merge %s/*.part"):format(folder), 0)), figures(says("sim " .. RUN .. "40", 0)))
end
