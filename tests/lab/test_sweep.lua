-- Rules swept from the command line, and what every lab command writes besides: pages, rows, ratios, histograms.

local tools = dofile "tests/tools.lua"
local says, read = tools.says, tools.read
local folder

-- A match of luck; `bonus` is added to the first seat's score and fails at 7 now and then, `idle` does nothing, `net` is
-- half of what is `staked`.
local GAME = [[
return game { title = 'Luck', seats = { 2, 2 }, deck = 'standard',
  rules = { bonus = { 5, 'more for the first', min = 0, max = 9 }, idle = { 50, 'nothing', min = 0, max = 100 },
    top = { 9, 'the limit', min = 0, max = 9 }, half = { 0.5, 'a part', number = true },
    late = { false, 'not a number' } },
  check = function(rules) if rules.top == 8 then return 'eight is not allowed' end end,
  measures = { net = 'what comes back', staked = 'what goes in' },
  order = { 'all' },
  all = function(t)
    local sums = {}
    for i = 1, 2 do sums[i] = t:random(1, 10) + t:random(1, 10) end
    local stake = t:random(1, 5)
    t:measure('staked', 2 * stake)
    t:measure('net', stake)
    sums[1] = sums[1] + t.rules.bonus
    if t.rules.bonus == 7 and stake > 3 then error 'too much' end
    t:finish(t:rank_by(function(seat) return sums[seat.number] end))
  end }
]]

TestSweep = {}

function TestSweep.setUp()
  folder = tools.folder()
  tools.write(folder .. "/game.lua", GAME)
end

function TestSweep.tearDown() tools.remove(folder) end

local function here(line) return (line:gsub("GAME", folder)) end

-- A bonus moves the first seat's score by exactly as much, at every value.
function TestSweep.test_a_curve()
  local output = says(here "sweep GAME --set bonus=0..9/3 -n 40 --seed 1 --of score", 0,
    "4 values of bonus, 40 seeds from 1",
    "score, Anna; unchanged: ", "The same in every game: score, Ben (")
  for label, change in pairs { ["0"] = "-5", ["3"] = "-2", ["6"] = "1", ["9"] = "4" } do
    lu.assertNotNil(output:match("\n +" .. label .. " +[%d.]+ +" .. change .. "%.0+ +0%.0+ "), output)
  end
end

function TestSweep.test_a_grid_and_lists()
  local output = says(here "sweep GAME --set bonus=4,5 --set late=no,yes -n 30 --seed 1 --of score", 0,
    "4 combinations of bonus and late", "bonus \\ late", "no", "yes")
  lu.assertNotNil(output:match "\n4 +[%d.]+%* +[%d.]+%*\n5 +[%d.]+ +[%d.]+\n", output)
end

-- Each number a step down and up; what moves most first, what does nothing by name, what can't be with its reason.
function TestSweep.test_every_rule()
  local output = says(here "sweep GAME -n 60 --seed 1 -j 2", 0, "6 changes, 60 seeds from 1", "5 > 4", "5 > 6",
    "Changed nothing at all: half, idle.", "Can't be played: top=8: ")
  lu.assertNotStrContains(output, "late")
  lu.assertNotNil(output:match "\nbonus +5 > %d +score, Anna +%-?1%.0+ +0%.0+ ", output)
end

function TestSweep.test_json_and_threads()
  local one = says(here "sweep GAME --set bonus=0..2 -n 30 --seed 1 --json -j 1", 0, '"seeds":30',
    '{"sets":["bonus=0"],"pairs":30,"left_out":0,')
  lu.assertEquals(select(2, tools.run(here "sweep GAME --set bonus=0..2 -n 30 --seed 1 --json -j 3")), one)
end

-- One line alone isn't charged for the others, and so its intervals are narrower.
function TestSweep.test_one_line_alone()
  tools.write(folder .. "/game.lua", (GAME:gsub("%+ t.rules.bonus", "+ t:random(0, t.rules.bonus)")))
  local line = here "sweep GAME --set bonus=1,3 -n 60 --seed 1"
  local function half(output) return tonumber(output:match "\nscore, Anna; .-\n +3 +[%d.]+ +%-?[%d.]+ +([%d.]+)") end
  local all, one = says(line, 0, "16 lines judged (8 of each comparison)"),
    says(line .. " --of 'score, Anna'", 0, "2 lines judged (1 of each comparison)")
  lu.assertTrue(half(one) < 0.9 * half(all), one)
  lu.assertNotStrContains(one, "wins")
end

-- A value loses the seeds that it doesn't end, and says how many; the others don't.
function TestSweep.test_seeds_left_out()
  local line = here "sweep GAME --set bonus=6..8 -n 60 --seed 1 --of score"
  local output = says(line, 1, "3 values of bonus, 60 seeds from 1", "Left out of 60 seeds, because a game was ")
  local lost = tonumber(output:match "failed:%s+(%d+)%s+with%s+bonus=7%.")
  lu.assertTrue(lost > 10 and lost < 40, output)
  for label, change in pairs { ["6"] = "1", ["7"] = "2", ["8"] = "3" } do
    lu.assertNotNil(output:match("\n +" .. label .. " +[%d.]+ +" .. change .. "%.0+ +0%.0+ "), output)
  end
  lu.assertStrMatches(output:match "Game %d+ of.-\n.-\n", "Game %d+ of [^ ]+, with bonus=7,%s+failed: .*too much.*")
  says(line .. " --json", 1, '{"sets":["bonus=6"],"pairs":60,"left_out":0,',
    ('{"sets":["bonus=7"],"pairs":%d,"left_out":%d,'):format(60 - lost, lost))
end

function TestSweep.test_games_stopped_at_the_limit()
  local line = "sweep rod_and_reel --set hands=%d --set hands=1..5/2 -n 3 --seed 1 --of questions --limit 80"
  local output = says(line:format(1), 0, "No seed to compare on: hands=5.")
  lu.assertNotNil(output:match "\n +3 +%d", output)
  lu.assertNil(output:match "\n +5 +%d", output)
  says(line:format(9), 0,
    "The unchanged game was stopped after 80 questions or failed on 3 of 3 seeds, so\nnothing can be compared on " ..
    "those.\n")
end

-- Nothing is drawn that is flat.
function TestSweep.test_what_changes_nothing()
  local output = says(here "sweep GAME --set late=no,yes -n 30", 0, "late changed nothing: every number is the same")
  lu.assertNil(output:match "unchanged:")
  output = says(here "sweep GAME --set bonus=5,6 -n 30", 0, "The same in every game: ")
  lu.assertStrContains((output:gsub("%s+", " ")), "score, Ben (") -- where the line ends, the figures decide
end

-- What never varies has no effect, and doesn't hide what does.
function TestSweep.test_what_never_varies()
  tools.write(folder .. "/game.lua", [[
return game { title = 'Sure', seats = { 1, 1 }, deck = 'standard', measures = { a = 'what is sure' },
  rules = { more = { 5, 'more', min = 0, max = 9 }, sure = { 5, 'sure', min = 0, max = 9 } }, order = { 'all' },
  all = function(t)
    t:measure('a', t.rules.more + t.rules.sure)
    local score = t:random(1, 9) + t.rules.more
    t:finish(t:rank_by(function() return score end))
  end }]])
  local output = says(here "sweep GAME -n 30 --seed 1", 0)
  lu.assertNotNil(output:match "\nmore +5 > 4 +score, Anna +%-1%.0+ +0%.0+ +0%.%d+ +1\n", output)
  lu.assertNotNil(output:match "\nsure +5 > 4 +what is sure +%-1%.0+ +0%.0+ +%- +0\n", output)
end

function TestSweep.test_the_last_value_counts()
  local output = says(here "sweep GAME --set idle=6 --set bonus=1..2 --set idle=7 -n 3", 0, ", with idle=7: 2 values")
  lu.assertNotStrContains(output, "idle=6")
end

-- Ctrl-C: how much was not played is said.
function TestSweep.test_stopped_early()
  for line, all in pairs { ["sweep GAME --set bonus=0..2 -n 10000000"] = "40000000",
    ["tournament fish_out -n 1000000"] = "6000000" } do
    local status, output, seconds = nil, "", 1 -- a busy machine has to have begun by then
    while seconds < 100 and not output:find "Stopped early" do
      status, output = tools.run(here(line), nil, "timeout --preserve-status -s INT " .. seconds)
      seconds = 2 * seconds
    end
    lu.assertEquals(status, 130, output)
    lu.assertNotNil(output:match("\nStopped early: %d+ of " .. all .. " games not played%."), output)
  end
end

function TestSweep.test_wrong_input()
  says(here "sweep GAME --set bonsu=0..3", 2, "no rule `bonsu`, did you mean `bonus`?")
  says(here "sweep GAME --set bonus=0..12/6", 2, "bonus = 12: expected a whole number from 0 to 9")
  says(here "sweep GAME --set bonus=0..9/0", 2, "expected a range like bonus=0..60/10")
  says(here "sweep GAME --set bonus=9..0", 2, "--set bonus=9..0: expected the lower value first: bonus=0..9\n")
  says(here "sweep GAME --set bonus=0..9/-1", 2, "expected a range like bonus=0..60/10, with a step above 0")
  says(here "sweep GAME --set bonus=0..9/10", 2, "--set bonus=0..9/10: the step is larger than the whole range\n")
  says(here "sweep GAME --set idle=0..100", 2, "101 values, expected at most 60: give a larger step")
  says(here "sweep GAME --set bonus=0..1 --set bonus=2..3", 2, "--set bonus has two ranges: expected one for each rule")
  says(here "sweep GAME --set bonus=0..1 --set idle=1..2 --set late=no,yes", 2, "late: at most two rules")
  says(here "sweep GAME --set bonus=0..1 --of scroe", 2, "expected one of wins, score, ")
  says(here "sweep GAME --set bonus=0..1 -n 0", 2, "expected a whole number from 1 ")
  says("sweep tests/fixtures/games/no_such_game", 2, "no_such_game")
end

-- --- besides ---

-- The page that a command writes with -o.
local function page_of(line)
  local path = folder .. "/report.html"
  says(here(line) .. " -o " .. path, 0)
  return read(path)
end

-- Pages with every kind of chart and table.
local function pages()
  return { page_of "sim GAME -n 30 --seed 1", page_of "sweep GAME --set bonus=0..2 -n 30 --seed 1",
    page_of "sweep GAME --set bonus=4,5 --set late=no,yes -n 30 --seed 1", page_of "sweep GAME -n 30 --seed 1",
    page_of "compare GAME GAME --set bonus=9 -n 30 --seed 1", page_of "study GAME -n 30 --seed 1",
    page_of "tournament fish_out --bots heron,random -n 2 --seed 1" }
end

function TestSweep.test_pages_for_a_browser()
  for _, page in ipairs(pages()) do
    for _, part in ipairs { "<!DOCTYPE html>", "prefers-color-scheme: dark", "@media print", "width=device-width" } do
      lu.assertStrContains(page, part)
    end
    for _, part in ipairs { "<script", "<link", "<img", "https?:", "url%(", "@import", "%f[%w]on%l+=" } do
      lu.assertNil(page:match(part), part)
    end
  end
  local curve = page_of "sweep GAME --set bonus=0..2 -n 30 --seed 1"
  for _, part in ipairs { "<svg", "<polygon", "score, Anna" } do lu.assertStrContains(curve, part) end
  lu.assertStrContains(page_of "sim GAME -n 30", "<figcaption>what comes back</figcaption>")
  lu.assertStrContains(page_of "compare GAME GAME -n 30", "<th class=\"r\">B-A</th>")
  says(here "sim GAME -n 5 -o report.txt", 2, "expected a name that ends in .html")
  says(here "sim GAME -n 5 -o GAME/no/such/folder/x.html", 1, "-o ")
end

-- On a phone: charts take the width that there is, their text isn't scaled down; what is wider still scrolls in its box. On
-- paper each sheet of a table has the head.
function TestSweep.test_charts_and_tables_in_boxes()
  local boxes = 0
  for _, page in ipairs(pages()) do
    lu.assertStrContains(page, ".wide { overflow-x: auto;")
    local body = page:match "<body>.*"
    for tag in ("\n" .. body):gmatch '[^\n]*<table>' do lu.assertEquals(tag, '<div class="wide"><table>') end
    for head in body:gmatch "<table>\n(.-)\n" do lu.assertStrMatches(head, "<thead><tr>.*</tr></thead>") end
    for before, tag in body:gmatch "([^\n]*)(<svg role[^>]*>)" do
      boxes = boxes + 1
      lu.assertEquals(before, '<div class="wide">')
      lu.assertNil(tag:match "viewBox", tag)
      lu.assertTrue(tonumber(tag:match "min%-width:(%d+)px") <= 343, tag)
    end
  end
  lu.assertTrue(boxes >= 10, boxes)
end

-- A page begins with the command, the version, the day and a verdict; with the day given, the same seed gives the same file.
function TestSweep.test_a_page_says_what_made_it()
  for _, page in ipairs(pages()) do
    lu.assertNotNil(page:match('<h1>croupier %l+ [^\n]*</h1>\n<p class="dim">croupier %l+ [^\n]* \u{b7} version '
      .. '%d+%.%d+%.%d+[^\n]* \u{b7} %d%d? %u%l+ %d%d%d%d</p>\n<p class="verdict">[^\n]+%.</p>\n'))
  end
  local function made()
    lu.assertEquals(tools.run(here "sim GAME --seats 'Anna B=random,Ben=random' -n 30 --seed 1 -o GAME/x.html", nil,
      "env SOURCE_DATE_EPOCH=86400"), 0)
    return read(folder .. "/x.html")
  end
  local page = made()
  lu.assertStrContains(page, "'Anna B=random,Ben=random'")
  lu.assertStrContains(page, " \u{b7} 2 January 1970</p>")
  lu.assertNotStrContains(page, "questions a second")
  lu.assertEquals(made(), page)
end

-- What a sweep comes to: which rule matters, or that nothing is certain, or that nothing changes, or too few.
function TestSweep.test_the_verdict()
  local function verdict(rest)
    return (says(here("sweep GAME --seed 1 " .. rest), 0):match "^(.-%.)\n/":gsub("\n", " "))
  end
  lu.assertEquals(verdict "-n 60", "What matters: bonus. The clearest change: Anna's score 1.00 lower with bonus=4.")
  lu.assertEquals(verdict "--set bonus=0..4/2 -n 30",
    "What matters: bonus. The clearest change: Anna's score 5.00 lower with bonus=0.")
  lu.assertStrMatches(verdict "--set bonus=0,5 --set late=no,yes -n 30",
    "At least one of these matters: bonus and late%. .*")
  lu.assertEquals(verdict "--set idle=0,9 -n 30", "idle changed nothing: every number is the same in every game.")
  lu.assertStrMatches(verdict "--set bonus=4,5 -n 30 --of wins", "No change is certain yet.*")
  lu.assertEquals(verdict "--set bonus=0..4 -n 19", "19 seeds are too few for a verdict; it takes 20.")
end

-- A seat's row is set in below its measure's; a phone has the verdict on a line beside the name, above the figures.
function TestSweep.test_rows_for_the_eye()
  tools.write(folder .. "/game.lua", (GAME:gsub("staked = 'what goes in'", "staked = { 'what goes in', by = 'seat' }")
    :gsub("t:measure%('staked', 2 %* stake%)", "for seat in t:seats() do t:measure('staked', stake, seat) end")))
  local page = page_of "sim GAME -n 30"
  lu.assertStrContains(page, '<td class="sub">  Anna</td>')
  lu.assertStrContains(page, ".sub { padding-left: ")
  page = page_of "compare GAME GAME -n 30"
  lu.assertStrContains(page, '<table class="two">')
  lu.assertStrMatches(page, ".*max%-width: 40rem.-%.two :last%-child:is%(th, td%) { grid%-area: 1 / 4 / 2 / 6.*")
end

-- Shares are drawn from 0 to 100%, with three to seven ticks up and across.
function TestSweep.test_curves_have_round_ticks()
  tools.write(folder .. "/game.lua", (GAME:gsub("if t.rules.bonus == 7 .- end", "")))
  local page, curves = page_of "sweep GAME --set bonus=0..9 --of wins -n 100 --seed 1", 0
  for curve in page:gmatch "<figure>.-</figure>" do
    local up, across = 0, 0
    for share in curve:gmatch 'text%-anchor="end" class="soft">(%-?[%d.]+)%%<' do
      up = up + 1
      lu.assertTrue(tonumber(share) >= 0 and tonumber(share) <= 100 and tonumber(share) % 5 == 0, share)
    end
    local left = tonumber(curve:match "padding:0 %d+px 0 (%d+)px")
    for dx, words in curve:gmatch 'x="0.00%%" dx="(%-%d+)" y="[%d.]+" text%-anchor="end" class="soft">([^<]+)<' do
      lu.assertTrue(left + dx >= 6 * #words, words) -- a digit takes at least 6 pixels
    end
    for _ in curve:gmatch 'text%-anchor="middle">%d<' do across = across + 1 end
    lu.assertTrue(up >= 3 and up <= 7 and across >= 3 and across <= 7, curve)
    for y in curve:match 'class="band" points="([^"]+)"':gmatch ",(%S+)" do
      lu.assertTrue(tonumber(y) >= 14 and tonumber(y) <= 226, y)
    end
    curves = curves + 1
  end
  lu.assertEquals(curves, 2)
end

-- A long label goes on in the next line, so that on a phone none is outside its chart.
function TestSweep.test_long_labels_are_whole()
  local long = "how often somebody at the table had to give back what was taken before, with interest"
  tools.write(folder .. "/game.lua", (GAME:gsub("what comes back", long):gsub("late = { false, 'not a number' }",
    "late = { 'the shorter way across the river', 'way', one_of = { 'the shorter way across the river', "
    .. "'the longer way around by the mountains' } }"):gsub("t:measure%('net', stake%)",
    "t:measure('net', stake + t.rules.bonus)")))
  local page, words = page_of "compare GAME GAME --set bonus=9 -n 30 --seed 1", {}
  for part in page:match("<svg.*</svg>"):gmatch 'class="name strong">([^<]+)<' do
    lu.assertTrue(#part <= 35, part)
    words[#words + 1] = part
  end
  lu.assertStrContains(table.concat(words, " "), long)
  page = page_of("sweep GAME --set bonus=4,9 -n 30 --set 'late=the shorter way across the river,"
    .. "the longer way around by the mountains'")
  for tag in page:gmatch '<svg role[^>]*>' do lu.assertTrue(tonumber(tag:match "min%-width:(%d+)px") <= 328, tag) end
  lu.assertNotNil(page:match ">the longer<.->mountains<")
end

-- 3 is as near to 0 as labels can be where 100 is on the same axis.
function TestSweep.test_labels_of_a_curve_have_room()
  tools.write(folder .. "/game.lua", (GAME:gsub("sums%[1%] = ", "sums[2] = sums[2] + t.rules.idle\n%0")))
  local page = page_of "sweep GAME --set idle=0,1,2,3,100 --of score -n 30"
  local labels = {}
  for label in page:match("<figcaption>score, Ben.-</figure>"):gmatch 'text%-anchor="middle">(%d+)<' do
    labels[#labels + 1] = label
  end
  lu.assertEquals(labels, { "0", "3", "100" })
end

-- Of one colour on another, by WCAG 2.1; a colour is red, green, blue from 0 to 1.
local function contrast(one, other)
  local function luminance(colour)
    local sum = 0
    for i, weight in ipairs { 0.2126, 0.7152, 0.0722 } do
      local part = colour[i]
      sum = sum + weight * (part <= 0.04045 and part / 12.92 or ((part + 0.055) / 1.055) ^ 2.4)
    end
    return sum + 0.05
  end
  local ratio = luminance(one) / luminance(other)
  return math.max(ratio, 1 / ratio)
end

local function colour_of(digits)
  if #digits == 3 then digits = digits:gsub("%x", "%0%0") end
  local colour = {}
  for i = 1, 3 do colour[i] = tonumber(digits:sub(2 * i - 1, 2 * i), 16) / 255 end
  return colour
end

-- Text is told from its ground by 4.5 to 1, lines and bars by 3 to 1: in light, in dark, on paper.
function TestSweep.test_contrast_of_pages()
  local page, schemes = page_of "sweep GAME --set bonus=3,4,5 --set late=no,yes -n 30 --of score", 0
  local darkest = 0
  for opacity in page:gmatch 'fill%-opacity="([%d.]+)"' do darkest = math.max(darkest, tonumber(opacity)) end
  lu.assertTrue(darkest > 0.5)
  for text in page:gmatch ":root (%b{})" do
    local of, cell = {}, {}
    for name, digits in text:gmatch "%-%-(%l+): #(%x+)" do of[name] = colour_of(digits) end
    for i = 1, 3 do cell[i] = darkest * of.bar[i] + (1 - darkest) * of.paper[i] end
    for _, name in ipairs { "ink", "soft", "strong" } do
      lu.assertTrue(contrast(of[name], of.paper) >= 4.5, name .. " of " .. text)
    end
    lu.assertTrue(contrast(of.ink, cell) >= 4.5, "cell of " .. text)
    lu.assertTrue(contrast(of.bar, of.paper) >= 3, "bar of " .. text)
    schemes = schemes + 1
  end
  lu.assertEquals(schemes, 3)
end

-- The bonus moves one score for certain; what never varies has no place on the axis, and is named.
function TestSweep.test_differences_are_drawn()
  local page = page_of "compare GAME GAME --set bonus=9 -n 30 --seed 1"
  local chart = page:match "<figcaption>B%-A, in standard deviations of A</figcaption>.-</figure>"
  lu.assertStrContains(chart, 'class="name strong">score, Anna<')
  lu.assertNotStrContains(chart, ">score, Ben<") -- which differs in no pair, so there is no interval
  local _, changed = chart:gsub('class="line strong"', "")
  local _, marked = chart:gsub('class="name strong"', "")
  local _, told = page:gsub('<td class=" strong">changed<', "")
  lu.assertEquals({ changed, marked }, { told, told })
  tools.write(folder .. "/game.lua", (GAME:gsub("t:measure%('net', stake%)", "t:measure('net', t.rules.bonus)")))
  lu.assertStrContains(page_of "compare GAME GAME --set bonus=9 -n 30 --seed 1",
    "B-A, in standard deviations of A; not drawn, as A never varies there: what comes back</figcaption>")
  lu.assertNotStrContains(page_of "compare GAME GAME --set bonus=9 -n 5 --seed 1", "<svg")
end

-- What a script calls its measures is text on the page, nothing else.
function TestSweep.test_pages_hold_no_markup_of_scripts()
  tools.write(folder .. "/game.lua", (GAME:gsub("what comes back", "<script>alert(1)</script> & so")))
  says(here "sim GAME -n 30 -o GAME/x.html", 0)
  lu.assertStrContains(read(folder .. "/x.html"), "&lt;script&gt;alert(1)&lt;/script&gt; &amp; so")
  lu.assertNil(read(folder .. "/x.html"):match "<script")
end

function TestSweep.test_every_game_as_rows()
  says(here "sim GAME -n 3 --seed 1 --csv GAME/x.csv --jsonl GAME/x.jsonl", 0)
  local lines = {}
  for line in read(folder .. "/x.csv"):gmatch "[^\n]+" do lines[#lines + 1] = line end
  lu.assertEquals(#lines, 7)
  lu.assertEquals(lines[1],
    "game,version,seed,table,number,sets,ending,steps,seat,name,bot,place,score,questions,net,staked")
  lu.assertEquals(lines[7]:match "^.-,1,1,1,2,unchanged,result,%d+,2,Ben,random,%d,%d+,0,%d+,%d+$",
    lines[7])
  local objects = 0
  for line in read(folder .. "/x.jsonl"):gmatch "[^\n]+" do
    objects = objects + 1
    lu.assertNotNil(line:match('^{"game":".-","version":1,"seed":"1","table":1,"number":%d,"sets":"unchanged",'
      .. '"ending":"result","steps":%d+,"seat":[12],"name":"%a+",'))
  end
  lu.assertEquals(objects, 6)
  says(here "compare GAME GAME --set bonus=1 -n 20 --csv GAME/x.csv", 0)
  local _, count = read(folder .. "/x.csv"):gsub("bonus=1", "")
  lu.assertEquals(count, 40)
  says(here "sim GAME -n 3 --csv GAME/no/such/x.csv", 1, "--csv ")
end

-- No two rows of any command are of the same table, number and seat, and every version has its own number.
function TestSweep.test_rows_say_which_game_they_are_of()
  tools.write(folder .. "/bots.lua", "return { best = 'one', one = { one_line = '1' }, two = { one_line = '2' } }\n")
  for line, versions in pairs { ["sim GAME -n 3"] = 1, ["compare GAME GAME --set bonus=1 -n 3 --seats one,two"] = 2,
    ["sweep GAME --set idle=1..30 -n 25"] = 31, ["tournament GAME -n 3"] = 1 } do
    tools.run(here(line .. " --seed 7 --csv GAME/x.csv"))
    local known, found, rows = {}, {}, 0
    local columns = "\n[^,]+,(%d+),7,(%d+,%d+),[^,]*,%l+,%d+,(%d+),"
    for version, game, seat in read(folder .. "/x.csv"):gmatch(columns) do
      local key = game .. "," .. seat
      lu.assertNil(known[key], line .. ": " .. key)
      known[key], found[version], rows = true, true, rows + 1
    end
    lu.assertTrue(rows > 5, line)
    local count = 0
    for _ in pairs(found) do count = count + 1 end
    lu.assertEquals(count, versions, line)
  end
end

function TestSweep.test_measures_are_not_named_like_columns()
  tools.write(folder .. "/game.lua", (GAME:gsub("staked", "score")))
  says(here "check GAME", 1, "/game.lua:6:41: error: ", "`score` can't be a measure: the rows of --csv and the tables")
end

-- What is counted by seat is told by seat, by bot where they differ, and stands in the rows of its seat.
function TestSweep.test_counted_by_seat()
  tools.write(folder .. "/game.lua", [[return game { title = "T", seats = { 3, 3 }, order = { "all" },
  measures = { casts = { "casts", by = "seat" }, bites = { "bites", by = "seat" }, games = "games",
    luck = { "bites a cast", ratio = "bites / casts" } },
  all = function(t)
    for seat in t:seats() do t:measure("casts", 2 * seat.number, seat) end
    t:measure("bites", 3, t.seat[2])
    t:measure "games"
    t:finish(t:rank_by(function(seat) return seat.number end))
  end }]])
  local output = says(here "sim GAME -n 30 --seed 1 --histogram casts --csv GAME/x.csv --jsonl GAME/x.jsonl", 0,
    "bites a cast  0.2500  0.0000", "casts, a seat\n   share  at least\n2  33.3%    100.0%", "\n6  33.3%     33.3%")
  for _, line in ipairs { "casts +12.00", "  Anna +2.00", "  Ben +4.00", "  Clara +6.00", "bites +3.00", "  Ben +3.00",
    "games +1.00" } do lu.assertNotNil(output:match("\n" .. line), line) end
  local rows = read(folder .. "/x.csv")
  lu.assertStrContains(rows, "questions,bites,casts,games\n")
  for _, line in ipairs { "Anna,random,3,1,0,0,2,1", "Ben,random,2,2,0,3,4,1", "Clara,random,1,3,0,0,6,1" } do
    lu.assertStrContains(rows, line)
  end
  says(here "sim GAME -n 30 --json", 0, '"measures":[{"measure":"bites","a_game":{"half":null,"n":30,"mean":3,')
  tools.write(folder .. "/bots.lua", [[return { best = "one", one = { one_line = "x" } }]])
  output = says(here "sim GAME -n 30 --seats one,one,random", 0)
  lu.assertNotNil(output:match "\n  one +3.00", output)
  lu.assertNotNil(output:match "\n  random +6.00", output)
  local function fails(from, to, sentence)
    local text = read(folder .. "/game.lua")
    tools.write(folder .. "/game.lua", (text:gsub(from, to)))
    lu.assertStrContains(select(2, tools.run(here "sim GAME -n 1")), sentence)
    tools.write(folder .. "/game.lua", text) -- as it was
  end
  fails("2 %* seat.number, seat", "1", "measure: `casts` is counted by seat:")
  fails("bites / casts", "bites / cast", "measure `luck`: no measure `cast`, did you mean `casts`?")
  fails('by = "seat" }, bites', 'by = "chair" }, bites',
    'measure `casts`: expected { "what it counts", by = "seat" } or {')
end

function TestSweep.test_ratios_and_histograms()
  says(here "sim GAME -n 50 --ratio net/staked", 0, "net / staked  0.5000  0.0000")
  says(here "sim GAME -n 50 --ratio net/staked --json", 0,
    '"ratios":[{"ratio":"net / staked","value":0.5,"half":0,"n":50}]')
  says(here "sim GAME -n 50 --ratio net/stakes", 2, "no measure `stakes`: expected two of questions, net, staked")
  says(here "sim GAME -n 50 --ratio net", 2, "expected two measures like net/staked")
  local output = says(here "sim GAME -n 50 --histogram net --histogram questions", 0, "what comes back\n",
    "questions in a game\n    share  at least\n0  100.0%    100.0%  ")
  lu.assertNotNil(output:match "\n5 +%d+%.%d%% +%d+%.%d%%  [█#]", output)
  says(here "sim GAME --histogram nets", 2, "expected one of score, questions, net, staked")
end
