-- The decks of the three Pokebacc games, what can be laid of a hand, and what it is worth.

local testing = require "royal_pokebacc.testing"

local GAMES, open, bare = testing.GAMES, testing.open, testing.bare

local function cards(g, names)
  g.t:gather(g.t.deck)
  g:place(names, g.t.seat[1].hand)
  return g.t.seat[1].hand:list()
end

-- The points of these cards, all of them one combination, as they are offered to be laid.
local function worth(g, kind, names)
  local hand = cards(g, names)
  for _, meld in ipairs(g.t:combinations(g.t.seat[1].hand)) do
    if meld.kind == kind and #meld.cards == #hand then return meld.points end
  end
end

local function texts(found)
  local set = {}
  for _, meld in ipairs(found) do
    local names = {}
    for i, card in ipairs(meld.cards) do names[i] = card.name end
    table.sort(names)
    set[meld.kind .. " " .. table.concat(names, " ")] = true
  end
  return set
end

local function combinations(g, names)
  cards(g, names)
  return texts(g.t:combinations(g.t.seat[1].hand))
end

TestDeck = {}

-- What a card carries is what a player reads of it.
function TestDeck.test_nothing_of_the_program_on_a_card()
  for _, face in ipairs(open("royal_pokebacc").t:cards().kind.faces) do
    lu.assertNil(rawget(face, "shift"))
  end
end

function TestDeck.test_sizes()
  for i, count in ipairs { 64, 60, 52 } do
    local _, t = bare(GAMES[i])
    lu.assertEquals(#t.deck, count)
    lu.assertEquals(t.deck:count("disaster", true), 4)
  end
end

TestWorth = {}

function TestWorth.test_the_table_of_the_source()
  for _, game in ipairs(GAMES) do
    local g = bare(game)
    lu.assertEquals(worth(g, "run", "1a 2w 3a"), 10)
    lu.assertEquals(worth(g, "run", "1a 2w 3a 4a"), 20)
    lu.assertEquals(worth(g, "run", "1a 2a 3a"), 30)
    lu.assertEquals(worth(g, "run", "1f 2f 3f 4f 5f 6f 7f 8f"), 180)
    lu.assertEquals(worth(g, "set", "2a 2w 2f"), 30)
    lu.assertEquals(worth(g, "set", "5a 5w 5f 5m"), 50)
    lu.assertEquals(worth(g, "catastrophe", "War Flood Famine Storm"), 60)
  end
end

function TestWorth.test_runs_of_ten()
  local g = bare("royal_pokebacc")
  lu.assertEquals(worth(g, "run", "1a 2w 3a 4a 5a 6a 7a 8a 9a 10a"), 80)
  lu.assertEquals(worth(g, "run", "1a 2a 3a 4a 5a 6a 7a 8a 9a 10a"), 240)
end

function TestWorth.test_families()
  local g = bare("royal_pokebacc")
  lu.assertEquals(worth(g, "family", "Psa Pra Ca Qa Kw"), 75)
  lu.assertEquals(worth(bare("farmers_and_fishermen"), "family", "Psa Pra Qa Kw"), 60)
end

function TestWorth.test_each_rule_counts()
  local g = bare("royal_pokebacc", { run = 7, one_suit = 2, set_of_three = 11,
    set_of_four = 13, catastrophe = 17, family = 19 })
  lu.assertEquals(worth(g, "run", "1a 2w 3a 4a"), 14)
  lu.assertEquals(worth(g, "run", "1a 2a 3a 4a"), 28)
  lu.assertEquals(worth(g, "set", "2a 2w 2f"), 11)
  lu.assertEquals(worth(g, "set", "5a 5w 5f 5m"), 13)
  lu.assertEquals(worth(g, "catastrophe", "War Flood Famine Storm"), 17)
  lu.assertEquals(worth(g, "family", "Psa Pra Ca Qa Kw"), 19)
end

TestFound = {}

function TestFound.test_a_run_in_both_suits()
  local found = combinations(bare("royal_pokebacc"), "4a 5w 6a 5f")
  lu.assertEquals(found, { ["run 4a 5w 6a"] = true })
end

function TestFound.test_parts_of_a_run_and_a_set()
  local found = combinations(bare("royal_pokebacc"), "4a 5a 6a 7a 5w 5f")
  lu.assertTrue(found["run 4a 5a 6a 7a"])
  lu.assertTrue(found["run 4a 5w 6a"])
  lu.assertTrue(found["set 5a 5f 5w"])
  lu.assertNil(found["run 4a 5f 6a"])
end

function TestFound.test_no_wrapping()
  lu.assertEquals(combinations(bare("royal_pokebacc"), "9a 10a 1a 2a"), {})
end

function TestFound.test_families()
  local royal = bare("royal_pokebacc")
  lu.assertEquals(combinations(royal, "Psa Pra Cw Qa Ka"),
    { ["family Cw Ka Pra Psa Qa"] = true })
  lu.assertEquals(combinations(royal, "Psa Pra Cf Qa Ka"), {})
  lu.assertEquals(combinations(royal, "War Flood Famine Storm"),
    { ["catastrophe Famine Flood Storm War"] = true })
end

function TestFound.test_best_shares_no_card()
  local g = bare("royal_pokebacc")
  cards(g, "4a 5a 6a 5w 5f 7w")
  local best, total = g.t:best(g.t.seat[1].hand), 0
  for _, meld in ipairs(best) do total = total + meld.points end
  lu.assertEquals(total, 30)
end

-- Typed cards that are laid already, or nobody gave out, are named.
function TestFound.test_not_held()
  local g, t = bare("royal_pokebacc")
  local list = cards(g, "4a 5a 6a 7w 8m")
  local seat = t.seat[1]
  lu.assertNil(t:not_held(seat, list))
  g:place("6a", seat.laid)
  lu.assertStrContains(t:not_held(seat, list), "6a is already laid down: choose from your hand")
  g:place("8m", t.deck)
  lu.assertStrContains(t:not_held(seat, { list[5] }), "8m is not in your hand")
end

function TestFound.test_a_difference_in_words()
  local _, t = bare("royal_pokebacc")
  local said = { [0] = "tied", [1] = "1 ahead", [-1] = "1 behind", [12] = "12 ahead" }
  for difference, words in pairs(said) do
    lu.assertEquals(t:compared(difference), words)
  end
end

function TestFound.test_outlook_tells_hand_and_lead()
  local g, t = bare("royal_pokebacc")
  cards(g, "4a 5a 6a 7f War")
  local lines = g:view(t.seat[1], function(view, me) return view:outlook(me) end)
  lu.assertStrContains(lines[1], "4-5-6 of Air, 30 points")
  lu.assertEquals(lines[2], "You have 0 points, and 30 more in your hand at best.")
  lu.assertEquals(lines[3], ("%s, %s: 0; you would be 30 ahead."):format(t.seat[2].name,
    t.seat[3].name))
  lu.assertEquals(lines[#lines - 1], "Unseen cards: 59; disasters among them: 3.")
end

-- 2a 4a with 3a (a run of 3 in Air) or 3w; or two cards that go together alone.
function TestFound.test_how_often_the_next_cards_add()
  local _, t = bare("royal_pokebacc")
  local hand, stock = {}, {}
  for _, name in ipairs { "2a", "4a" } do hand[#hand + 1] = t.deck:find("name", name) end
  for _, name in ipairs { "3a", "Kf", "Qm", "5a" } do
    stock[#stock + 1] = t.deck:find("name", name)
  end
  lu.assertEquals(t:next_cards(hand, stock),
    "One more card makes your hand worth more 25% of the time, two cards 50%.")
  lu.assertNil(t:next_cards(hand, { stock[1] }))
end

function TestFound.test_families_are_explained()
  local what = { royal_pokebacc = "Consort, Queen and King", merchants_bank = "Trove",
    farmers_and_fishermen = "Prince, Queen and King" }
  for name, words in pairs(what) do
    lu.assertStrContains(open(name).t:families(), words)
  end
end

function TestFound.test_why_not()
  local g = bare("royal_pokebacc")
  local why = g.t:why_not(cards(g, "4a 5a 7a"))
  lu.assertStrContains(why, "6")
end

function TestFound.test_every_kind_is_found()
  for _, case in ipairs { { "royal_pokebacc", "1a 2w 3a" }, { "royal_pokebacc", "10a 10f 10m" },
    { "royal_pokebacc", "Psf Prm Cf Qm Kf" }, { "royal_pokebacc", "War Flood Famine Storm" },
    { "merchants_bank", "Tra Trw Trf Trm" } } do
    local g, t = bare(case[1])
    cards(g, case[2])
    lu.assertEquals(#t:combinations(t.seat[1].hand), 1, case[2])
  end
end
