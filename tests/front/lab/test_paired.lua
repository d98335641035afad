-- Paired games: chance by purpose. Versions share their luck; each game alone is as likely as at a table.

local comparison = require "front.lab.comparison"
local files = require "host.files"
local simulation = require "front.lab.simulation"
local statistics = require "front.lab.statistics"
local tools = dofile "tests/front/tools.lua"

-- Deals a deck of its own, twelve cards, in all the ways that a game may: to three receivers, with cards looked at, put
-- under, taken away and put back in between. Measured is who has which of the first three cards, and how they go together.
local DEALS = [[
return game { title = 'Deals', seats = { 2, 2 },
  deck = kind { name = 'own', suits = { 'a', 'b' }, ranks = { '1', '2', '3', '4', '5', '6' } },
  rules = { way = { 0, 'of dealing', min = 0, max = 9 }, more = { 0, 'for the first', min = 0, max = 3 } },
  piles = { table = 'everyone', aside = 'nobody', seat = { hand = 'owner' } },
  measures = { all = 'where the three first cards lie', last = 'the face of the top card',
    wrong = 'a card that was looked at lay elsewhere' },
  order = { 'deal' },
  deal = function(t)
    local way, one, two = t.rules.way, t.seat[1].hand, t.seat[2].hand
    t.deck:shuffle()
    if way == 9 then t.deck:deal(1, t.aside) t.deck:shuffle() end
    t.deck:deal(2 + t.rules.more, one)
    local seen = way == 1 and t.deck:top() or way == 3 and t.deck:list()[#t.deck]
    if way == 2 then t.deck:put_under(one:top()) end
    if way == 4 then
      t.deck:take('suit', 'a', t.aside)
      t.aside:move_all(t.deck)
      t.deck:sort()
    end
    if way == 5 then t.deck:put(one:top()) end
    if way == 6 then t.deck:reverse() end
    local six = way == 7 and t.deck:find('rank', '6')
    if six then t.aside:put(six) t.deck:put_under(six) end
    if way == 8 then t.deck:bottom(2) t.deck:show(t.deck:top()) end
    t.deck:deal(3, two)
    if seen and two:bottom() ~= seen then t:measure('wrong') end
    if way == 2 then t.deck:deal(2, one) end
    t.deck:deal(2, t.table)
    local piles, places = { one, two, t.table }, 0
    for i, name in ipairs { '1', '2', '3' } do
      for p, pile in ipairs(piles) do
        for card in pile:cards() do
          if card.rank == name and card.suit == 'a' then places = places + p * 4 ^ (i - 1) end
        end
      end
    end
    t:measure('all', math.tointeger(places))
    t:measure('last', t.table:top().index)
    t:finish(t:rank_by(function(seat) return seat.number end))
  end }
]]

-- Dice, numbers, values by chance; `more` draws once more of another kind in between.
local NUMBERS = [[
return game { title = 'Numbers', seats = { 2, 2 }, deck = 'standard',
  rules = { more = { 0, 'draws', min = 0, max = 3 } },
  measures = { die = 'a die', number = 'a number', answer = 'an answer' }, order = { 'all' },
  all = function(t)
    for _ = 1, t.rules.more do t:roll 'd20' t:random(1, 7) end
    t:measure('die', t:roll 'd6')
    t:measure('number', t:random(1, 10))
    for _ = 1, t.rules.more do t.seat[1]:ask { 'other', '?', min = 1, max = 5 } end
    t:measure('answer', t.seat[2]:ask { 'mine', '?', min = 1, max = 8 })
    t:finish(t:rank_by(function(seat) return seat.number end))
  end }
]]

-- Two rounds, the first with `more` rolls, questions, shuffles and turns.
local ROUNDS = [[
return game { title = 'Rounds', seats = { 2, 2 }, deck = 'standard', state = { round = 0, first = 0, turns = 0 },
  piles = { seat = { hand = 'owner' } },
  rules = { more = { 0, 'of each in the first round', min = 0, max = 3 } },
  measures = { die = 'a die of the second round',
    after = 'a die after the turns of the first', answer = 'an answer', card = 'a card', both = 'dice of both rounds' },
  order = { { 'play', { 'turn' }, 'after' } },
  play = function(t)
    t.round = t.round + 1
    for _ = 1, t.round == 1 and 1 + t.rules.more or 1 do
      local die, answer = t:roll 'd6', t.seat[2]:ask { 'mine', '?', min = 1, max = 8 }
      t:gather(t.deck)
      t.deck:shuffle()
      t.deck:deal(1, t.seat[1].hand)
      if t.round == 1 then t.first = die
      else
        t:measure('die', die)
        t:measure('answer', answer)
        t:measure('card', t.seat[1].hand:top().index)
      end
    end
  end,
  turn = function(t)
    t.turns = t.turns + 1
    if t.turns > t.rules.more then return done end
  end,
  after = function(t)
    local die = t:roll 'd6'
    if t.round == 1 then
      t:measure('after', die)
      t.first = t.first + 6 * die
      return
    end
    t:measure('both', t.first + 36 * die)
    t:finish(t:rank_by(function(seat) return seat.number end))
  end }
]]

local folder

local function two_at(text, sets)
  if not files.stat(folder .. "/game.lua") then tools.write(folder .. "/game.lua", text) end
  return assert(tools.setup(folder, { "random", "random" }, sets))
end

-- Samples of the measures.
local function measured(of, games, paired)
  local tally = simulation.tally(of)
  local outcome, why = simulation.play { setups = { of }, seed = files.sha256 "paired", games = games, jobs = 2,
    limit = 1000, paired = paired, each = function(_, ending, row) tally:add(ending, row) end }
  lu.assertNotNil(outcome, why)
  lu.assertNil(outcome.failure)
  return tally
end

-- Do two samples come of one distribution? Pearson's chi-square of a table of two rows, as a normal number (E. B. Wilson
-- and M. M. Hilferty, PNAS 17, 1931).
local function distance(a, b)
  local chi, kinds = 0, 0
  local all = {}
  for value in pairs(a.counts) do all[value] = true end
  for value in pairs(b.counts) do all[value] = true end
  for value in pairs(all) do
    local x, y = a.counts[value] or 0, b.counts[value] or 0
    local want = (x + y) * a.n / (a.n + b.n)
    if x + y >= 10 then
      chi, kinds = chi + (x - want) ^ 2 / want + (y - (x + y - want)) ^ 2 / (x + y - want), kinds + 1
    end
  end
  local degrees = math.max(1, kinds - 1)
  return ((chi / degrees) ^ (1 / 3) - (1 - 2 / (9 * degrees))) / math.sqrt(2 / (9 * degrees))
end

TestPaired = {}

function TestPaired.setUp()
  folder = tools.folder()
end

function TestPaired.tearDown()
  tools.remove(folder)
end

-- However a deck is handled: nobody's cards become more or less likely, nor do those of several together.
function TestPaired.test_every_deal_is_as_likely()
  for way = 0, 9 do
    local of = two_at(DEALS, { "way=" .. way })
    local paired, frozen = measured(of, 12000, true), measured(of, 12000, false)
    for i, measure in ipairs(of.measures) do
      lu.assertTrue(distance(paired.measures[i], frozen.measures[i]) < 4.2, way .. " " .. measure[1])
      if measure[1] == "wrong" then lu.assertEquals(paired.measures[i]:figures().sum, 0) end
    end
  end
end

-- The test can fail: a deck that is not shuffled well is found.
function TestPaired.test_what_is_not_as_likely_is_found()
  local a, b = statistics.sample(), statistics.sample()
  for i = 1, 12000 do
    a:add(i % 12)
    b:add(i % 10 == 0 and 0 or i % 12)
  end
  lu.assertTrue(distance(a, b) > 4.2)
end

-- One card more for one leaves the others theirs: nearly always; without pairing, hardly ever.
function TestPaired.test_one_card_more_leaves_the_others_theirs()
  local a, b = two_at(DEALS, {}), two_at(DEALS, { "more=1" })
  local function same(paired)
    local rows, alike, all = {}, 0, 2000
    simulation.play { setups = { a, b }, seed = files.sha256 "more", games = all, jobs = 2, limit = 1000,
      paired = paired, each = function(row, _, numbers)
        local last = numbers[7]
        if row % 2 == 1 then rows[1] = last elseif rows[1] == last then alike = alike + 1 end
      end }
    return alike / all
  end
  lu.assertTrue(same(true) > 0.6, same(true))
  lu.assertTrue(same(false) < 0.2, same(false))
end

function TestPaired.test_each_purpose_has_luck_of_its_own()
  local c = comparison.new { two_at(NUMBERS, {}), two_at(NUMBERS, { "more=2" }) }
  simulation.play { setups = c.tables, seed = files.sha256 "purpose", games = 300, jobs = 2, limit = 1000,
    paired = true, each = c:each() }
  for _, line in ipairs(c.lines) do
    if line.kind == "measure" then
      lu.assertTrue((line.pairs[2]:correlation() or 1) > 0.97, line.name)
    end
  end
  local of = two_at(NUMBERS, {})
  local paired, frozen = measured(of, 6000, true), measured(of, 6000, false)
  for i = 1, 3 do lu.assertTrue(distance(paired.measures[i], frozen.measures[i]) < 4.2) end
end

function TestPaired.test_a_longer_round_leaves_the_next_as_it_was()
  local c = comparison.new { two_at(ROUNDS, {}), two_at(ROUNDS, { "more=2" }) }
  simulation.play { setups = c.tables, seed = files.sha256 "rounds", games = 300, jobs = 2, limit = 1000,
    paired = true, each = c:each() }
  for _, line in ipairs(c.lines) do
    if line.kind == "measure" and line.name ~= "both" then
      lu.assertTrue((line.pairs[2]:correlation() or 1) > 0.97, line.name)
    end
  end
  local of = two_at(ROUNDS, {})
  local paired, frozen = measured(of, 12000, true), measured(of, 12000, false)
  for i, measure in ipairs(of.measures) do
    lu.assertTrue(distance(paired.measures[i], frozen.measures[i]) < 4.2, measure[1])
  end
end

-- A seat that searches plays on many times at each question; the game's own luck stays as it was, that of the step
-- under way too.
function TestPaired.test_a_search_leaves_the_luck_of_the_game()
  local by_chance, by_search = two_at(ROUNDS, {}), assert(tools.setup(folder, { "random", "search:4" }, {}))
  local before, same, all = nil, 0, 0
  simulation.play { setups = { by_chance, by_search }, seed = files.sha256 "search", games = 40, jobs = 2, limit = 1000,
    paired = true, each = function(row, _, numbers)
      local luck = {}
      for i, measure in ipairs(by_chance.measures) do
        if measure[1] ~= "answer" then luck[#luck + 1] = numbers[5 + i] end -- behind the questions and two seats' rows
      end
      luck = table.concat(luck, " ")
      if row % 2 == 1 then before = luck else same, all = same + (luck == before and 1 or 0), all + 1 end
    end }
  lu.assertEquals({ same, all }, { 40, 40 })
end

-- The largest distance of the distribution functions of two samples: Kolmogorov and Smirnov.
local function apart(one, other)
  local values, most, sums = {}, 0, { 0, 0 }
  for _, sample in ipairs { one, other } do
    for value in pairs(sample.counts) do values[#values + 1] = value end
  end
  table.sort(values)
  for i, value in ipairs(values) do
    if value ~= values[i - 1] then
      for k, sample in ipairs { one, other } do sums[k] = sums[k] + (sample.counts[value] or 0) / sample.n end
      most = math.max(most, math.abs(sums[1] - sums[2]))
    end
  end
  return most
end

local function four_at(game)
  local of = { game = game, sets = {}, answerers = { [0] = "random", "random", "random", "random", "random" },
    players = { [0] = { name = "P0" }, { name = "A" }, { name = "B" }, { name = "C" }, { name = "D" } } }
  lu.assertNotNil(simulation.prepare(of))
  return of
end

-- Real games: wins, scores, measures and questions are distributed as they were. Farther apart than that are samples of one
-- distribution in one case of 10,000: N. Smirnov, Annals of Mathematical Statistics 19 (1948).
local GAMES, APART = 500, 2.2253
function TestPaired.test_games_stay_what_they_are()
  local compared = 0
  for _, game in ipairs { "baltimore", "baltimore_poker", "farmers_and_fishermen", "fish_out", "merchants_bank",
    "night_landing", "parley", "rod_and_reel", "royal_pokebacc", "scotch_doubles", "storm_watch" } do
    local of = four_at(game)
    local paired, frozen = measured(of, GAMES, true), measured(of, GAMES, false)
    local function are_alike(a, b, what)
      if a.n == 0 then return end
      compared = compared + 1
      lu.assertTrue(apart(a, b) <= APART * math.sqrt(1 / a.n + 1 / b.n), game .. " " .. what)
    end
    for i, measure in ipairs(of.measures) do are_alike(paired.measures[i], frozen.measures[i], measure[1]) end
    for seat, mine in ipairs(paired.seats) do
      are_alike(mine.wins, frozen.seats[seat].wins, "wins")
      are_alike(mine.score, frozen.seats[seat].score, "score")
    end
    are_alike(paired.questions, frozen.questions, "questions")
  end
  lu.assertTrue(compared > 100, compared)
end

-- One card more goes together as it did not.
function TestPaired.test_games_go_together()
  for game, want in pairs { fish_out = 0.1, royal_pokebacc = 0.2, baltimore_poker = 0.2 } do
    local of = four_at(game)
    local changed = {}
    for key, value in pairs(of) do changed[key] = value end
    changed.sets = { ({ fish_out = "passed=2", royal_pokebacc = "drawn=3", baltimore_poker = "replacements=2" })[game] }
    lu.assertNotNil(simulation.prepare(changed))
    local c = comparison.new { of, changed }
    simulation.play { setups = c.tables, seed = files.sha256 "pairs", games = 400, jobs = 2, limit = 100000,
      paired = true, each = c:each() }
    local sum, n = 0, 0
    for _, line in ipairs(c.lines) do
      if line.kind == "score" then sum, n = sum + line.pairs[2]:correlation(), n + 1 end
    end
    lu.assertTrue(sum / n > want, ("%s %.3f"):format(game, sum / n))
  end
end
