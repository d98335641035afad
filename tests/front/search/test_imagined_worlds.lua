-- What bots that search imagine: their answers depend on what they can know alone, and the worlds are those that their
-- seat's memory allows, each as often.

local searching = dofile "tests/front/search/searching.lua"

local all_games, world_of, each_question = searching.all_games, searching.world_of, searching.each_question
local give, with_game, small = searching.give, searching.with_game, searching.small

TestWorlds = {}

-- What it answers where hidden cards were exchanged and where they were not: how many questions, and at how many of them
-- the answers differ.
local function differences(name, most, peek)
  local w, asked, differ = world_of(name, "honest " .. name), 0, 0
  if peek then w:call_with_table("search.honesty", "peek", true) end
  each_question(w, most, function(n)
    if n % 3 ~= 0 then return nil end
    local first = w:call_with_table("search.honesty", "answer", peek and "search:60" or "search:24")
    if w:call_with_table("search.honesty", "exchange", name .. n) == 0 then return nil end
    local second = w:call_with_table("search.honesty", "answer", peek and "search:60" or "search:24")
    w:call_with_table("search.honesty", "put_back")
    asked, differ = asked + 1, differ + (first ~= second and 1 or 0)
    return nil
  end)
  w:call_with_table("search.honesty", "peek", false)
  w:close()
  return asked, differ
end

function TestWorlds.test_hidden_cards_change_nothing()
  local all = 0
  for _, name in ipairs(all_games()) do
    local asked, differ = differences(name, 24)
    lu.assertEquals(differ, 0, name)
    all = all + asked
  end
  lu.assertTrue(all > 60, all)
end

function TestWorlds.test_one_that_peeks_is_found_out()
  local all = 0
  for _, name in ipairs { "fish_out", "night_landing", "tests/fixtures/games/cribbage",
    "tests/fixtures/games/oh_hell" } do
    local _, differ = differences(name, 24, true)
    all = all + differ
  end
  lu.assertTrue(all > 3, all)
end

local BETTING = [[
local two = kind { name = "two", suits = { { "red", "r" }, { "black", "b" } }, ranks = { { "1" } } }
return game {
  title = "Betting", one_line = "is the card on top red?", seats = { 2, 2 }, deck = two, piles = { open = "everyone" },
  state = { seat = { points = 0 } }, order = { "mix", "turn", "over" },
  actions = { bet = { "bet on red", step = "bets", when = { "turn" } } },
  mix = function(t) t.deck:shuffle() end,
  bets = function(t, seat) seat.points = t.deck:top().suit == "red" and 7 or -5 end,
  turn = function(t) t.deck:deal(1, t.open) end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]]

-- What it does out of turn where the card on top is red, and where it is black.
local function bets(seed, peek)
  return with_game("betting", BETTING, function(folder)
    local w, done = world_of(folder, seed), {}
    lu.assertIs(w:engine "begin_step", "step")
    if peek then w:call_with_table("search.honesty", "peek", true) end
    for i, name in ipairs { "1r", "1b" } do
      w:call_with_table("search.honesty", "give_face", 1, name)
      done[i] = w:call_with_table("start.bots", "act", "search:60", 1) or "nothing"
    end
    w:call_with_table("search.honesty", "peek", false)
    w:close()
    return done
  end)
end

function TestWorlds.test_hidden_cards_change_nothing_out_of_turn()
  for seed = 1, 4 do
    local done = bets("bet " .. seed)
    lu.assertIs(done[1], done[2])
  end
  local peeking = bets("bet", true)
  table.sort(peeking)
  lu.assertEquals(peeking, { "bet", "nothing" })
end

-- The same seat's answer after others have answered in secret in two ways.
function TestWorlds.test_secret_answers_change_nothing()
  for _, name in ipairs { "night_landing", "parley", "storm_watch", "tests/fixtures/games/sealed_bids" } do
    local compared = 0
    for try = 1, 6 do
      local answers, secrets = {}, {}
      for way = 1, 2 do
        local w = world_of(name, "secret" .. try)
        local seat, question
        each_question(w, 60, function()
          local q = w:call_with_table("tell.console_lines", "asked_after")
          local is_secret = w:call_with_table("search.honesty", "is_secret")
          if is_secret and seat and q ~= seat then
            answers[way] = w:call_with_table("search.honesty", "answer", "search:24") or "chance"
            question = true
            return "over"
          end
          if not is_secret then return nil end
          seat = q
          for _ = 1, way do assert(w:engine "stage_random") end
          secrets[way] = w:call_with_table("search.honesty", "another", way)
          return give(w)
        end)
        w:close()
        if not question then break end
      end
      if secrets[1] ~= secrets[2] and answers[2] then
        lu.assertEquals(answers[1], answers[2], name)
        compared = compared + 1
      end
    end
    lu.assertTrue(compared > 0, name)
  end
end

-- Hidden cards have other faces only of the same deck, wherever decks have been shuffled together.
function TestWorlds.test_each_deck_keeps_its_cards()
  local asked, worlds = 0, 0
  for try = 1, 6 do
    local w = world_of("tests/fixtures/games/two_schools", "decks" .. try, { "bouts=20" }, 3)
    each_question(w, 60, function()
      if asked % 3 == 0 then
        for seat = 1, 3 do
          worlds = worlds + w:call_with_table("search.honesty", "count_whole_decks", seat, 4) / 4 / 3
        end
      end
      asked = asked + 1
    end)
    w:close()
  end
  lu.assertTrue(asked > 300, asked)
  lu.assertAlmostEquals(worlds, asked / 3, 1e-6)
end

-- --- memory ---

-- Of n draws over so many worlds, each as likely: is it what chance gives, but for one time in a thousand?
local function assert_uniform(count, cases, draws)
  local sum, seen, expected = 0, 0, draws / cases
  for _, n in pairs(count) do sum, seen = sum + (n - expected) ^ 2 / expected, seen + 1 end
  sum = sum + (cases - seen) * expected
  local df = cases - 1
  local z = ((sum / df) ^ (1 / 3) - (1 - 2 / (9 * df))) / math.sqrt(2 / (9 * df)) -- Wilson and Hilferty 1931
  lu.assertTrue(math.abs(z) < 3.3, ("chi-square %.1f of %d"):format(sum, df))
end

local function join(lists)
  local all = {}
  for _, list in ipairs(lists) do table.move(list, 1, #list, #all + 1, all) end
  return all
end

-- Seat 1 has one card, knows which it passed, and not whether it was buried then: four cards of five unknown faces, of
-- which one lies with seat 2 or on the deck.
function TestWorlds.test_worlds_are_all_that_memory_allows_each_as_often()
  local w = small()
  local at = {}
  each_question(w, 3, function(n)
    local piles = w:call_with_table("search.honesty", "piles")
    at[n] = piles
    if n < 3 then return nil end
    local hand, deck = piles["P2's hand"], piles["the deck"]
    lu.assertEquals({ #piles["P1's hand"], #hand, #deck }, { 1, 2, 3 })
    local passed
    for _, card in ipairs(at[2]["P2's hand"]) do
      local was = false
      for _, old in ipairs(at[1]["P2's hand"]) do was = was or old == card end
      if not was then passed = card end
    end
    local cards, draws = join { hand, { deck[3] }, { deck[1], deck[2] } }, 7200
    local count = w:call_with_table("search.honesty", "count_worlds", 1, draws, cards)
    -- the card passed in one of three places, the four others in any order
    assert_uniform(count, 3 * 24, draws)
    local name = w:call_with_table("search.honesty", "face", passed)
    for key in pairs(count) do
      local place, k = nil, 0
      for face in key:gmatch "%S+" do
        k = k + 1
        if face == name then place = k end
      end
      lu.assertTrue(place ~= nil and place <= 3, key)
    end
    return "over"
  end)
  w:close()
end

function TestWorlds.test_where_nothing_is_known_all_orders_come()
  local w = small()
  each_question(w, 1, function()
    local piles = w:call_with_table("search.honesty", "piles")
    local cards = join { piles["P2's hand"], piles["the deck"] }
    assert_uniform(w:call_with_table("search.honesty", "count_worlds", 1, 4800, cards), 24, 4800)
    -- four faces, each once in each place
    lu.assertEquals(w:call_with_table("search.honesty", "count_repeats", 1, 4, cards), 0)
    lu.assertEquals(w:call_with_table("search.honesty", "count_repeats", 1, 8, cards), 16)
    return "over"
  end)
  w:close()
end

-- Of six worlds drawn one after the other 15 pairs may give a card the same rank: chance does so in 3 of 51, 46 times in all.
function TestWorlds.test_a_few_worlds_have_all_ranks()
  local w = with_game("ranks", [[
return game {
  title = "Ranks", one_line = "which card?", seats = { 4, 4 }, deck = "standard", order = { "look", "over" },
  look = function(t) t.deck:shuffle() t.seat[1]:ask { "look", "Well?", confirm = true } end,
  over = function(t) t:finish() end,
}
]], function(folder) return world_of(folder, "ranks") end)
  each_question(w, 1, function()
    local cards = w:call_with_table("search.honesty", "piles")["the deck"]
    lu.assertEquals(#cards, 52)
    lu.assertTrue(w:call_with_table("search.honesty", "count_repeats", 1, 6, cards, "rank") < 25)
    lu.assertEquals(w:call_with_table("search.honesty", "count_repeats", 1, 52, cards), 0)
    return "over"
  end)
  w:close()
end

-- --- ways of cards that nobody saw ---

-- The first passes a card to the second unseen, who plays one; the third says of which rank what the first has kept is.
local PASSED = [[
local ranks = {}
for n = 1, 8 do ranks[n] = { tostring(n), value = n } end
local eight = kind { name = "eight", suits = { { "dots", "d" } }, ranks = ranks }
return game {
  title = "Passed", one_line = "guess what was kept", seats = { 3, 3 }, deck = eight,
  piles = { table = "everyone", seat = { hand = "owner" } }, state = { seat = { points = 0 } },
  order = { "deal", "pass", "show", "guess", "over" },
  deal = function(t)
    t.deck:shuffle()
    for _, number in ipairs { 1, 1, 2, 2 } do t.deck:deal(1, t.seat[number].hand) end
  end,
  pass = function(t) t.seat[2].hand:put(t.seat[1]:ask { "pass", "Which?", card = t.seat[1].hand }) end,
  show = function(t) t.table:put(t.seat[2]:ask { "show", "Which?", card = t.seat[2].hand }) end,
  guess = function(t)
    local guess = t.seat[3]:ask { "guess", "How high?", min = 1, max = 8 }
    t.seat[3].points = 8 - math.abs(t.seat[1].hand:top().value - guess)
    t.seat[2].points = 6
  end,
  over = function(t) t:finish(t:rank_by "points") end,
}
]]

local PASSES_LOWEST = [[
return { best = "low", low = { one_line = "passes its lowest",
  pass = function(_, q) return q.options[1].value < q.options[2].value and q.options[1] or q.options[2] end,
  show = function(_, q) return q.options[1] end, guess = function() return 4 end } }
]]

-- Calls fn with a world where the second played the card in that place of its hand, which is a two: the last was passed.
local function after_showing(folder, seed, place, fn)
  local w, found = world_of(folder, "passed" .. seed), nil
  each_question(w, 3, function(n)
    if n == 3 then
      found = fn(w)
      return "over"
    end
    -- how far to look is settled before faces are exchanged
    if n == 1 then w:call_with_table("search.honesty", "answer", "search:6")
    else w:call_with_table("search.honesty", "give_face", w:call_with_table("search.honesty",
      "piles")["P2's hand"][place], "2d") end
    w:engine("choose", n == 1 and 1 or place)
    return give(w)
  end)
  w:close()
  return found
end

-- Whether it was passed or held can't be seen, and of the worlds most are such that it was held.
function TestWorlds.test_which_card_went_unseen_is_not_known()
  with_game("passed", PASSED, function(folder)
    for seed = 1, 4 do
      local function found(w)
        assert(w:call_with_table("start.bots", "answer", "search:200"))
        return w:call_with_table("search.honesty", "found")
      end
      lu.assertEquals(after_showing(folder, seed, 3, found), after_showing(folder, seed, 1, found))
    end
  end, PASSES_LOWEST)
end

-- The third can't tell which of three cards was passed; who passed it can, and the second which of them it played.
function TestWorlds.test_of_a_hand_unseen_each_card_is_as_likely_to_have_been_passed()
  with_game("passed", PASSED, function(folder)
    local function count_for(seat)
      return function(w) return w:call_with_table("search.honesty", "count_ways", seat, 3000, 2) end
    end
    assert_uniform(after_showing(folder, 1, 1, count_for(3)), 3, 3000)
    for seat = 1, 2 do
      for _, n in pairs(after_showing(folder, 1, 1, count_for(seat))) do lu.assertEquals(n, 3000) end
    end
  end, PASSES_LOWEST)
end

-- A card from the middle of a pile that nobody sees is neither the first nor the last of it.
local ROW = [[
return game {
  title = "Row", one_line = "three lie in a row", seats = { 3, 3 }, deck = "standard",
  piles = { row = "nobody", table = "everyone", seat = { hand = "owner" } },
  order = { "deal", "first", "second", "take", "look" },
  deal = function(t)
    t.deck:shuffle()
    t.deck:deal(1, t.row)
    for seat in t:seats() do t.deck:deal(2, seat.hand) end
  end,
  put = function(t, seat) t.row:put(seat:ask { "put", "Which?", card = seat.hand }) end,
  first = function(t) t:put(t.seat[1]) end,
  second = function(t) t:put(t.seat[2]) end,
  take = function(t) t.table:put(t.row:card(2)) end,
  look = function(t)
    t.seat[3]:ask { "look", "Well?", confirm = true }
    t:finish()
  end,
}
]]

function TestWorlds.test_from_the_middle_goes_none_of_the_ends()
  with_game("row", ROW, function(folder)
    local w = world_of(folder, "row")
    each_question(w, 3, function(n)
      if n < 3 then return nil end
      for _, often in pairs(w:call_with_table("search.honesty", "count_ways", 3, 300, 3)) do lu.assertEquals(often,
        300) end
      return "over"
    end)
    w:close()
  end)
end

-- What the third gave the second may have been handed on to the first, who then shows a card: whether that came from the
-- second nobody can tell, so the first may have what was given still.
local HANDED_ON = [[
return game {
  title = "Handed on", one_line = "who has it?", seats = { 3, 3 }, deck = "standard",
  piles = { table = "everyone", seat = { hand = "owner" } }, order = { "deal", "give", "hand_on", "show", "look" },
  deal = function(t)
    t.deck:shuffle()
    for seat in t:seats() do t.deck:deal(2, seat.hand) end
  end,
  pass = function(t, seat, to) to.hand:put(seat:ask { "pass", "Which?", card = seat.hand }) end,
  give = function(t) t:pass(t.seat[3], t.seat[2]) end,
  hand_on = function(t) t:pass(t.seat[2], t.seat[1]) end,
  show = function(t)
    local shown = t:ask_all({ t.seat[1], t.seat[2] }, function(seat) return { "show", "Which?", card = seat.hand } end)
    for _, seat in ipairs { t.seat[2], t.seat[1] } do t.table:put(shown[seat]) end
  end,
  look = function(t)
    t.seat[3]:ask { "look", "Well?", confirm = true }
    t:finish()
  end,
}
]]

function TestWorlds.test_who_showed_what_was_handed_on_may_have_it_still()
  local places, given = { 1, 1, 3, 1 }, nil -- the first shows what was handed on: another card than was given
  with_game("handed_on", HANDED_ON, function(folder)
    local w = world_of(folder, "handed on")
    each_question(w, 5, function(n)
      local piles = w:call_with_table("search.honesty", "piles")
      if n == 1 then given = w:call_with_table("search.honesty", "face", piles["P3's hand"][1]) end
      if places[n] then
        w:engine("choose", places[n])
        return give(w)
      end
      local has = 0
      for faces, often in pairs(w:call_with_table("search.honesty", "count_worlds", 3, 600, piles["P1's hand"])) do
        if (" " .. faces .. " "):find(" " .. given .. " ", 1, true) then has = has + often end
      end
      lu.assertTrue(has > 240 and has < 360, has) -- the one card of the first or the one of the second
      return "over"
    end)
    w:close()
  end)
end

-- Which card of those was buried the first can't tell, but the one that it passed was always what it was.
function TestWorlds.test_a_card_that_was_known_stays_what_it_was()
  local w, passed = small(), nil
  each_question(w, 3, function(n)
    if n == 1 then
      w:engine("choose", 1)
      passed = w:call_with_table("search.honesty", "face", w:call_with_table("search.honesty", "piles")["P1's hand"][1])
      return give(w)
    end
    if n == 2 then return nil end
    local count, faces = w:call_with_table("search.honesty", "count_ways", 1, 600, 2)
    lu.assertEquals(faces, { [passed] = 600 })
    for _, often in pairs(count) do lu.assertTrue(often > 150 and often < 250, often) end
    return "over"
  end)
  w:close()
end

-- In every game, wherever the card has gone since and whatever may have been taken for it.
function TestWorlds.test_what_a_seat_answered_itself_stays_what_it_was()
  local all = 0
  for _, name in ipairs(all_games()) do
    local w = world_of(name, "own answers")
    each_question(w, 60, function(n)
      local seat = w:call_with_table("tell.console_lines", "asked_after")
      if n % 4 ~= 0 or seat == 0 then return nil end
      local same, other = w:call_with_table("search.honesty", "own_answers", seat, 3)
      lu.assertEquals(other, 0, name)
      all = all + same
      return nil
    end)
    w:close()
  end
  lu.assertTrue(all > 400, all)
end

-- Plays a game anew from other faces with such answers: the world, or nil where one of them couldn't be given.
local function play_anew(name, seed, other, places)
  local w, n, good = world_of(name, seed), 0, true
  w:call_with_table("search.honesty", "set_faces", other.faces)
  each_question(w, #places + 1, function()
    n = n + 1
    if n > #places then return "over" end
    good = w:call_with_table("search.honesty", "stage", other.answers[places[n]])
    return good and give(w) or "over"
  end)
  if good and n > #places then return w end
  w:close()
end

-- Had the same cards gone other ways that look the same to it, a seat would imagine the same: at how many questions.
local function compare_pasts(name, seed)
  local w, places, compared = world_of(name, seed), {}, 0
  each_question(w, 24, function(n)
    local seat = w:call_with_table("tell.console_lines", "asked_after")
    local other = seat ~= 0 and w:call_with_table("search.honesty", "another_past", seat, seed)
    local anew = other and play_anew(name, seed, other, places)
    if anew then
      local first, seen = w:call_with_table("search.honesty", "imagined", seat, seed)
      local second, also_seen = anew:call_with_table("search.honesty", "imagined", seat, seed)
      anew:close()
      if seen == also_seen then
        lu.assertEquals(second, first, ("%s, question %d"):format(name, n))
        compared = compared + 1
      end
    end
    assert(w:engine "stage_random")
    places[n] = w:call_with_table("search.honesty", "count_answers") + 1
    return give(w)
  end)
  w:close()
  return compared
end

function TestWorlds.test_ways_of_cards_that_nobody_saw_change_nothing()
  local all, games = 0, 0
  for _, name in ipairs(all_games()) do
    local here = 0
    for seed = 1, 6 do here = here + compare_pasts(name, "ways" .. seed) end
    all, games = all + here, games + (here > 0 and 1 or 0)
  end
  lu.assertTrue(all > 40 and games > 4, ("%d questions, %d games"):format(all, games))
end

-- All choose what they pass before anybody gets any: in no world has somebody passed what came from another.
function TestWorlds.test_what_is_passed_at_once_was_held()
  local w, found = world_of("fish_out", "at once"), nil
  each_question(w, 5, function(n)
    if n < 5 then return nil end
    w:call_with_table("search.honesty", "answer", "search:20")
    found = w:call_with_table("search.honesty", "found")
    return "over"
  end)
  w:close()
  lu.assertEquals(found.misfits, 0)
end

-- What fitted once is better than nothing.
function TestWorlds.test_a_search_goes_on_where_no_world_fits_any_more()
  local w = small()
  lu.assertIs(w:call_with_table("search.honesty", "taken_where_none_fits"), 7)
  w:close()
end

-- The first two have chosen a card each in secret, and the third passes one to the second before the chosen ones are laid
-- aside, face down: what was passed came too late to be one of them.
local CHOSEN = [[
return game {
  title = "Chosen", one_line = "what was chosen?", seats = { 3, 3 }, deck = "standard",
  piles = { aside = "nobody", seat = { hand = "owner" } }, order = { "deal", "lay", "look" },
  deal = function(t)
    t.deck:shuffle()
    for seat in t:seats() do t.deck:deal(2, seat.hand) end
  end,
  lay = function(t)
    local chosen = t:ask_all({ t.seat[1], t.seat[2] },
      function(seat) return { "choose", "Which?", card = seat.hand } end)
    t.seat[2].hand:put(t.seat[3]:ask { "pass", "Which?", card = t.seat[3].hand })
    for _, seat in ipairs { t.seat[2], t.seat[1] } do t.aside:put(chosen[seat]) end
  end,
  look = function(t)
    t.seat[3]:ask { "look", "Well?", confirm = true }
    t:finish()
  end,
}
]]

function TestWorlds.test_what_was_chosen_before_is_no_card_that_came_later()
  with_game("chosen", CHOSEN, function(folder)
    for place = 1, 2 do
      local w, passed, chosen = world_of(folder, "chosen" .. place), nil, nil
      each_question(w, 4, function(n)
        local piles = w:call_with_table("search.honesty", "piles")
        if n < 4 then
          if n == 2 then chosen = piles["P2's hand"][place] end
          if n == 3 then passed = w:call_with_table("search.honesty", "face", piles["P3's hand"][1]) end
          w:engine("choose", n == 2 and place or 1)
          return give(w)
        end
        lu.assertEquals(#piles["P2's hand"], 2)
        lu.assertEquals(piles["the aside"][1], chosen)
        for faces in pairs(w:call_with_table("search.honesty", "count_worlds", 3, 300, piles["P2's hand"])) do
          lu.assertStrContains(" " .. faces .. " ", " " .. passed .. " ")
        end
        lu.assertEquals(w:call_with_table("search.honesty", "lost_cards", 3), {}) -- nor is it in doubt which card went
        return "over"
      end)
      w:close()
    end
  end)
end
