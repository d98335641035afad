-- What a game master gets around the games: stubs for the editor, a printed
-- sheet, completions of the shell, the prompt.

local tools = dofile "tests/tools.lua"
local says = tools.says
local folder, here

TestWorkshop = {}

function TestWorkshop.setUp()
  here = tools.place()
  folder = here.folder
end

function TestWorkshop.tearDown() here:remove() end

function TestWorkshop.test_stubs_name_every_verb_and_rule()
  says("stubs " .. folder, 0, "files written")
  local declarations = here:read ".croupier/croupier.d.lua"
  for _, name in ipairs { "t:say(", "seat:ask(", "pile:draw(", "pool:pay(", "poker.rank(", "opened:run(" } do
    lu.assertStrContains(declarations, "function " .. name)
  end
  for _, name in ipairs { "croupier.d.lua", "tricks.lua", "shapes.d.lua", "games.d.lua" } do
    lu.assertNotNil(load(here:read(".croupier/" .. name)), name)
  end
  lu.assertStrContains(here:read ".croupier/tricks.lua", "---@meta tricks")
  lu.assertStrContains(here:read ".croupier/games.d.lua", "---@field bait integer state (rod_and_reel)")
  lu.assertStrContains(here:read ".luarc.json", '"workspace.library": [".croupier"]')
end

-- The fields of a class in a file of stubs, as one text.
local function class_of(text, name)
  return text:match("%-%-%-@class " .. name:gsub("%p", "%%%0") .. "[:\n](.-)\n\n") or ""
end

function TestWorkshop.test_stubs_give_each_game_its_own_rules()
  says("stubs " .. folder, 0)
  local text = here:read ".croupier/games.d.lua"
  lu.assertStrContains(class_of(text, "t.fish_out"), "---@field rules rules.fish_out")
  lu.assertStrContains(class_of(text, "rules.fish_out"), "---@field court integer")
  lu.assertNotStrContains(class_of(text, "rules.fish_out"), "---@field ante ")
  lu.assertStrContains(class_of(text, "rules"), "---@field ante ")
  lu.assertStrContains(text, '---@param name "fish_out"\n---@return house.fish_out\nfunction variant(name) end')
end

function TestWorkshop.test_stubs_in_a_games_folder_are_of_that_game_alone()
  os.execute(("cp -r games/fish_out %s/"):format(folder))
  says("stubs " .. folder .. "/fish_out", 0)
  local rules = class_of(here:read "fish_out/.croupier/games.d.lua", "rules")
  lu.assertStrContains(rules, "---@field court integer")
  lu.assertNotStrContains(rules, "---@field ante ")
end

local PLAIN = { string = true, integer = true, number = true, boolean = true, table = true, any = true,
  ["nil"] = true, ["true"] = true, ["false"] = true, fun = true, ["function"] = true, self = true }

-- The names of types in "card|fun(self: t, n?: integer): string[]", without those of parameters.
local function unknown_types(text, classes)
  local list = {}
  text = text:gsub('"[^"]*"', ""):gsub("[%w_.]+%??%s*:%s*", ""):gsub("%.%.%.", "")
  for name in text:gmatch("[%a_][%w_.]*") do
    if not PLAIN[name] and not classes[name] then list[#list + 1] = name end
  end
  return list
end

-- The type at the front of "table<string, any>|nil what it means".
local function front_type(text)
  local depth, at = 0, 1
  while at <= #text do
    local c = text:sub(at, at)
    if c:find("[<({]") then depth = depth + 1 elseif c:find("[>)}]") then depth = depth - 1 end
    if depth == 0 and c == " " and not text:sub(1, at):find(":%s$") and not text:sub(1, at):find(",%s$") then break end
    at = at + 1
  end
  return text:sub(1, at - 1)
end

-- Every type is a class or Lua's own, every @param an argument of its function.
function TestWorkshop.test_stubs_hold_together()
  says("stubs " .. folder, 0)
  local all = {}
  for _, name in ipairs { "croupier.d.lua", "shapes.d.lua", "games.d.lua", "betting.lua", "match.lua",
    "tournament.lua", "tricks.lua", "auctions.lua", "clocks.lua", "drafts.lua", "initiative.lua" } do
    all[#all + 1] = here:read(".croupier/" .. name)
  end
  local text, classes, wrong, params = table.concat(all, "\n"), {}, {}, {}
  for name in text:gmatch("%-%-%-@class ([%w_.]+)") do classes[name] = true end
  for line in text:gmatch("[^\n]+") do
    local tag, rest = line:match("^%-%-%-@(%w+) (.*)$")
    local name = tag == "param" and rest:match("^[%w_.]+") or nil
    if name then params[#params + 1] = name end
    local types = tag == "return" and rest or (tag == "param" or tag == "field") and rest:match("^%S+ (.*)$")
    for _, unknown in ipairs(types and unknown_types(front_type(types), classes) or {}) do
      wrong[#wrong + 1] = unknown .. " in " .. line
    end
    local arguments = line:match("^function [%w_.:]+(%b()) end$")
    for _, param in ipairs(arguments and params or {}) do
      local place = arguments:find("%f[%w_.]" .. param:gsub("%.", "%%.") .. "%f[^%w_.]")
      if not place then wrong[#wrong + 1] = param .. " of " .. line end
    end
    if not tag and not line:find("^%-%-%-") then params = {} end
  end
  lu.assertEquals(#wrong, 0, table.concat(wrong, "\n", 1, math.min(#wrong, 5)))
  for _, part in ipairs { "---@param declaration declaration", "---@param question question", "---@return opened",
    "---@field catch fun(self: t, fish?: any): any ", "---@field last_fisher any state (fish_out)",
    "---@field imagine? fun(", "---@field master string the word for the game master" } do
    lu.assertTrue(text:find(part, 1, true) ~= nil, part)
  end
end

function TestWorkshop.test_luacheck_knows_what_scripts_have()
  says("stubs " .. folder, 0)
  local std = {}
  assert(load(here:read ".luacheckrc", "rc", "t", { stds = std, files = {} }))()
  local names = std.croupier.read_globals
  for _, name in ipairs { "game", "variant", "poker", "none", "string" } do lu.assertNotNil(names[name], name) end
  for _, name in ipairs { "os", "io", "rng", "pcall", "setmetatable" } do lu.assertNil(names[name], name) end
  lu.assertNotNil(names.poker.fields.rank)
end

-- luacheck itself, by the settings that were made, on every game there is.
function TestWorkshop.test_luacheck_passes_the_games()
  if not os.execute("command -v luacheck > /dev/null") then lu.skip("luacheck is not installed") end
  says("stubs " .. folder, 0)
  os.execute("cp -r games " .. folder)
  here:write("games/fish_out/house/slip.lua", "local house = variant \"fish_out\"\nprint(os.time())\nreturn house\n")
  local file = assert(io.popen("cd " .. folder .. " && luacheck --no-color --no-max-line-length -q . 2>&1"))
  local text = file:read("a")
  file:close()
  lu.assertStrContains(text, "Total: 2 warnings / 0 errors", text)
  lu.assertStrContains(text, "slip.lua:2:1: accessing undefined variable 'print'")
  lu.assertStrContains(text, "slip.lua:2:7: accessing undefined variable 'os'")
end

function TestWorkshop.test_stubs_leave_what_is_not_theirs()
  here:write(".luacheckrc", "std = 'mine'\n")
  says("stubs " .. folder, 1, ".luacheckrc was not written by croupier: left as it is", "files written")
  lu.assertEquals(here:read ".luacheckrc", "std = 'mine'\n")
  os.remove(folder .. "/.luacheckrc")
  says("stubs " .. folder, 0)
  local first = here:read ".luacheckrc"
  says("stubs " .. folder, 0)
  lu.assertEquals(here:read ".luacheckrc", first)
  says("stubs /dev/null/x", 2, "/dev/null/x: Not a directory")
  says("stubs", 2, "expected `croupier stubs DIR")
end

function TestWorkshop.test_a_sheet_holds_rules_order_and_rulings()
  local page = says("sheet fish_out+deep_water -n 20 --seats random,random,random,random --set goal=20", 0,
    "# Fish Out! in deep water\n", "| ace | **-7** | points for an ace (*deep water; -9 before*) |",
    "| goal | **20** |", "(*set for this table; 50 before*)", "- repeat:\n  - **deal**: Thirteen fish each.\n",
    "## A game\n\n1. Thirteen cards each from an ordinary deck.",
    "20 games played by bots (random, random, random, random)", "| 4. random | ", "## Rulings")
  lu.assertEquals(says("sheet fish_out+deep_water -n 20 --seats random,random,random,random --set goal=20", 0), page)
  lu.assertNil(says("sheet fish_out -n 0", 0):find("played by bots"))
  says("sheet scotch_doubles+league_night -n 0", 0, "## At a real table\n", "| `won Ann & Bob 3` | ")
  says("sheet rod_and_reel -n 0", 0, "|  | clubs | diamonds | hearts | spades |", "| ace | 60 | 75 | 93 | 40 |")
end

-- Sections with commands are for who runs the program; a game that nobody wins has no wins to tell of.
function TestWorkshop.test_a_sheet_is_for_players()
  local page = says("sheet baltimore -n 0", 0, "## Degrees\n", "| solid | 5 to 14 |")
  lu.assertNil(page:find("## At the table", 1, true))
  lu.assertStrContains(says("sheet fish_out -n 4 --seats 4", 0), "| wins |")
  lu.assertNil(says("sheet storm_watch -n 4 --seats random,random --set hull=1", 0):find("| wins |", 1, true))
  local html = says("sheet baltimore -n 0 --html", 0)
  lu.assertStrContains(html, "<td>solid</td><td>5 to 14</td>")
  lu.assertNil(html:find("|---", 1, true))
  html = says("sheet fish_out -n 0 --html", 0)
  lu.assertStrContains(html, "<ul>\n<li><strong>stock</strong>: put it into the lake, or</li>\n<li>")
  lu.assertNil(html:find("•", 1, true))
end

-- How to play comes first and the table of rules after the rulings; steps that only the script needs are left out.
function TestWorkshop.test_a_sheet_in_the_order_of_who_reads_it()
  local page, last = says("sheet rod_and_reel -n 4 --seats angler,plain", 0), 0
  for _, title in ipairs { "# Rod & Reel", "A fishing contest: suited", "## What you need", "## Fishers",
    "## Order of play", "Out of turn:", "## All the cards", "## Rulings", "## Rules", "## What a fisher has",
    "## Tables", "## What to expect" } do
    local at = page:find("\n" .. title, 1, true) or page:find(title, 1, true)
    lu.assertTrue((at or 0) > last, title)
    last = at
  end
  for _, step in ipairs { "explain", "seat table", "line up", "judge" } do
    lu.assertNil(page:find("**" .. step .. "**", 1, true), step)
  end
  lu.assertStrContains(page, "- repeat:\n  - **roll pools**: ")
  lu.assertStrContains(page, "**strains**: breaking strains to choose from: 0, 2, 4, 6\n")
end

local SHOWN = [[
return game { title = "Sh<i>own", seats = { 2, 2 }, order = { "setup", { "tidy" }, { "play", "stop" } },
  rules = { mark = { "*a*", "a mark", one_of = { "*a*", "[b](http://c)" } } },
  decks = { deck = { "standard", copies = 2, jokers = 3 }, events = { file = "cards.csv" },
    storms = kind { name = "gales", extras = { "calm", "gale" } } },
  about = { play = "Somebody plays.", stop = "The end." },
  setup = function() end, tidy = function() return done end, play = function() end, stop = function(t) t:finish() end }
]]

function TestWorkshop.test_a_sheet_shows_the_cards()
  here:write("shown/game.lua", SHOWN)
  here:write("shown/cards.csv",
    "name,count,suit,value,text,speed\nCrab,4,reef,3,*Two* 2 * 3 | claws <b>,\nEel,1,deep,12,,9\n")
  says("sheet " .. folder .. "/shown -n 0", 0, "\n## Order of play\n\n- repeat:\n  - **play**: Somebody plays.\n"
    .. "  - **stop**: The end.\n\n## All the cards\n\n**standard**: 107 cards.\n\n|  |  |\n| --- | --- |\n"
    .. "| ♣\u{a0}clubs | `A ×2` `2 ×2` ", "| no suit | `red joker ×2` `black joker` |",
    "**events**: 5 cards.\n\n| card | copies | on it |\n", "| Crab | 4 | reef; value 3; Two 2 \\* 3 \\| claws ",
    "| Eel | 1 | deep; value 12; speed 9 |",
    "**storms**: 2 cards, one of each.\n\n|  |  |\n| --- | --- |\n|  | `calm` `gale` |\n",
    "| mark | \\*a\\* | a mark |")
  says("sheet " .. folder .. "/shown -n 0 --html", 0, "<h1>Sh&lt;i&gt;own</h1>", "; Two 2 * 3 | claws &lt;b&gt;</td>",
    "aria-label=\"ace of clubs\"", "aria-label=\"red joker\"", "</svg> ×2 <svg", "<td><code>calm</code> ",
    "<td>*a*</td>")
end

function TestWorkshop.test_a_sheet_of_a_page_of_rules()
  here:write("shown/game.lua", SHOWN)
  here:write("shown/cards.csv", "name,count\nCrab,4\n")
  here:write("shown/RULES.md", "# Shown\n\nBy *nobody*,\nin no year.\n\n## Play\n\n1. One <script>x()</script>\n"
    .. "   - [two](a.txt)\n\n10. Three\n\n```\n## no heading\nAnna: 1\nBen: 2\n```\n\n"
    .. "## Staff\n\n    croupier play shown\n\n"
    .. "## Rulings\n\n1. A [link](https://b.org).\n\n## Notes\n\nnever\n")
  local page = says("sheet " .. folder .. "/shown -n 0 --html", 0, "<p>By <em>nobody</em>, in no year.</p>",
    "<h2>Play</h2>\n<ol>\n<li>", "One &lt;script&gt;x()&lt;/script&gt;", "<li>two</li>",
    "<pre><code>## no heading\nAnna: 1\nBen: 2\n</code></pre>", "<a href=\"https://b.org\">link</a>")
  for _, word in ipairs { "<script", "Staff", "never", "<h2>no" } do lu.assertNil(page:find(word, 1, true), word) end
  says("sheet " .. folder .. "/shown -n 0", 0, "\n## Play\n\n1. One <script>x()</script>\n   - [two](a.txt)\n\n10. ")
end

-- The colours of both are named in one place each; paper is white.
function TestWorkshop.test_a_sheet_is_for_light_dark_and_paper()
  local page = says("sheet fish_out -n 0 --html", 0, "color-scheme: light dark", "@page { margin", "width=device-width")
  local names = ":root { color%-scheme: light dark; (%-%-.-) }\n"
  local light, dark, paper = page:match(names), page:match "prefers%-color%-scheme: dark%) {%s*:root { (.-) }",
    page:match "@media print {%s*:root { color%-scheme: light; (.-) }"
  local function named(colors) return (colors:gsub(": [^;]*;", "")) end
  lu.assertEquals(named(dark), named(light))
  lu.assertEquals(named(paper), named(light))
  local rest = page:gsub(":root {.-}", ""):match "<style>(.-)</style>"
  lu.assertNil(rest:find "#%x%x%x")
end

function TestWorkshop.test_a_sheet_as_html()
  lu.assertEquals(says("sheet rod_and_reel -n 0 --html -o " .. folder .. "/page.html", 0), "")
  local page = here:read "page.html"
  lu.assertStrContains(page, "<h1>Rod &amp; Reel</h1>")
  for _, tag in ipairs { "table", "ul", "h2", "html", "p", "tr", "td", "em", "strong", "code" } do
    local _, opened = page:gsub("<" .. tag .. "[ >]", "")
    local _, closed = page:gsub("</" .. tag .. ">", "")
    lu.assertEquals(opened, closed, tag)
  end
end

function TestWorkshop.test_a_sheet_that_can_not_be_made()
  says("sheet fish_ot", 2, "no game `fish_ot`, did you mean `fish_out`?")
  says("sheet fish_out -n 0 --set gaol=20", 2, "did you mean `goal`?")
  says("sheet fish_out -n 0 -o /dev/null/x", 2, "croupier: /dev/null/x: ")
  says("sheet fish_out -n many", 2, "expected a whole number from 0")
end

-- What completion offers for the last of some words: the words alone.
local function offers(words)
  local list = {}
  for line in says("completion words -- " .. words, 0):gmatch "[^\n]+" do list[#list + 1] = line:match "^[^\t]*" end
  return table.concat(list, " ")
end

function TestWorkshop.test_completions_name_every_command_and_option()
  local names, all = {}, " " .. offers "''" .. " "
  for name in says("help", 0):gmatch("\n  (%l+)  ") do names[#names + 1] = name end
  lu.assertTrue(#names > 10)
  local manual = says("completion man", 0, "\\-\\-roll\\-by\\-hand", "pile:draw(n, to)", "\n\\&\\fBdeck, decks",
    "\n.SS \"At the table\"")
  for _, name in ipairs(names) do
    lu.assertStrContains(manual, name)
    lu.assertStrContains(all, " " .. name .. " ")
    lu.assertStrContains(offers(name .. " -"), "--help")
  end
  lu.assertStrContains(offers "play fish_out --ro", "--roll-by-hand")
  for _, shell in ipairs { "bash", "zsh", "fish" } do
    says("completion " .. shell, 0, "croupier completion words -- ")
  end
  says("completion csh", 2, "completion csh: expected bash, zsh, fish or man")
  says("list --help=csh", 2, "--help takes no value, but got `csh`")
end

function TestWorkshop.test_words_to_complete()
  lu.assertEquals(offers "she", "sheet")
  says("completion words -- she", 0, "sheet\tprint a page for the players")
  lu.assertStrContains(" " .. offers "play ''" .. " ", " fish_out ")
  lu.assertEquals(offers "play fish_out+d", "fish_out+deep_water")
  lu.assertEquals(offers "play no_such_game+", "")
  local parts = " " .. offers "show fish_out ''" .. " "
  for _, name in ipairs { "worth", "ace", "lake", "points" } do lu.assertStrContains(parts, " " .. name .. " ") end
  lu.assertEquals(offers "show no_such_game ''", "")
  lu.assertEquals(offers "show --set a=1 fish_out+deep_water worth", "worth")
  lu.assertEquals(offers "play fish_out --seats ''", "heron minnow search random")
  lu.assertEquals(offers "play fish_out -s Anna=me,Ben=he", "Anna=me,Ben=heron")
  says("completion words -- sim fish_out+deep_water --set go", 0, "goal=\tpoints needed to become")
  lu.assertEquals(offers "sim rod_and_reel --set first_dealer=f", "first_dealer=first_seat")
  lu.assertEquals(offers "sim night_landing --set grace=", "grace=yes grace=no")
  lu.assertEquals(offers "new variant fish_out wet --set ac", "ace=")
  lu.assertEquals(offers "sim no_such_game --set ''", "")
  lu.assertEquals(offers "sim --set go", "") -- of which game?
  lu.assertEquals(offers "sim fish_out -n ''", "")
  lu.assertEquals(offers "new variant fish_o", "fish_out")
  lu.assertEquals(offers "new game fish_o", "")
  lu.assertEquals(offers "compare fish_out fish_o", "fish_out")
  lu.assertEquals(offers "help pile:draw_u", "pile:draw_up_to")
  lu.assertEquals(offers "no_such_command x", "")
  lu.assertEquals(says("completion words", 0), "")
end

function TestWorkshop.test_bash_completes()
  local script = ([[source <(%s completion bash)
    croupier() { %s "$@"; }
    t() { COMP_LINE=$1; COMP_POINT=${#1}; _croupier; echo "${COMPREPLY[*]}"; }
    t 'croupier sta'; t 'croupier she'; t 'croupier play fish_o'; t 'croupier sim x --se'
    t 'croupier show fish_out fishe'; t 'croupier show --set a=1 fish_out+deep_water worth'
    t 'croupier completion f'; t 'croupier help pile:draw_u'; t 'croupier new '
    t 'croupier play fish_out --seats Ben=he'; t 'croupier play fish_out --set go']])
    :format(croupier.program, croupier.program)
  here:write("t.bash", script)
  lu.assertEquals({ tools.shell("bash " .. folder .. "/t.bash") },
    { 0, "\nsheet\nfish_out\n--seats --set --seed\nfished\nworth\nfish\ndraw_up_to\ngame variant\nheron\ngoal=\n" })
end

-- What the prompt answers to lines, without the prompt's own signs.
local function repl(arguments, lines, status)
  local got, output = tools.run("repl --ascii " .. arguments, table.concat(lines, "\n") .. "\n",
    "env XDG_STATE_HOME=" .. folder)
  lu.assertEquals(got, status or 0, output)
  return (output:gsub("^.->", ">"):gsub(">+ \n", ""))
end

function TestWorkshop.test_the_prompt_shows_values()
  lu.assertEquals(repl("", { "1 + 2", "t.deck:draw(2, t.seat[1].hand)", "t.seat[1].hand", "t.pot", "t.seat[1]", "nil",
    "x = 3", "x", "local y = { a = 'z', 2 }", "y", "cards 'Kh 3d'" }),
    "3\nKs Qs\nAnna's hand (2 cards, for its owner): Ks Qs\n0\nAnna, seat 1\n  hand: Ks Qs\n  chips: 100\nnil\n3\n"
    .. "{ 2, a = \"z\" }\nKh 3d\n")
end

function TestWorkshop.test_what_was_set_holds_at_the_prompt_s_table()
  lu.assertStrContains(repl("fish_out --set goal=20", { ":table", "t.rules.goal" }), "\n20\n")
end

function TestWorkshop.test_the_prompt_goes_on_over_lines()
  lu.assertEquals(repl("", { "function f(n)", "return n * 2", "end", "f(21)", "for i = 1, 2 do", "", "f(1)" }),
    "42\ninput:2: 'end' expected (to close 'for' at line 1) near <eof> (an `if`, `for` or\n`function` has no " ..
    "`end`; `else if` is one word, `elseif`)\n2\n")
end

function TestWorkshop.test_the_prompt_says_what_is_wrong()
  lu.assertEquals(repl("", { "foo", "x = = 3", "t.seat[1].hnad", "card 'Kx'", ":tabel", "t.deck:draw(60, t.table)" }),
    "unknown name `foo`\nunexpected symbol near '='\na seat has no `hnad`, did you mean `hand`?\n"
    .. "no card `Kx`, did you mean `Kc`?\nno command `:tabel`, did you mean `:table`?\n"
    .. "draw 60: the deck has 52 cards\n")
  lu.assertStrContains(repl("--limit 1", { "while true do end", "1" }),
    "ran for more than 1000000 instructions without an answer\n1\n")
  says("repl fish_ot", 2, "no game `fish_ot`, did you mean `fish_out`?")
  says("repl fish_out --set goal=x", 2, "expected a whole number")
end

function TestWorkshop.test_the_prompt_at_a_game()
  local output = repl("fish_out", { "t.rules.goal", ":doc goal", ":doc crown", ":doc pile:draw", ":doc order",
    ":doc ordre", ":time 1 + 1", ":step", ":table", ":step",
    ":run", "g:question().name", ":answer nothing", ":undo", ":look", ":quit", "1 / 0" })
  for _, part in ipairs { "50\n", "goal = 50: points", "game.lua:", "pile:draw(n, to)",
    "the game's table of contents", "did you mean `order`?", " to) -> list of ",
    "type :table first to sit down", "-- deal\n", "Anna is asked `pass`",
    "\npass\n", "there is nothing to take back", "Fish Out!, 4 seats\n" } do
    lu.assertStrContains(output, part)
  end
  lu.assertNil(output:find("inf", 1, true))
end

function TestWorkshop.test_the_prompt_explains_what_lies_there()
  lu.assertEquals(repl("storm_watch", { ":doc seat.choice", ":doc t.storm", ":doc waiting", ":doc seat.storm" }),
    "state choice (seat.choice, one for each sailor): begins with none; known only to\nits seat and the game " ..
    "master\npile storm (t.storm): everybody sees its cards\npool waiting (t.waiting): begins with 0\n"
    .. "there is no help on `seat.storm`.\n")
  lu.assertStrContains(repl("storm_watch", { ":doc deck" }), "The cards the game is played with")
end

function TestWorkshop.test_the_prompt_tells_what_is_said()
  lu.assertEquals(repl("fish_out", { ":table", "t:say('%s casts', t.seat[1])", "t:say(t.seat[1])", "t:choose(t.seats)",
    ":step fish", ":cast" }),
    "Before the step `explain`.\nAnna casts\nsay: expected a text: say(\"%s\", value) shows a value\n"
    .. "choose: expected a list, like t.seat\n:step runs only the next step; `:run fish` runs to a named one\n"
    .. "no command `:cast`; :help lists them\n")
end

function TestWorkshop.test_a_kept_game_under_another_rule()
  local kept = folder .. "/kept.journal"
  says("play fish_out --seats heron,heron,random,random --seed 3 --set goal=20 --journal " .. kept, 0)
  says("replay --ascii " .. kept .. " --with deep_water", 0, "With deep_water the game changes after ",
    "(ace low, king high)", "(ace high, two low)", "\nbefore: ", "\nwith deep_water: ")
  says("replay " .. kept .. " --with no_such", 2, "fish_out has no variant `no_such`")
  says("replay " .. kept .. " --with ../x", 2, "--with ../x: expected the name of a variant")
  says("replay " .. kept .. " --with deep_water --json", 2, "--with and --json can't be used together")
end

local SAME = [[
local house = variant "little"
house.one_line = "nothing else"
return house
]]
local MORE = [[
local house = variant "little"
function house.warm(t) t:say("It is warm.") end
house:before("act", "warm")
return house
]]
local LITTLE = [[
return game { title = "Little", seats = { 2, 2 }, order = { "act", "stop" },
  act = function(t)
    for seat in t:seats() do t:say("%s: %s", seat, seat:ask { "n", "How many?", min = 1, max = 9 }) end
  end,
  stop = function(t) t:finish() end }
]]

function TestWorkshop.test_another_rule_read_from_disk()
  os.execute("mkdir -p " .. folder .. "/little/house")
  here:write("little/game.lua", LITTLE)
  here:write("little/house/mild.lua", SAME)
  local kept = folder .. "/kept.journal"
  says(("play %s/little+mild --seats random,random --seed 1 --journal %s"):format(folder, kept), 0)
  says("replay " .. kept .. " --with mild", 0, "With mild the game is the same to the end.")
  here:write("little/house/mild.lua", MORE)
  here:write("little/game.lua", (LITTLE:gsub("max = 9", "max = 1")))
  says("replay " .. kept .. " --with mild", 0, "after 0 questions", "with mild: It is warm.")
  says("replay " .. kept, 0)
  says("verify " .. kept, 0)
end

local PAID = [[
return game { title = "Paid", seats = { 2, 2 }, order = { "pay", "act", "stop" },
  rules = { fee = { 3, "chips", min = 1, max = 9 } }, pools = { pot = 0, bank = "mint" },
  pay = function(t) t.bank:pay(t.rules.fee, t.pot) t:say("Paid.") end,
  act = function(t) t:say("The pot: %s.", t.pot) end,
  stop = function(t) t:finish() end }
]]

function TestWorkshop.test_the_first_difference_that_is_told()
  os.execute("mkdir -p " .. folder .. "/paid/house")
  here:write("paid/game.lua", PAID)
  here:write("paid/house/dear.lua", 'local house = variant "paid"\nhouse.rules.fee = 5\nreturn house\n')
  local kept = folder .. "/kept.journal"
  says(("play %s/paid --seats random,random --seed 1 --journal %s"):format(folder, kept), 0)
  says("replay " .. kept .. " --with dear", 0, "in the step `pay`:\n", "  Paid.\n", "before: The pot: 3.",
    "with dear: The pot: 5.")
  here:write("paid/game.lua", (PAID:gsub("The pot: %%s.\", t.pot", "It is paid.\"")))
  says(("play %s/paid --seats random,random --seed 1 --journal %s2"):format(folder, kept), 0)
  says("replay " .. kept .. "2 --with dear", 0, "The difference has not been shown to the table.")
end
