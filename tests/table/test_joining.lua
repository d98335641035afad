-- Seats that join and leave a game under way, by tests/fixtures/games/initiative and
-- games of a few lines.

local tools = dofile "tests/tools.lua"
local raises = lu.assertErrorMsgContains
local GAME = "tests/fixtures/games/initiative"
local fight = tools.opener(GAME, { seed = "1" })

local function seated(t)
  local list = {}
  for seat in t:seats() do list[#list + 1] = seat.name end
  return table.concat(list, " ")
end

local function practice(more)
  local declaration = { deck = "standard", piles = { seat = { hand = "owner" } }, seats = { 2, 4 },
    pools = { bank = "mint", seat = { chips = 10 } }, state = { dealer = none, seat = { points = 5 } }, joining = true,
    profile = { str = { 10, "strength", min = 1, max = 20 } } }
  for key, value in pairs(more or {}) do declaration[key] = value end
  return croupier.practice(declaration)
end

-- Anna and Ben, where one would be enough.
local function two_of_four(most)
  local t = practice { seats = { 1, most or 4 } }
  t:join { name = "Ben" }
  return t
end

TestJoining = {}

function TestJoining.test_a_new_seat_has_everything_as_at_the_start()
  local t = practice()
  t.seat[1].points = 7
  local olaf = t:join { name = "Olaf", profile = { str = 15 } }
  lu.assertEquals(seated(t), "Anna Ben Olaf")
  lu.assertEquals(#t.seat, 3)
  lu.assertEquals({ olaf.points, olaf.chips:amount(), #olaf.hand, olaf.profile.str, olaf.number }, { 5, 10, 0, 15, 3 })
  lu.assertEquals(tostring(olaf.hand), "Olaf's hand")
  lu.assertTrue(olaf.seated)
  t.deck:deal(3, olaf.hand)
  lu.assertEquals(#olaf.hand, 3)
end

-- A deck of each seat is whole when somebody sits down, and stays with the chair.
function TestJoining.test_a_deck_for_each_seat()
  local coins = kind { name = "coins", extras = { "one", "two", "three" } }
  local t = practice { deck = none, decks = { deck = "standard", seat = { purse = { coins, copies = 2 } } },
    piles = { table = "everyone", seat = { hand = "owner" } }, seats = { 2, 4 } }
  local olaf = t:join { name = "Olaf" }
  lu.assertEquals({ #olaf.purse, tostring(olaf.purse) }, { 6, "Olaf's purse" })
  olaf.purse:shuffle()
  olaf.purse:draw(2, olaf.hand)
  olaf.purse:draw(1, t.table)
  olaf.purse:draw(1, t.seat[1].hand)
  t.seat[1].purse:draw(1, olaf.purse)
  t.deck:deal(1, olaf.hand)
  raises("leave: Olaf has 1 card in purse: say where it goes", olaf.leave, olaf, { hand = t.deck, pools = t.bank })
  olaf:leave { cards = t.deck, pools = t.bank }
  lu.assertEquals({ #t.table, #t.seat[1].hand, #t.deck, #t.seat[1].purse }, { 0, 0, 53, 5 })
  t:gather(t.seat[1].purse)
  lu.assertEquals({ #t.deck, #t.seat[1].purse }, { 52, 6 })
  for _ = 1, 30 do t:join { name = "Gina" }:leave { pools = t.bank } end -- in other chairs, then in Olaf's
  local names = {}
  for card in t:join { name = "Gina" }.purse:cards() do names[#names + 1] = card.name end
  lu.assertEquals(table.concat(names, " "), "one two three one two three")
end

function TestJoining.test_its_place_in_the_order()
  local t = practice()
  lu.assertEquals(t.seat[1]:left(), t.seat[2])
  lu.assertEquals(t.seat[1]:left(2), t.seat[1])
  local olaf = t:join { name = "Olaf", after = t.seat[1] }
  lu.assertEquals(seated(t), "Anna Olaf Ben")
  lu.assertEquals(t.seat[1]:left(2), t.seat[3])
  lu.assertEquals(t.seat[1]:left(), olaf)
  lu.assertEquals(t.seat[3]:right(), olaf)
  lu.assertEquals(olaf:left().name, "Ben")
  local back = {}
  for seat in t:seats_back(olaf) do back[#back + 1] = seat.name end
  lu.assertEquals(back, { "Olaf", "Anna", "Ben" })
  local each = {}
  t:each(function(_, seat) each[#each + 1] = seat.name end, olaf)
  lu.assertEquals(each, { "Olaf", "Ben", "Anna" })
end

-- Whoever sat there in the game before.
function TestJoining.test_empty_chairs_are_as_at_the_start()
  local b = fight({ seats = 2 }).build
  local third, last = b.seats[3], b.seats[b.count]
  lu.assertEquals({ third.hits, last.hits }, { 0, 0 })
  local olaf = b.t:join { name = "Olaf" }
  lu.assertEquals(olaf, third)
  olaf.hits = 7
  olaf.life:pay(1, b.t.surgeon)
  b.hooks.reset()
  lu.assertEquals({ #b.t.seat, third.hits, third.life:amount(), third.seated }, { 2, 0, 0, false })
  b.hooks.reset()
  lu.assertEquals({ b.t.seat[1].life:amount(), b.t:join({ name = "Vera" }).life:amount() },
    { b.t.rules.wounds, b.t.rules.wounds })
end

function TestJoining.test_who_has_left_is_passed_over()
  local t = two_of_four()
  local anna, ben = t.seat[1], t.seat[2]
  local clara = t:join { name = "Clara" }
  t.dealer = ben
  ben:leave { pools = t.bank }
  lu.assertEquals(seated(t), "Anna Clara")
  lu.assertFalse(ben.seated)
  lu.assertEquals(t.dealer:left(), clara)
  lu.assertEquals(t.dealer:right(), anna)
  lu.assertEquals(t.bank:amount(), 10)
  local from = {}
  for seat in t:seats(ben) do from[#from + 1] = seat.name end
  lu.assertEquals(from, { "Clara", "Anna" })
  clara:leave { pools = none }
  lu.assertEquals(ben:left(), anna)
  lu.assertEquals(clara:left(2), anna)
  lu.assertErrorMsgContains("ask: Ben has left the table", function() ben:ask { "q", "?", confirm = true } end)
end

function TestJoining.test_who_leaves_while_seats_are_walked_is_not_met()
  local t = two_of_four()
  local met = {}
  for seat in t:seats() do
    met[#met + 1] = seat.name
    if seat.name == "Anna" then t.seat[2]:leave { pools = none } end
  end
  lu.assertEquals(met, { "Anna" })
end

function TestJoining.test_what_a_leaver_holds_must_go_somewhere()
  local t = two_of_four()
  local ben = t.seat[2]
  t.deck:deal(3, ben.hand)
  local function stays(what, to)
    lu.assertErrorMsgContains("leave: " .. what, function() ben:leave(to) end)
    lu.assertEquals({ #t.seat, #ben.hand, ben.chips:amount() }, { 2, 3, 10 })
  end
  stays("Ben has 3 cards in hand: say where they go, like seat:leave { hand = t.deck }", { pools = none })
  stays("Ben has 10 chips: say where they go, like seat:leave { chips = t.bank }", { cards = t.deck })
  stays("Ben has 3 cards in hand", { cards = t.bank })
  stays("Ben has 10 chips", { cards = t.deck, pools = t.deck })
  stays("a seat has no `hnad`, did you mean `hand`?", { hnad = t.deck })
  ben:leave { hand = t.deck, chips = t.seat[1].chips }
  lu.assertEquals({ #t.seat, #t.deck, t.seat[1].chips:amount() }, { 1, 52, 20 })
end

function TestJoining.test_most_and_fewest()
  local t = practice()
  lu.assertErrorMsgContains("leave: practice is for 2 to 4 players: nobody can leave",
    function() t.seat[1]:leave { pools = none } end)
  t:join { name = "Clara" }
  t:join { name = "David" }
  lu.assertErrorMsgContains("join: practice is for 2 to 4 players: there is no seat left",
    function() t:join { name = "Emma" } end)
end

function TestJoining.test_who_may_not_join()
  local t = practice()
  local function stays_out(sentence, who)
    lu.assertErrorMsgContains("join: " .. sentence, function() t:join(who) end)
    lu.assertEquals(#t.seat, 2)
  end
  stays_out("expected { name = }", "Olaf")
  stays_out("Anna is already here", { name = "anna" })
  stays_out("expected a name of at most 40 letters", { name = "a=b" })
  stays_out("expected a name", {})
  stays_out("a name can't contain U+202E, an invisible character", { name = "O\u{202e}laf" })
  stays_out("Olaf: str = 30: expected a whole number from 1 to 20", { name = "Olaf", profile = { str = 30 } })
  stays_out("Olaf: a player has no `strenght`", { name = "Olaf", profile = "strenght 3" })
  stays_out("no field `naem`, did you mean `name`?", { naem = "Olaf" })
  stays_out("`after`: expected a seat of this table", { name = "Olaf", after = t.deck })
  local fixed = croupier.practice { seats = 2 }
  lu.assertErrorMsgContains("join: nobody can join practice: it lacks", function() fixed:join { name = "Olaf" } end)
  lu.assertErrorMsgContains("leave: practice lacks `joining = true`", function() fixed.seat[1]:leave() end)
end

function TestJoining.test_the_games_own_check_is_asked()
  local t = practice { check = function(_, seats, players)
    if seats > 3 then return "three are enough" end
    for _, player in ipairs(players) do if player.profile.str == 13 then return "nobody has 13" end end
  end }
  lu.assertErrorMsgContains("join: nobody has 13", function() t:join { name = "Olaf", profile = "str 13" } end)
  t:join { name = "Olaf" }
  lu.assertErrorMsgContains("join: three are enough", function() t:join { name = "Pia" } end)
end

function TestJoining.test_a_chair_is_given_again_only_when_all_were_had()
  local t = two_of_four(32)
  local numbers = {}
  for i = 3, 40 do
    local seat = t:join { name = "N" .. i }
    numbers[#numbers + 1] = seat.number
    seat.points = 99
    seat:leave { pools = none }
  end
  lu.assertEquals({ numbers[1], numbers[30], numbers[31], numbers[32] }, { 3, 32, 3, 4 })
  local again = t:join { name = "Last" }
  lu.assertEquals({ again.points, again.chips:amount(), tostring(again.hand) }, { 5, 10, "Last's hand" })
end

function TestJoining.test_what_a_declaration_may_say()
  lu.assertErrorMsgContains("`joining`: expected true, a function", function() practice { joining = 3 } end)
  lu.assertErrorMsgContains("joining.whom: expected who, when or moment",
    function() practice { joining = { whom = 1 } } end)
  lu.assertErrorMsgContains("joining.when: there is no step `idel`, did you mean `idle`?",
    function() practice { joining = { when = { "idel" } } } end)
end

-- --- at a table ---

function TestJoining.test_out_of_turn()
  local g = fight { seats = 2 }
  lu.assertEquals({ g:leave(g.t.seat[2]) }, { true })
  local vera = g:join("Vera", "quick yes")
  lu.assertTrue(vera.profile.quick)
  lu.assertEquals(seated(g.t), "Anna Vera")
  g:run("act")
  lu.assertEquals(#vera.card, 1)
  lu.assertEquals({ g:join("Wim") }, { nil, "`join` is not for the time before `act`" })
  g.t.round = g.t.rules.rounds
  g:run("draw")
  lu.assertEquals(g.status, "finished")
end

function TestJoining.test_who_may_is_the_games_to_say()
  local g = fight { seats = 3, rules = { rounds = 1, wounds = 9 } }
  g.t.round = 1
  lu.assertEquals({ g:join("Vera") }, { nil, "the fight is nearly over" })
  lu.assertEquals({ g:leave(g.t.seat[1]) }, { nil, "nobody runs away in the last round" })
end

function TestJoining.test_undo_snapshots_and_hashes()
  local g = fight { seats = 2 }
  local start, hash = g:snapshot(), g:hash()
  g:join("Olaf", "quick yes")
  local joined, with = g:snapshot(), g:hash()
  lu.assertNotEquals(with, hash)
  g:undo()
  lu.assertEquals({ seated(g.t), g:hash() }, { "Anna Ben", hash })
  g:restore(joined)
  lu.assertEquals({ seated(g.t), g:hash(), g.t.seat[3].profile.quick }, { "Anna Ben Olaf", with, true })
  lu.assertEquals(tostring(g.t.seat[3].card), "Olaf's card")
  g:restore(start)
  lu.assertEquals({ seated(g.t), g:hash() }, { "Anna Ben", hash })
  g:join("Pia")
  lu.assertEquals({ tostring(g.t.seat[3].card), g.t.seat[3].profile.quick }, { "Pia's card", false })
end

function TestJoining.test_the_same_game_from_a_snapshot()
  local g = fight { seats = 3, seed = "5", rules = { wounds = 9 } }
  g:join("Olaf")
  g:run("clear")
  g:step()
  lu.assertTrue(g:leave(g.t.seat[1]))
  local before = g:snapshot()
  g:play("random")
  local result = g:result()
  g:restore(before)
  lu.assertEquals(seated(g.t), "Ben Clara Olaf")
  g:play("random")
  lu.assertEquals(g:result(), result)
end

function TestJoining.test_standings_have_all_who_sit_there()
  local t = two_of_four()
  local gone = t.seat[2]
  gone:leave { pools = none }
  local olaf = t:join { name = "Olaf" }
  lu.assertErrorMsgContains("the standings leave out Olaf", function() t:finish { t.seat[1] } end)
  t:finish { olaf, t.seat[1], gone }
end

function TestJoining.test_views_show_who_sits_there()
  local g = fight { seats = 3 }
  local ben = g.t.seat[2]
  g:run("act")
  local function seen(t, me)
    local list = {}
    for seat in t:seats(me) do list[#list + 1] = seat.name end
    return table.concat(list, " "), #t.seat, me:left().name, me.seated
  end
  local function look(seat)
    local row
    g:view(seat, function(t, me) row = { seen(t, me) } end)
    return row
  end
  lu.assertEquals(look(ben), { "Ben Clara Anna", 3, "Clara", true })
  g.t.seat[3]:leave { cards = g.t.spent, pools = none }
  g.t:join { name = "Olaf" }
  lu.assertEquals(look(ben), { "Ben Olaf Anna", 3, "Olaf", true })
  lu.assertStrContains(table.concat(g:screen(ben), "\n"), "Olaf: life 3, hits 0")
  lu.assertNotStrContains(table.concat(g:screen(ben), "\n"), "Clara")
end

function TestJoining.test_every_game_ends_whoever_comes_and_goes()
  for game = 1, 20 do
    local g = fight { seats = 1 + game % 4, seed = "joining " .. game }
    local chance = game
    while g:run("draw") == "step" do
      chance = chance * 31 % 101
      if chance % 3 == 0 then g:join("N" .. chance .. g.t.round) end
      if chance % 3 == 1 and #g.t.seat > 1 then g:leave(g.t.seat[chance % #g.t.seat + 1]) end
      local cards = #g.t.deck + #g.t.spent
      for seat in g.t:seats() do cards = cards + #seat.card end
      lu.assertEquals(cards, 52)
      if g:step() ~= "step" then break end
    end
    lu.assertEquals({ g.status, g.why }, { "finished" })
  end
end

TestFinish = {}

local function finished(standings)
  local t = practice { seats = 3, order = { "idle" }, joining = false }
  t.seat[2].points = 9
  t:finish(standings(t))
  return t
end

function TestFinish.test_a_list_of_seats_or_the_name_of_a_field()
  local g = croupier.open("tests/fixtures/games/initiative",
    { seats = 3, seed = "1", rules = { rounds = 1, wounds = 9 } })
  g:run("over")
  g.t.seat[3].hits = 50
  g:step()
  lu.assertEquals({ g:result()[1].seat, g:result()[1].score, g:result()[1].place }, { g.t.seat[3], 50, 1 })
  finished(function(t) return { t.seat[2], t.seat[3], t.seat[1] } end)
  finished(function() return "points" end)
  local function no_standings(sentence, standings)
    lu.assertErrorMsgContains(sentence, function() finished(standings) end)
  end
  no_standings("the standings leave out Clara", function(t) return { t.seat[1], t.seat[2] } end)
  no_standings("a list of seats contains something else", function(t) return { t.seat[1], { seat = t.seat[2],
    place = 2 } } end)
  no_standings("has two rows", function(t) return { t.seat[1], t.seat[1], t.seat[2] } end)
  no_standings("a seat has no `pionts`, did you mean `points`?", function() return "pionts" end)
end

TestRun = {}

function TestRun.test_nobody_bets_by_chance_on_the_way()
  local function folds_and_raises(answerers)
    local count = 0
    for seed = 1, 10 do
      local g = croupier.open("baltimore_poker", { seats = 4, seed = tostring(seed) })
      g:run("showdown", answerers)
      for _, e in ipairs(g:events()) do
        if e.kind == "answer" and (e.more:find("fold") or e.more:find("raise")) then count = count + 1 end
      end
    end
    return count
  end
  lu.assertEquals(folds_and_raises(), 0)
  lu.assertTrue(folds_and_raises("random") > 0)
end
