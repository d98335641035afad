-- The page of chances that `croupier dice` prints: widths, rows, sums; and chances of cards against all draws there are.

local page = require "front.base.chances_page"
local scripts = require "front.session.scripts"
local tty = require "host.tty"

TestChancesPage = {}

local world

local function found(texts, deck)
  world = world or scripts.bare {}
  return world:call("author.chances", "of", texts, deck)
end

local function lines_of(texts, width, every, deck)
  local list = {}
  local whole = page.text(assert(found(texts, deck)), width, true, every)
  for line in whole:gmatch "([^\n]*)\n" do list[#list + 1] = line end
  return list
end

-- The percentages of a column, by its number; "<0.01%" is anything up to that.
local function column(lines, number)
  local list = {}
  for _, line in ipairs(lines) do
    local cells = {}
    for sign, cell in line:gmatch "([<>]?)([%d.]+)%%" do cells[#cells + 1] = sign == "<" and 0.0 or tonumber(cell) end
    if #cells >= 3 and not line:find ":" then list[#list + 1] = cells[number] end
  end
  return list
end

local EXPRESSIONS = { "d6", "2d6", "3d6!", "4d6kh3", "10d10>=7", "7d10>=7>=10", "4dF", "100d6", "10-2d6!", "2*3d6+1",
  "d1000", "d6-d6!", "5d6!!kh2", "1000*d6", "20d2" }

-- Of one expression the column `exactly` makes 100%, as far as each row is rounded.
function TestChancesPage.test_exactly_sums_to_100()
  for _, one in ipairs(EXPRESSIONS) do
    for _, every in ipairs { false, true } do
      local sum, cells = 0, column(lines_of({ one }, 80, every), 1)
      for _, cell in ipairs(cells) do sum = sum + cell end
      assert(#cells > 0 and math.abs(sum - 100) <= 0.01 * #cells, one)
      if not every then assert(#cells <= 61, one) end
    end
  end
end

-- Rows add up: at least what comes after, at most what came before.
function TestChancesPage.test_at_least_and_at_most()
  for _, one in ipairs(EXPRESSIONS) do
    local lines = lines_of({ one }, 80)
    local exactly, at_least, at_most = column(lines, 1), column(lines, 2), column(lines, 3)
    lu.assertEquals({ at_least[1], at_most[#at_most] }, { 100, 100 }, one)
    for i = 1, #exactly do
      assert(math.abs(at_least[i] - exactly[i] - (at_least[i + 1] or 0)) < 0.021, one)
      assert(math.abs(at_most[i] - exactly[i] - (at_most[i - 1] or 0)) < 0.021, one)
    end
  end
end

function TestChancesPage.test_widths()
  for _, texts in ipairs { { "4d6kh3" }, { "7d10>=7>=10", "5d10>=7" }, { "3d6!", "100d6", "d20" }, EXPRESSIONS } do
    for _, width in ipairs { 40, 60, 80, 100, 200 } do
      for _, line in ipairs(lines_of(texts, width)) do assert(tty.width(line) <= width, line) end
    end
  end
  lu.assertEquals(lines_of({ "d2", "d4" }, 80), {
    "   d2                                     d4",
    "   exactly  at least  at most             exactly  at least  at most",
    "1   50.00%      100%   50.00%  █████████   25.00%      100%   25.00%  ████▌",
    "2   50.00%    50.00%     100%  █████████   25.00%    75.00%   50.00%  ████▌",
    "3       0%        0%     100%              25.00%    50.00%   75.00%  ████▌",
    "4       0%        0%     100%              25.00%    25.00%     100%  ████▌",
    "",
    "d2: mean 1.5, standard deviation 0.5",
    "d4: mean 2.5, standard deviation 1.12",
    "d2 is higher: 12.50%; tie: 25.00%; d4 is higher: 62.50%" })
  lu.assertEquals(lines_of({ "d2" }, 40)[3], "1   50.00%      100%   50.00%  █████████")
  lu.assertEquals(lines_of({ "d2" }, 32)[3], "1   50.00%      100%  ██████████")
  assert(page.text(found { "d2" }, 40, false):find "1   50.00%%      100%%   50.00%%  #########\n")
end

-- Every value has a row of its own; what is left of dice without an end is the last.
function TestChancesPage.test_all_rows()
  local lines = lines_of({ "d6!" }, 80, true)
  assert(#lines > 70 and not table.concat(lines):find " to ")
  assert(lines[#lines - 2]:find "or more +<0.01%% +<0.01%% +100%%")
  assert(table.concat(lines_of({ "100d6" }, 80)):find " to ")
end

-- Who wins, by every pair of rolls.
function TestChancesPage.test_who_wins()
  for _, pair in ipairs { { "2d6", "d8+2" }, { "4dF", "d3-2" }, { "2*d4", "d6" }, { "3d4>=3", "2d6>=4>=6" } } do
    local got = found(pair)
    local a, b, sums = got.list[1], got.list[2], { 0, 0, 0 }
    for i, one in ipairs(a.values) do
      for k, other in ipairs(b.values) do
        local which = one > other and 1 or one == other and 2 or 3
        sums[which] = sums[which] + a.exactly[i] * b.exactly[k]
      end
    end
    for i = 1, 3 do lu.assertAlmostEquals(got.wins[1][i + 1], sums[i], 1e-12) end
  end
  lu.assertEquals(#found({ "d4", "d6", "d8" }).wins, 3)
end

-- --- cards ---

local function binomial(n, k)
  local c = 1.0
  for i = 1, k do c = c * (n - k + i) / i end
  return k >= 0 and k <= n and c or 0.0
end

function TestChancesPage.test_draws_from_the_standard_deck()
  local list = found({ "5: ace >= 1", "5: aces = 0", "5: hearts = 5", "1: ace of spades = 1", "2: As >= 1",
    "5: red <= 2", "13: spades >= 5", "52: jack = 4", "2: sixes = 2", "5: hearts" }, "standard").list
  local all = binomial(52, 5)
  local red = 0
  for n = 0, 2 do red = red + binomial(26, n) * binomial(26, 5 - n) / all end
  local spades = 0
  for n = 5, 13 do spades = spades + binomial(13, n) * binomial(39, 13 - n) / binomial(52, 13) end
  local no_aces = binomial(48, 5) / all
  for i, chance in ipairs { 1 - no_aces, no_aces, binomial(13, 5) / all, 1 / 52, 2 / 52, red, spades,
    1, 6 / binomial(52, 2) } do
    lu.assertAlmostEquals(list[i].chance, chance, 1e-12, list[i].text)
  end
  for n = 0, 5 do
    lu.assertAlmostEquals(list[10].exactly[n + 1], binomial(13, n) * binomial(39, 5 - n) / all, 1e-12)
  end
  lu.assertAlmostEquals(list[10].mean, 5 / 4, 1e-12)
end

-- A game's deck, and what is refused.
function TestChancesPage.test_other_decks_and_sentences()
  lu.assertAlmostEquals(found({ "1: spades = 1" }, "tests/fixtures/games/short_whist").list[1].chance, 0.25, 1e-12)
  for text_of, why in pairs {
    ["0: ace"] = "0: ace: expected 1 to 52 cards", ["53: ace"] = "53: ace: expected 1 to 52 cards",
    ["5:"] = '5:: expected which cards, like "ace >= 1"',
    ["5: ace, king"] =
      "5: ace, king: no card of the deck is called `ace, king`: expected one rank, suit, color or name",
    ["5: ace > 1"] = "5: ace > 1: expected >=, <= or =, not >",
    ["5: fool"] = "5: fool: no card of the deck is called `fool`: expected one rank, suit, color or name",
    ["ace: 5"] = 'ace: 5: expected a number of cards, a colon and which, like "5: ace >= 1"',
    ["d66:"] = 'd66:: expected a number of cards, a colon and which, like "5: ace >= 1"',
    ["2d"] = "2d: expected the number of sides after d",
  } do lu.assertEquals({ found({ text_of }, "standard") }, { nil, why }) end
  local _, why = found { "5: ace" }
  lu.assertEquals(why, "5: ace: expected dice; `croupier dice --deck` works out the chances of cards")
  lu.assertEquals({ found({ "5: ace" }, "nope") }, { nil, "no game `nope`; `croupier list` lists them" })
  _, why = found { "1000d1000" }
  lu.assertEquals(why, "1000d1000: too many possible rolls to work out the exact chances")
end
