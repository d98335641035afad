-- Versions compared from the command line: tables, sentences, exit status.

local tools = dofile "tests/tools.lua"
local says = tools.says

TestCompare = {}

local FOUR = " --seats random,random,random,random "

function TestCompare.test_with_itself()
  local output = says("compare fish_out fish_out -n 25 --seed 1" .. FOUR, 0,
    "A: fish_out\nB: fish_out\n25 seeds from 1, 50 games", "differs in 0 of 25")
  lu.assertNotStrContains(output, "changed")
  lu.assertNotStrContains(output, "undecided")
end

function TestCompare.test_sets_belong_to_their_game()
  says("compare fish_out --set goal=20 fish_out --set goal=20 -n 20" .. FOUR, 0, "A: fish_out, with goal=20",
    "differs in 0 of 20")
  says("compare --set most_games=2 fish_out fish_out --set goal=20 -n 30 --seed 1" .. FOUR, 0,
    "A: fish_out, with most_games=2\n", "B: fish_out, with most_games=2 goal=20\n")
end

function TestCompare.test_against()
  local output = says("compare fish_out+deep_water --set goal=20 --against fish_out -n 20 --seed 1" .. FOUR, 0,
    "A: fish_out\nB: fish_out+deep_water, with goal=20\n")
  local typed = says("compare fish_out fish_out+deep_water --set goal=20 -n 20 --seed 1" .. FOUR, 0)
  lu.assertEquals(tools.figures(output), tools.figures(typed))
  says("compare --against fish_out", 2, "an argument is missing")
  says("compare fish_out", 2, "compare needs two versions, or one and --against GAME")
end

-- Both histograms over each other: the shares counted again from the rows, the bars as long as they are.
function TestCompare.test_histograms()
  local folder = tools.folder()
  local line = "compare fish_out fish_out --set most_games=2 -n 40 --seed 1" .. FOUR
  local output = says(line .. "--histogram games --csv " .. folder .. "/x.csv -o " .. folder .. "/x.html", 0,
    "\ngames in the match: █ both, ▒ only A, ░ only B\n")
  local at, counts = nil, { {}, {} }
  for row in io.lines(folder .. "/x.csv") do
    local cells = {}
    for cell in row:gmatch "[^,]*" do cells[#cells + 1] = cell end
    if at then
      local of = counts[tonumber(cells[at.version]) or cells[at.version]]
      of[cells[at.games]] = (of[cells[at.games]] or 0) + 1
    else
      at = {}
      for i, head in ipairs(cells) do at[head] = i end
    end
  end
  local rows, part = 0, output:match "games in the match: .-\n\n"
  for games, a, b, bar in part:gmatch "\n(%d+) +([%d.]+)%% +([%d.]+)%% *([^\n]*)" do
    lu.assertEquals({ a, b }, { ("%.1f"):format(100 * (counts[1][games] or 0) / 160),
      ("%.1f"):format(100 * (counts[2][games] or 0) / 160) })
    local function cells(block) return select(2, bar:gsub(block, "")) end
    local both, only_a, only_b = cells "█", cells "▒", cells "░"
    lu.assertTrue(only_a == 0 or only_b == 0)
    lu.assertEquals(only_b > 0, tonumber(b) > tonumber(a))
    rows = rows + (both + only_a + only_b > 0 and 1 or 0)
  end
  lu.assertTrue(rows >= 2, part)
  local html, figures = tools.read(folder .. "/x.html"), 0
  lu.assertStrContains(html, '<rect class="strong" fill-opacity="0.5"')
  for figure in html:gmatch "<figure.-</figure>" do -- each share stands beside a bar that is as long
    local labels, bars, most = 0, 0, 0
    for share in figure:gmatch ">[AB] ([%d.]+)%%<" do labels, most = labels + 1, math.max(most, tonumber(share)) end
    for long, share in figure:gmatch '<rect [^\n]* width="([%d.]+)%%"[^\n]*\n<text [^\n]*>[AB] ([%d.]+)%%<' do
      lu.assertAlmostEquals(tonumber(long), 100 * share / most, 1)
      bars = bars + 1
    end
    lu.assertEquals(bars, labels)
    figures = figures + (labels > 0 and 1 or 0)
  end
  lu.assertTrue(figures >= 2, figures)
  says(line .. "--histogram gaems", 2, "--histogram gaems: expected one of wins, score, fished, games, left, steps")
  tools.remove(folder)
end

-- The first table is seated as it was typed; at each next one everybody moves on by a seat, until all have been at each.
function TestCompare.test_bots_go_round_the_table()
  local folder, bots = tools.folder(), {}
  says(("compare fish_out fish_out -n 1 --seed 1 --seats heron,minnow,random,random --csv %s/x.csv"):format(folder), 0)
  for line in io.lines(folder .. "/x.csv") do
    local at, bot = line:match "^fish_out,%d,1,(%d),.-,%d,%a+,(%a+),"
    at = tonumber(at)
    if at then bots[at] = (bots[at] and bots[at] .. " " or "") .. bot end
  end
  local round = { "heron minnow random random", "minnow random random heron", "random random heron minnow",
    "random heron minnow random" }
  lu.assertEquals(bots, table.move(round, 1, 4, 5, round)) -- of the first version, and of the second
  tools.remove(folder)
end

function TestCompare.test_length()
  local output = says("compare fish_out fish_out --set most_games=2 -n 20 --seed 1" .. FOUR, 0)
  lu.assertNotNil(output:match "\nsteps +%d+ +%d+ +%-%d+", output)
end

function TestCompare.test_more_than_two_and_json()
  says("compare fish_out fish_out+deep_water fish_out -n 20 --seed 1" .. FOUR, 0, "B-A", "C-A", "C: fish_out\n")
  says("compare fish_out fish_out -n 20 --seed 1 --json" .. FOUR, 0,
    '{"versions":[{"game":"fish_out","sets":[],"answers":',
    '"pairs":20,"left_out":0,', '"line":"wins","of":"Anna"', '"difference":0,', '"differing":0,"most_differing":0.2',
    '"half":null', '"verdict":"unknown"')
end

function TestCompare.test_until()
  local output = says("compare fish_out fish_out+deep_water --until 50% --seed 1" .. FOUR, 0, " seeds from 1, 2")
  lu.assertNotStrContains(output, "not yet")
  says("compare fish_out fish_out --until 50% -n 300 --seed 1" .. FOUR, 0, "300 seeds from 1, 600 games",
    "not yet as narrow as --until asks") -- nothing differs: that isn't known after a hundred pairs
  says("compare fish_out fish_out+deep_water --until games=0.001 -n 120 --seed 1" .. FOUR, 0, "120 seeds",
    "not yet as narrow as --until asks")
end

-- What differs in few pairs has no verdict, and can't end a run.
function TestCompare.test_what_hardly_differs()
  local output = says("compare fish_out fish_out --set four_aces=40 --until score=0.5 -n 500 --seed 1" .. FOUR, 0,
    "500 seeds from 1", "The intervals are not yet as narrow as --until asks.")
  local found = output:gsub("%s+", " "):find "score, Anna [-%d. ]+ %- [%d.]+ differs in %d+ of 500 pairs, at most %d"
  lu.assertNotNil(found, output)
  lu.assertNotStrContains(output, "the same\n")
end

-- One question has one answer, without the price of all others.
function TestCompare.test_one_line_alone()
  local line = "compare fish_out fish_out+deep_water -n 60 --seed 1" .. FOUR
  local all, score = says(line, 0, "13 lines judged"), says(line .. " --of score", 0, "4 lines judged")
  local one = says(line .. " --of 'score, Ben'", 0, "1 line judged")
  local function half(output) return tonumber(output:match "score, Ben +[%d.]+ +[%d.]+ +[%d.-]+ +([%d.]+)") end
  lu.assertNotNil(one:match "undecided, %d+ more\n\nThe figure after `undecided` is how many more pairs ", one)
  lu.assertTrue(half(one) < half(score) and half(score) < half(all), one)
  lu.assertNotStrContains(one, "Anna")
  says(line .. " --of wims", 2, "--of wims: expected one of wins, score, fished, games, left, steps, questions, or ")
  says("compare fish_out fish_out+deep_water fish_out -n 60 --of steps" .. FOUR, 0,
    "2 lines judged (1 of each comparison)")
end

-- The report begins with what the figures come to, and no more: a change that is known, one that isn't, none, too few.
function TestCompare.test_the_verdict()
  local function verdict(rest)
    return (says("compare fish_out " .. rest .. " --seed 1" .. FOUR, 0):match "^(.-%.)\nA: ":gsub("\n", " "))
  end
  lu.assertStrMatches(verdict "fish_out --set goal=20 -n 60", "B %(fish_out, with goal=20%) against A %(fish_out%): "
    .. ".*questions [%d.]+ lower.*; %d more lines? changed; no clear difference in %d lines?%.")
  lu.assertStrMatches(verdict "fish_out+deep_water -n 60 --of score",
    "B %(fish_out%+deep_water%) against A %(fish_out%): no clear difference yet; about %d+ more pairs would "
    .. "probably tell%.")
  lu.assertEquals(verdict "fish_out -n 20", "B (fish_out) against A (fish_out): all games are identical.")
  lu.assertEquals(verdict "fish_out+deep_water -n 19", "19 seeds are too few for a verdict; it takes 20.")
end

function TestCompare.test_what_is_wrong_on_the_command_line()
  says("compare", 2, "an argument is missing: expected `croupier compare GAME")
  says("compare fish_out fish_out --until wide", 2, "--until wide: expected a width like 0.5%, 2 or fished=0.1")
  says("sim fish_out --until fished/hands=0.1", 2, "2 or fished=0.1; a ratio can't be named")
  says("compare fish_out fish_out --until hooks=2 -n 1" .. FOUR, 2,
    "--until hooks: expected one of wins, score, fished,")
  says("compare fish_out fish_out --same 3" .. FOUR, 2, "--same 3: expected a percentage like 2%")
  says("compare fish_out fish_out --set gaol=3" .. FOUR, 2, "gaol", "goal")
  says("compare fish_out tests/fixtures/games/umpire --seats 2", 2, "Fish Out!")
  says("compare fish_out fish_out -n 1" .. FOUR, 0, "differs in 0 of 1")
  says("compare fish_out fish_out+deep_water -n 1 --seed 1" .. FOUR, 0, "differs in 1 of 1\n",
    "No intervals: they need 20 seeds.")
end

function TestCompare.test_games_that_are_stopped_are_counted()
  local output = says("compare fish_out fish_out -n 10 --limit 5" .. FOUR, 0,
    "Left out 10 seeds from B-A, because of how games ended: 10 of A and 10 of B\nstopped after")
  lu.assertNotStrContains(output, "steps")
  output = says("compare fish_out fish_out --set most_games=30 --set goal=300 fish_out --set goal=20 -n 20 --limit 700"
    .. " --seed 1" .. FOUR, 0, "Left out 20 seeds from B-A and 0 seeds from C-A,", "of B stopped after 700",
    "  C-A  ")
  lu.assertNotStrContains(output, "  B-A  ")
end
