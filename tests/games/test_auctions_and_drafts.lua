-- The modules for auctions, drafts, initiative and clocks, at the test games that use them.

local tools = dofile "tests/tools.lua"
local open, said = tools.game, tools.said

-- Answers the questions that come, in order, each { seat's number, name, answer }.
local function answer(g, list)
  for i, row in ipairs(list) do
    lu.assertEquals(g:run(), "question", i)
    lu.assertEquals({ g:question().seat.number, g:question().name }, { row[1], row[2] }, i)
    lu.assertTrue(g:answer(row[3]), i)
  end
end

TestAuctions = {}

local function sale(way, answers, rules)
  rules = rules or {}
  rules.way, rules.lots = way, 1
  local g = open("estate_sale", { seats = 3, rules = rules, stack = "Kh" })
  answer(g, answers)
  g:run()
  return g, said(g)
end

local function chips(g)
  local list = {}
  for seat in g.t:seats() do list[#list + 1] = seat.chips:amount() end
  list[#list + 1] = g.t.estate:amount()
  return list
end

function TestAuctions.test_out_loud_until_one_is_left()
  local g, text = sale("ascending", { { 1, "bid", 2 }, { 2, "bid", 7 }, { 3, "bid", nil }, { 1, "bid", 8 },
    { 2, "bid", nil } })
  lu.assertEquals(chips(g), { 32, 40, 40, 8 })
  lu.assertEquals(g.t.seat[1].won:top().name, "Kh")
  lu.assertStrContains(text, "Clara is out.")
  lu.assertStrContains(text, "Anna gets Kh for 8.")
end

function TestAuctions.test_out_loud_a_bid_is_above_the_last()
  local g = open("estate_sale", { seats = 2, rules = { lots = 1 }, stack = "Kh" })
  g:run()
  lu.assertNil(g:answer(1))
  g:answer(5)
  g:run()
  lu.assertEquals({ g:question().min, g:question().max }, { 6, 40 })
  g:answer(40)
  g:run() -- nobody can bid more: no further question
  lu.assertEquals(g.status, "finished")
  lu.assertEquals(chips(g), { 40, 0, 40 })
end

function TestAuctions.test_nobody_bids()
  for _, way in ipairs { "ascending", "sealed", "second", "all_pay" } do
    local g, text = sale(way, { { 1, "bid", nil }, { 2, "bid", nil }, { 3, "bid", nil } })
    lu.assertEquals(chips(g), { 40, 40, 40, 0 }, way)
    lu.assertStrContains(text, "Nobody gets Kh.")
    lu.assertEquals(#g.t.deck, 52)
  end
end

function TestAuctions.test_sealed_the_first_in_front_has_a_tie()
  local g, text = sale("sealed", { { 1, "bid", 3 }, { 2, "bid", 9 }, { 3, "bid", 9 } })
  lu.assertEquals(chips(g), { 40, 31, 40, 9 })
  lu.assertStrContains(text, "Ben gets Kh for 9.")
end

function TestAuctions.test_second_price()
  lu.assertEquals(chips((sale("second", { { 1, "bid", 3 }, { 2, "bid", 9 }, { 3, "bid", 7 } }))), { 40, 33, 40, 7 })
  lu.assertEquals(chips((sale("second", { { 1, "bid", nil }, { 2, "bid", 9 }, { 3, "bid", nil } }))), { 40, 38, 40, 2 })
  lu.assertEquals(chips((sale("second", { { 1, "bid", 9 }, { 2, "bid", 9 }, { 3, "bid", 1 + 1 } }))), { 31, 40, 40, 9 })
end

function TestAuctions.test_everybody_pays()
  lu.assertEquals(chips((sale("all_pay", { { 1, "bid", 3 }, { 2, "bid", 9 }, { 3, "bid", nil } }))), { 37, 31, 40, 12 })
end

function TestAuctions.test_secret_bids_are_seen_by_nobody_before_the_end()
  local g = open("estate_sale", { seats = 2, rules = { way = "sealed" } })
  g:run()
  g:answer(30)
  g:run()
  lu.assertEquals(g.t.seat[1].chips:amount(), 40)
  lu.assertNotStrContains(said(g), "30")
end

TestDrafts = {}

function TestDrafts.test_all_take_together_and_the_hands_go_on()
  local g = open("menagerie", { seats = 3, seed = "d" })
  g:run()
  local hands = {}
  for i, seat in ipairs(g.t.seat) do hands[i] = seat.hand:list() end
  for i = 1, 3 do
    g:run()
    lu.assertEquals(g:question().seat.number, i)
    lu.assertEquals(#g.t.seat[1].taken, 0) -- nobody shows before all have chosen
    g:answer { hands[i][1] }
  end
  g:run()
  for i, seat in ipairs(g.t.seat) do
    lu.assertTrue(seat.taken:top() == hands[i][1])
    lu.assertEquals(#seat.hand, 3)
    lu.assertTrue(g.t:where(hands[(i - 2) % 3 + 1][2]) == seat.hand) -- from the right
  end
end

function TestDrafts.test_the_direction_turns_with_the_round()
  local g = open("menagerie", { seats = 3, rules = { dealt = 2 } })
  g:play("random")
  local text = said(g)
  lu.assertTrue(text:find("go to the left") < text:find("go to the right"))
  lu.assertEquals(#g.t.seat[1].taken, 2)
end

function TestDrafts.test_more_at_a_time_than_there_are()
  local g = open("menagerie", { seats = 2, rules = { dealt = 5, at_a_time = 3, rounds = 1 } })
  lu.assertEquals(g:play("random"), "finished")
  lu.assertEquals(#g.t.seat[1].taken + #g.t.seat[2].taken, 10)
end

function TestDrafts.test_cards_of_the_spreadsheet_score()
  local g = open("menagerie", { seats = 2 })
  g:place("Red Fox, Old Owl, Old Owl, Goat, Goat", g.t.seat[1].taken)
  g:place("Pike, the Elder", g.t.seat[2].taken)
  lu.assertEquals({ g.t:worth(g.t.seat[1]), g.t:worth(g.t.seat[2]) }, { 1 + 2 + 3 + 3 + 6, 8 })
end

TestInitiative = {}

local function fight(rolls, seats)
  local g = open("crossed_blades", { seats = seats or 3, rules = { wounds = 10 } })
  g:run("roll_speed")
  for i, n in ipairs(rolls) do g.t.seat[i].initiative = n end
  return g
end

local STRIKE = "strike"

function TestInitiative.test_higher_acts_first_and_ties_go_to_the_healthier()
  local g = fight { 5, 12, 5 }
  g.t.seat[1].health:pay(1, g.t.past)
  answer(g, { { 2, "hold", false }, { 2, "act", "rest" }, { 3, "hold", false }, { 3, "act", "rest" },
    { 1, "act", "rest" } })
end

function TestInitiative.test_holding_and_interrupting()
  local g = fight { 5, 12, 8 }
  answer(g, { { 2, "hold", true }, { 2, "interrupt", false }, { 3, "hold", false }, { 3, "act", "rest" },
    { 2, "interrupt", true }, { 2, "act", STRIKE }, { 2, "at", g.t.seat[1] }, { 1, "act", "rest" } })
  lu.assertStrContains(said(g), "Ben holds.")
  lu.assertStrContains(said(g), "Ben interrupts Anna.")
  lu.assertEquals(g:measures().interruptions, 1)
end

function TestInitiative.test_who_holds_to_the_end_acts_last()
  local g = fight { 5, 12, 8 }
  answer(g, { { 2, "hold", true }, { 2, "interrupt", false }, { 3, "hold", true }, { 2, "interrupt", false },
    { 3, "interrupt", false }, { 1, "act", "rest" }, { 2, "act", "rest" }, { 3, "act", "rest" } })
  lu.assertNil(g:measures().interruptions)
end

function TestInitiative.test_who_is_down_neither_acts_nor_holds()
  local g = fight { 5, 12, 8 }
  answer(g, { { 2, "hold", true }, { 2, "interrupt", false }, { 3, "hold", false }, { 3, "act", "rest" } })
  g.t.seat[2].health:pay(10, g.t.past)
  answer(g, { { 1, "act", "rest" } })
  lu.assertEquals(g:run("dusk"), "step")
end

function TestInitiative.test_no_holding_by_the_rule()
  local g = open("crossed_blades", { seats = 2, rules = { holding = false } })
  while g:run() ~= "finished" do
    if g.status == "question" then
      lu.assertNotEquals(g:question().name, "hold")
      g:answer_random()
    end
  end
end

function TestInitiative.test_the_games_own_state_is_kept()
  local g = open("crossed_blades", { seats = 2 })
  lu.assertEquals({ g.t.round, g.t.seat[1].acted }, { 0, false })
end

TestClocks = {}

function TestClocks.test_a_clock_strikes_once_and_nothing_is_lost()
  local g = open("crossed_blades", { seats = 2, rules = { dusk = 2, wounds = 10, breath = 20 } })
  g:play("random")
  local _, strikes = said(g):gsub("Dusk: the clock has struck", "")
  lu.assertEquals(strikes, 1)
  local sum = g.t.light:amount() + g.t.past:amount()
  for seat in g.t:seats() do sum = sum + seat.health:amount() + seat.breath:amount() end
  lu.assertEquals(sum, 2 + 2 * 30)
  lu.assertStrContains(said(g), "Light: ○○")
  lu.assertStrContains(said(g), "Light: ●○")
end

function TestClocks.test_only_what_there_is_time_for_is_offered()
  local g = open("crossed_blades", { seats = 2, rules = { breath = 2, holding = false } })
  g:run()
  lu.assertEquals(g:question().options, { "strike", "rest" })
end

function TestClocks.test_time_for_nothing()
  local costs = {}
  for i = 1, 3 do costs[i] = { act = ({ "strike", "thrust", "rest" })[i], breath = 5 } end
  local g = open("crossed_blades", { seats = 2, rules = { breath = 3, holding = false, costs = costs } })
  g:run("dusk")
  lu.assertEquals(g.t.seat[1].breath:amount(), 0)
  lu.assertStrContains(said(g), "has no time for anything more.")
end

function TestClocks.test_a_face_has_as_many_segments_at_both_ends()
  local clocks = require "clocks"
  local full, empty = ("○"):rep(6), ("●"):rep(6)
  lu.assertEquals({ clocks.face(0, 6), clocks.face(6, 6) }, { empty, full })
  lu.assertEquals({ clocks.face(1, 6), clocks.face(5, 6) }, { "●●●●●○", "●○○○○○" })
  lu.assertEquals({ clocks.face(-2, 6), clocks.face(9, 6) }, { empty, full })
  lu.assertEquals({ clocks.face(0, 0), clocks.face(1, 1), clocks.face(0, 1) }, { "", "○", "●" })
end

TestMistakes = {}

-- A game whose only step is these lines, which begin at line 11 of the script.
local MISTAKEN = [[
local %s = require "%s"
return game {
  seats = { 2, 3 }, deck = "standard",
  piles = { trick = "everyone", seat = { hand = "owner", taken = "everyone" } },
  pools = %s,
  rules = %s,
  state = %s,
  order = { "go" },
  -- the step
  go = function(t)
    %s
    t:finish()
  end,
}
]]

local POOLS = "{ pot = 0, seat = { chips = 50 } }"
local RULES, STATE = "betting.with(betting.rules)", "betting.with(betting.state, { seat = betting.seat })"

local function mistaken(module, step, pools, rules, state)
  local is_betting = module == "betting"
  return pcall(function()
    local g = tools.open(MISTAKEN:format(module, module, pools or POOLS, rules or is_betting and RULES or "{}",
      state or is_betting and STATE or "{}", step), { seats = 2 })
    local status, why = g:play "random"
    if status ~= "finished" then error(why, 0) end
  end)
end

function TestMistakes.test_one_sentence_at_the_scripts_line()
  for _, row in ipairs {
    { "betting", "betting.begin(t, t.seat) betting.round(t, { seats = t.seat, pott = t.pot })",
      "betting.round: unknown field `pott`, did you mean `pot`?" },
    { "betting", "betting.begin(t, t.seat) betting.round(t, { seats = t.seat })",
      "betting.round: `pot` is missing: expected a pool" },
    { "betting", "betting.begin(t, t.seat) betting.round(t, { seats = t.seat, pot = none })",
      "betting.round: `pot` is none: expected a pool" },
    { "betting", "betting.begin(t, t.seat) betting.round(t, { seats = t.seat[1], pot = t.pot })",
      "betting.round: `seats` is a seat: expected a list of seats" },
    { "betting", "betting.round { seats = t.seat, pot = t.pot }",
      "betting.round: expected the game's table `t` before the fields" },
    { "betting", "betting.round(t, { seats = t.seat, pot = t.pot })",
      "betting.round: no hand has begun: call betting.begin(t, seats) first" },
    { "betting", "betting.ante(t, t.seat, 1, t.pot)",
      "betting.ante: no hand has begun: call betting.begin(t, seats) first" },
    { "betting", "betting.begin(t, t.seat) t.seat[1].folded = true betting.ante(t, t.seat, 1, t.pot)",
      "betting.ante: Anna has folded: call betting.begin(t, seats) before each hand" },
    { "betting", "betting.begin(t)", "betting.begin: `seats` is missing: expected a list of seats" },
    { "betting", "betting.award(t, { seats = t.seat, pot = t.pot, strenght = tostring })",
      "betting.award: unknown field `strenght`, did you mean `strength`?" },
    { "drafts", "drafts.turn(t, { too = 'taken' })", "drafts.turn: unknown field `too`, did you mean `to`?" },
    { "drafts", "drafts.take(t, { to = 'token' })", "drafts.take: a seat has no `token`, did you mean `taken`?" },
    { "drafts", "drafts.take(t, { count = 'two' })",
      "drafts.take: `count` is the text `two`: expected a whole number" },
    { "drafts", "drafts.take(t, { hand = t.seat[1].hand })",
      "drafts.take: `hand` is a pile: expected a name, as a text" },
    { "auctions", "auctions.ascending(t, { what = 'it' })", "auctions.ascending: `to` is missing: expected a pool" },
    { "auctions", "auctions.sealed(t, { to = t.pot, pool = 'gold' })", "auctions.sealed: a seat has no `gold`: declare "
      .. "it in `pools`, or say with `pool` which pool pays" },
    { "auctions", "auctions.all_pay(t, { to = t.pot, lest = 3 })",
      "auctions.all_pay: unknown field `lest`, did you mean `least`?" },
    { "initiative", "initiative.begin(t, function() return 1 end)",
      "initiative.begin: a seat has no `holding`: declare state = initiative.with { ... }" },
    { "clocks", "clocks.act(t, t.seat[1], { clok = t.seat[1].chips, past = t.pot, costs = { run = 1 } })",
      "clocks.act: unknown field `clok`, did you mean `clock`?" },
    { "clocks", "clocks.run(t, t.seat[1].chips, 2)",
      "clocks.run: `past` is missing: expected a pool" },
    { "match", "match.winner(t, function() return 1 end)", "match.winner: `goal` is missing: expected a number" },
    { "tournament", "tournament.standings(t, 'chips')",
      "tournament.standings: `seats` is the game's table: expected a list of seats" },
    { "auctions", "auctions.sealed(t, t.seat[1])", "auctions.sealed: expected a table of fields, got a seat" },
    { "auctions", "auctions.sealed(t)", "auctions.sealed: expected a table of fields, got nothing" },
    { "tricks", "tricks.play(t, t.seat[1])", "tricks.play: `pile` is missing: expected a pile" },
  } do
    local good, why = mistaken(row[1], row[2])
    lu.assertFalse(good, row[2])
    lu.assertStrContains(why, "game.lua:11: " .. row[3])
  end
end

-- All modules in one game.
local EVERYTHING = [[
local modules = {}
%s
modules.order = modules.tricks.order {}
modules.scores = modules.counting.compile { patterns = { { name = "fifteen", kind = "sum", sum = 15, score = 2 } } }
local betting, initiative = modules.betting, modules.initiative
return game {
  seats = { 2, 4 }, deck = "standard",
  rules = betting.with(betting.rules, { big_blind = { 2, "chips", min = 0 } }),
  pools = { pot = 0, seat = { chips = 50 } },
  piles = { trick = "everyone", seat = { hand = "owner", taken = "owner" } },
  state = initiative.with(betting.with(betting.state, { seat = betting.with(betting.seat, { points = 0 }) })),
  order = { "over" },
  over = function(t) t:finish() end,
  call = function(_, module, name, ...) return modules[module][name](...) end,
  functions = function(_, module)
    local names = {}
    for name, value in pairs(modules[module]) do names[#names + 1] = type(value) == "function" and name or nil end
    return names
  end,
}
]]

-- Arguments that will do, for each function of each module.
local function good_arguments(t)
  local seat, seats, card = t.seat[1], table.move(t.seat, 1, #t.seat, 1, {}), t.seat[1].hand:top()
  local function one() return 1 end
  local auction = { t, { what = "it", seats = seats, to = t.pot, least = 1 } }
  return {
    auctions = { ascending = auction, sealed = auction, all_pay = auction },
    betting = { players = { t, seat }, inside = { seats }, to_call = { t, seat, seats }, begin = { t, seats },
      choice = { t, seat, { seats = seats, pot = t.pot } }, round = { t, { seats = seats, pot = t.pot } },
      ante = { t, seats, 1, t.pot }, post = { t, seat, 1, t.pot, "straddle" }, level = { { 1, 2 }, 3, 1 },
      blinds = { t, seat, t.seat[2], 2, t.pot }, after_blinds = { t, seats, 2 }, post_blinds = { t, seats, t.pot, 2 },
      dead_button = { seats, seat, t.seat[2] }, award = { t, { seats = seats, pot = t.pot, strength = one } },
      hand = { t, { seats = seats, pot = t.pot, strength = one, streets = { one } } },
      with = { { a = 1 }, { b = 2 } } },
    clocks = { run = { t, seat.chips, 1, t.pot, "x" }, face = { 2, 3 }, next = { t, "chips", seat },
      act = { t, seat, { clock = seat.chips, past = t.pot, costs = { run = 1 } } } },
    counting = { compile = { { patterns = { { kind = "set", score = 2 } } } } },
    drafts = { take = { t, {} }, pass = { t, {} }, turn = { t, {} } },
    initiative = { with = { {} }, begin = { t, one }, turn = { t, {} } },
    match = { winner = { t, "points", 10 } },
    order = { playable = { seat.hand, t.trick, "hearts" }, why = { card, seat.hand, t.trick, "hearts" },
      suit = { card, "hearts" }, beats = { card, card, "hearts" }, winner = { { card }, "hearts" },
      play = { t, seat, t.trick, "hearts" } },
    scores = { sum = { { card } }, peg = { { card } }, show = { { card }, card, { fifteen = 2 } },
      total = { { card }, card, { fifteen = 2 } } },
    tournament = { standings = { seats, "points" }, order = { seats, "points" }, bye = { seats, "points" },
      pair = { seats, one }, payout = { 10, { 1, 2 } } },
  }
end

-- Whatever takes the place of an argument, a mistake is told in a sentence, and never in Lua's own words.
function TestMistakes.test_any_wrong_argument()
  local requires = {}
  for _, name in ipairs { "auctions", "betting", "clocks", "counting", "drafts", "initiative", "match", "tournament",
    "tricks" } do
    requires[#requires + 1] = ("modules.%s = require %q"):format(name, name)
  end
  local g = tools.open(EVERYTHING:format(table.concat(requires, "\n")))
  local t = g.t
  for seat in t:seats() do t.deck:deal(3, seat.hand) end
  local wrong = { 3, -1, 1.5, "x", true, {}, { 1 }, { "x" }, t, t.seat[1], t.pot, t.trick, tostring,
    t.seat[2].hand:top() }
  for module, functions in pairs(good_arguments(t)) do
    for _, name in ipairs(t:functions(module)) do
      local arguments = functions[name] or {}
      lu.assertTrue(#arguments > 0, name)
      for i = 1, #arguments do
        for k = 0, #wrong do
          local given = table.move(arguments, 1, #arguments, 1, {})
          given[i] = wrong[k]
          local good, why = pcall(t.call, t, module, name, table.unpack(given, 1, #arguments))
          local in_luas = not good and (why:find "attempt to" or why:find "bad argument")
          lu.assertFalse(in_luas and true or false, ("%s.%s, argument %d: %s"):format(module, name, i, tostring(why)))
        end
      end
    end
  end
end

-- What is constant, and lists of nobody, are as good as others.
function TestMistakes.test_a_trick_without_hands()
  local _, why = tools.open([[local tricks = require "tricks"
    return game { seats = { 2, 3 }, deck = "standard", piles = { trick = "everyone", seat = { held = "owner" } },
      order = { "go" }, go = function(t) tricks.play(t, t.seat[1], t.trick) end }]], { seats = 2 }):play "random"
  lu.assertStrContains(why, "game.lua:3: tricks.play: a seat has no `hand`: declare piles = { seat = { hand = ")
end

function TestMistakes.test_what_is_none()
  lu.assertTrue(mistaken("betting", "betting.begin(t, {}) betting.begin(t, t.seat)"))
  lu.assertTrue(mistaken("tournament", "tournament.standings({}, 'chips') tournament.pair(t.seat)"))
  lu.assertTrue(mistaken("drafts", "drafts.take(t, t.rules.options)", nil,
    "{ options = { { count = 1 }, 'options' } }"))
end

function TestMistakes.test_what_a_game_declares_for_betting()
  local play = "betting.begin(t, t.seat) betting.round(t, { seats = t.seat, pot = t.pot })"
  lu.assertTrue(mistaken("betting", play))
  for sentence, declared in pairs {
    ["the table has no `seats_in_hand`: declare state = betting.with("] = { nil, nil, "{}" },
    ["a seat has no `bet`: declare state = betting.with(betting.state, { seat = betting.seat })"] = { nil, nil,
      "betting.state" },
    ["a seat has no `chips`: declare pools = { seat = { chips = 50 } }"] = { "{ pot = 0 }" },
    ["no rule `limit`: declare rules = betting.with(betting.rules)"] = { nil, "{}" },
  } do
    local _, why = mistaken("betting", play, table.unpack(declared, 1, 3))
    lu.assertStrContains(why, "game.lua:11: betting.begin: " .. sentence)
  end
end

function TestMistakes.test_a_game_has_its_own_defaults_of_betting()
  local function shown(rules)
    return mistaken("betting", "", nil, "betting.with(betting.rules, { " .. rules .. " })")
  end
  lu.assertTrue(shown "limit = 'pot', big_blind = 4, hands = { 20, 'hands played' }")
  lu.assertStrContains(select(2, shown "limt = 'pot'"), "game.lua:6: betting.with: unknown rule `limt`, did you mean")
  lu.assertStrContains(select(2, shown "limit = 'pots'"), "rule limit = pots: expected one of none, fixed")
  lu.assertStrContains(select(2, mistaken("betting", "", nil, "betting.with { limit = 'pot' }")),
    "game.lua:6: betting.with: expected betting.rules before `limit`: betting.with(betting.rules, { limit = ... })")
  local betting = require "betting"
  lu.assertEquals(betting.with(betting.state, { limit = 3 }).limit, 3) -- a state may have that name
  local page = tools.says("help betting.rules", 0)
  for name in pairs(betting.rules) do lu.assertStrContains(page, "`" .. name .. "`") end
  local mine = betting.with(betting.rules, { limit = "pot", doubled = false, big_blind = { 8, "chips" } })
  lu.assertEquals({ mine.limit[1], mine.limit.one_of, mine.doubled[1], mine.big_blind[1], betting.rules.limit[1] },
    { "pot", betting.rules.limit.one_of, false, 8, "none" })
end

function TestMistakes.test_a_module_that_there_is_not()
  for name, sentence in pairs { draft = 'no module "draft", did you mean `drafts`?',
    scores = 'no module "scores": require "GAME.scores" reads scores.lua in the game\'s folder',
    ["game.gama"] = 'no module "game.gama", did you mean `game.game`?' } do
    local _, why = pcall(tools.open, ("local m = require %q\nreturn game {}"):format(name))
    lu.assertStrContains(why, "game.lua:1: require: " .. sentence)
  end
end
