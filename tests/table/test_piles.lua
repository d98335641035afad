-- Piles as scripts see them: places, refusals, sorting, bits, dealing in rounds.

TestPiles = {}

local tools = dofile "tests/tools.lua"
local raises = lu.assertErrorMsgContains

function TestPiles.test_a_place_beyond_the_pile_has_no_card()
  local deck = croupier.open("tests/fixtures/games/best_of_five", { seats = 2 }).t.deck
  local n = #deck
  lu.assertEquals({ deck:top(1), deck:top(n), deck:bottom(1), deck:bottom(n), deck:card(n) },
    { deck:card(n), deck:card(1), deck:card(1), deck:card(n), deck:top() })
  for _, place in ipairs { math.mininteger, math.mininteger + 1, -1, 0, n + 1, math.maxinteger } do
    lu.assertEquals({ deck:top(place), deck:bottom(place), deck:card(place) }, {}, place)
  end
end

-- What piles refuse, each in a sentence.
function TestPiles.test_what_is_refused()
  local g = croupier.open("tests/fixtures/games/best_of_five", { seats = 2 })
  local t, other = g.t, croupier.open("tests/fixtures/games/best_of_five", { seats = 2 }).t
  local deck, hand = t.deck, t.seat[1].hand
  local n = #deck
  raises("expected a pile: for a seat, say seat.hand", deck.deal, deck, 1, t.seat[1])
  raises("pile expected, got number", deck.deal, deck, 1, 5)
  raises("the pile belongs to another table", deck.deal, deck, 1, other.deck)
  raises("the card belongs to another table", hand.put, hand, other.deck:top())
  raises("expected a card, got number", hand.put, hand, 5)
  raises("expected a card, got string", hand.put, hand, { deck:top(), "Kh" })
  raises("deal -1: expected 0 or more", deck.deal, deck, -1, hand)
  raises(("deal %d: the deck has %d cards"):format(n + 1, n), deck.deal, deck, n + 1, hand)
  raises("draw 1: Anna's hand has 0 cards", hand.draw, hand, 1, deck)
  raises("draw_up_to: -1 is out of range, expected 0 to 4096", deck.draw_up_to, deck, -1, hand)
  raises("a pile can't go on itself", deck.put, deck, deck)
  local all = deck:list()
  all[n + 1] = all[1]
  raises("more cards than there are", hand.put, hand, all)
  raises("expected a value, got nil", deck.count, deck, "suit", nil)
  raises("number expected, got string", deck.bits, deck, { [deck:top().name] = "one" })
  raises("show: the card is not in Anna's hand", hand.show, hand, deck:top())
  raises("a card can't be changed: keep `rank` in the state", function() deck:top().rank = "K" end)
  raises("a pile can't be written to: say pile:put(card)", function() deck.top = 5 end)
  raises('a pile has no "shufle": did you mean "shuffle"?', function() return deck.shufle end)
  raises('a pile has no "xyzzyxyzzy"', function() return deck.xyzzyxyzzy end)
  raises("a pile can't be indexed by number: say pile:card(1), or in a loop `for card in pile:cards() do`", function()
    return deck[1]
  end)
  lu.assertEquals(#deck, n)
  deck:deal(1, hand)
  raises("draw 2: Anna's hand has 1 card", hand.draw, hand, 2, deck)
end

-- By the order of the deck, or by a field, in which equal cards keep theirs.
function TestPiles.test_sorting()
  local deck = croupier.open("tests/fixtures/games/best_of_five", { seats = 2 }).t.deck
  for _, field in ipairs { "index", "value" } do
    deck:shuffle()
    local want = deck:list()
    local place = {}
    for i, card in ipairs(want) do place[card] = i end
    table.sort(want, function(a, b)
      if a[field] ~= b[field] then return a[field] < b[field] end
      return place[a] < place[b]
    end)
    if field == "index" then deck:sort() else deck:sort(field) end
    lu.assertEquals(deck:list(), want, field)
  end
end

-- The numbers of a constant table are kept by the faces of a deck: other decks have others.
function TestPiles.test_bits_by_constants_of_several_tables()
  local bits = require "scotch_doubles.cards"
  for i = 1, 12 do
    local names = { "tests/fixtures/games/best_of_five", "royal_pokebacc", "tests/fixtures/games/wild_draw" }
    local game = names[i % 3 + 1]
    local deck, want = croupier.open(game, { seats = 3 }).t.deck, 0
    for card in deck:cards() do want = want | (bits[card.name] or 0) end
    lu.assertEquals({ deck:bits(bits), deck:bits(bits) }, { want, want }, game)
    collectgarbage()
  end
end

-- To a list of piles a card at a time, round and round; a bad list deals nothing more.
function TestPiles.test_dealing_in_rounds()
  local t = croupier.open("tests/fixtures/games/best_of_five", { seats = 2 }).t
  local one, two, top = t.seat[1].hand, t.seat[2].hand, {}
  t:gather(t.deck)
  for i = 0, 5 do top[i + 1] = t.deck:top(i + 1) end
  t.deck:deal(3, { one, two })
  lu.assertEquals(one:list(), { top[1], top[3], top[5] })
  lu.assertEquals(two:list(), { top[2], top[4], top[6] })
  t.deck:deal(9, {})
  t.deck:deal(0, { one })
  lu.assertEquals({ #one, #two }, { 3, 3 })
  local n = #t.deck
  raises("deal -1: expected 0 or more", t.deck.deal, t.deck, -1, { one, two })
  raises(("deal %d: the deck has %d cards"):format(2 * n, n), t.deck.deal, t.deck, n, { one, two })
  raises(("deal %d: the deck has %d cards"):format(math.maxinteger, n), t.deck.deal, t.deck, math.maxinteger, { one })
  raises("pile expected, got number", t.deck.deal, t.deck, 1, { 5 })
end

-- A view of a table shows cards as faces, and only while its question is open.
function TestPiles.test_views()
  local g = croupier.open("tests/fixtures/games/best_of_five", { seats = 2 })
  local t, kept = g.t, nil
  t.deck:deal(2, t.seat[1].hand)
  t.deck:deal(2, t.seat[2].hand)
  local mine, theirs = t.seat[1].hand:top(), t.seat[2].hand:top()
  g:view(t.seat[1], function(v)
    kept = v.seat[1].hand
    local face = kept:top()
    lu.assertTrue(kept:has(face) and kept:has(mine) and not kept:has(theirs))
    lu.assertFalse(v.seat[2].hand:has(theirs))
    lu.assertEquals(v.seat[2].hand:count("hidden", true), 2)
    lu.assertEquals(v.seat[1].hand:count("hidden", true), 0)
    lu.assertTrue(v.seat[2].hand:find("hidden", true).hidden)
    raises("a view shows the table but can't change it", kept.shuffle, kept)
    raises("a card of a view can't be moved: it is only a face", t.deck.put, t.deck, face)
    lu.assertTrue(t.seat[1].hand:has(face)) -- any card of that face
    lu.assertFalse(t.deck:has(face))
  end)
  raises("a view can't be used after its question is answered", kept.top, kept)
end

-- Plain state is read in the host: through a view that is over it isn't either.
function TestPiles.test_state_of_a_view_that_is_over()
  local g, kept = croupier.open("fish_out", { seats = 4, seed = "1" }), nil
  g:view(g.t.seat[1], function(v)
    kept = v
    lu.assertEquals(v.games, g.t.games)
  end)
  raises("a view can't be used after its question is answered", function() return kept.games end)
end

-- Of cards with a number in the field the highest, of equals the lowest lying; a card without one is passed over.
function TestPiles.test_highest()
  local t = croupier.open("tests/fixtures/games/best_of_five", { seats = 2 }).t
  local hand = t.seat[1].hand
  lu.assertNil(hand:highest())
  for _, name in ipairs { "3h", "Kd", "Kh", "2c" } do
    for card in t.deck:cards() do if card.name == name then hand:put(card) end end
  end
  lu.assertEquals(hand:highest().name, "Kd")
  lu.assertNil(hand:highest("name"))
end

-- The game master is a seat as well: shown to nobody else.
function TestPiles.test_shown_to_the_game_master()
  local g = croupier.open("tests/fixtures/games/umpire", { seats = 2 })
  local t = g.t
  local pile = t.deck
  local top = pile:top()
  pile:show(top, t.gm)
  g:view(t.gm, function(v) lu.assertEquals(v.deck:top().name, top.name) end)
  g:view(t.seat[1], function(v) lu.assertTrue(v.deck:top().hidden) end)
  pile:show(nil, t.seat[1])
  g:view(t.seat[1], function(v) lu.assertFalse(v.deck:bottom().hidden or false) end)
end

-- A table that only looks like a seat is none.
function TestPiles.test_shown_to_no_seat()
  local t = croupier.open("tests/fixtures/games/umpire", { seats = 2 }).t
  for _, number in ipairs { -1, 33, 100, 1 << 32 } do
    lu.assertErrorMsgContains("expected a seat", t.deck.show, t.deck, nil, { number = number })
  end
end

-- Numbers that differ beyond 32 bits are others.
function TestPiles.test_sorting_by_great_numbers()
  local g = tools.open([[
return game { title = "Great", seats = { 1, 1 }, piles = { all = "everyone" }, order = {},
  deck = kind { name = "great", suits = { "s" },
    ranks = { { "x", worth = 5000000000 }, { "y", worth = 3 }, { "z", worth = 1 << 32 } } } }
]], { seats = 1 }, "great")
  g.t.deck:sort("worth")
  local list = {}
  for card in g.t.deck:cards() do list[#list + 1] = card.worth end
  lu.assertEquals(list, { 3, 1 << 32, 5000000000 })
end

-- --- a deck for each seat ---

TestDecksOfSeats = {}

local coins = kind { name = "coins", suits = { { "gold", "g" }, { "silver", "s" } }, ranks = { "1", "2", "3" } }

local function practice(decks, more)
  local declaration = { deck = none, decks = decks, seats = { 3, 3 },
    piles = { heap = "nobody", table = "everyone", seat = { hand = "owner" } } }
  for key, value in pairs(more or {}) do declaration[key] = value end
  return croupier.practice(declaration)
end

local function names(pile)
  local list = {}
  for card in pile:cards() do list[#list + 1] = card.name end
  return table.concat(list, " ")
end

function TestDecksOfSeats.test_each_is_shuffled_dealt_and_gathered_by_itself()
  local t = practice { market = "standard", seat = { draw = { coins, copies = 2 }, spells = "standard" } }
  lu.assertEquals({ #t.market, #t.seat[1].draw, #t.seat[3].draw, #t.seat[2].spells }, { 52, 12, 12, 52 })
  lu.assertEquals({ tostring(t.seat[2].draw), t.seat[2].draw:owner() }, { "Ben's draw", t.seat[2] })
  local before = names(t.seat[2].draw)
  t.seat[1].draw:shuffle()
  lu.assertEquals(names(t.seat[2].draw), before)
  lu.assertNotEquals(names(t.seat[1].draw), before)
  for seat in t:seats() do
    seat.draw:draw(3, t.heap)
    seat.draw:draw(2, seat:left().hand)
    t.market:draw(1, seat.draw)
  end
  t.heap:shuffle()
  t:gather(t.seat[1].draw, t.heap)
  lu.assertEquals({ #t.seat[1].draw, #t.heap, #t.seat[2].hand }, { 11, 6, 2 })
  t:gather(t.seat[1].draw)
  lu.assertEquals({ #t.seat[1].draw, #t.heap, #t.seat[2].hand }, { 13, 6, 0 })
  for seat in t:seats() do t:gather(seat.draw) end
  t:gather(t.market)
  for seat in t:seats() do
    seat.draw:sort()
    lu.assertEquals({ names(seat.draw), #seat.hand }, { "1g 1g 2g 2g 3g 3g 1s 1s 2s 2s 3s 3s", 0 })
  end
  lu.assertEquals({ #t.heap, #t.market }, { 0, 52 })
end

function TestDecksOfSeats.test_the_same_card_of_two_decks()
  local t = practice { seat = { draw = coins } }
  local mine, theirs = t.seat[1].draw:top(), t.seat[2].draw:top()
  lu.assertTrue(mine:same(theirs))
  lu.assertFalse(mine == theirs)
end

local DUEL = "tests/fixtures/games/two_schools"

function TestDecksOfSeats.test_cards_are_put_from_the_deck_of_the_seat()
  local g = croupier.open(DUEL, { seats = 3 })
  g:place("1s 2s", g.t.seat[2].hand)
  g:place("1s", g.t.seat[3].hand)
  lu.assertEquals({ #g.t.seat[1].draw, #g.t.seat[2].draw, #g.t.seat[3].draw }, { 6, 4, 5 })
end

function TestDecksOfSeats.test_what_a_seat_has_not_seen()
  local g = croupier.open(DUEL, { seats = 2, seed = "unseen" })
  g:run()
  g:view(g.t.seat[1], function(t, me)
    local function unseen(...) return #me:unseen(...) end
    lu.assertEquals({ unseen(), unseen(me.draw), unseen(t.seat[2].draw), unseen(t.masters) }, { 24, 3, 6, 15 })
    lu.assertTrue(t.seat[2].draw:top().hidden and me.draw:top().hidden)
    raises("unseen: expected a deck, like me:unseen(me.table.deck)", me.unseen, me, me.hand)
  end)
end

function TestDecksOfSeats.test_mistakes()
  for said, sentence in pairs {
    ['seat = "standard"'] = "decks.seat: expected a deck with a name, like { draw = \"standard\" }",
    ['seat = { draw = "standart" }'] = "`draw`: expected the name of a deck kind, like \"standard\", or a "
      .. "kind { ... }, did you mean `standard`?",
    ['draw = "standard", seat = { draw = "standard" }'] =
      "`draw` is a deck of the table and a deck of each seat: expected another name",
    ['seat = { hand = "standard" }'] = "`hand` is one of the piles and a deck of each seat: expected another name",
    ['seat = { draw = { "standard", copies = 14 } }'] = "`draw`: copies = 14 and jokers = 0 for each of 6 seats make "
      .. "more than the 4096 cards that a table can have",
    ['seat = { draw = { "standard", copies = "packs" } }'] = "`draw`: `copies` names a rule `packs` that doesn't exist",
  } do
    local _, why = pcall(tools.open, ([[return game { seats = { 2, 6 }, decks = { %s },
      piles = { seat = { hand = "owner" } }, order = { "over" }, over = function(t) t:finish() end }]]):format(said))
    lu.assertStrContains(why, "game.lua:1: " .. sentence)
  end
  raises("copies = 3 and jokers = 0 for each of 32 seats, as many as may join, make more than the 4096", practice,
    { seat = { draw = { "standard", copies = 3 } } }, { joining = true })
end

-- A variant's decks take the place of the game's.
function TestDecksOfSeats.test_a_variant_has_other_decks()
  tools.in_folder(function(folder)
    tools.write(folder .. "/duel/game.lua", [[return game { seats = { 2, 3 }, decks = { seat = { draw = "standard" } },
      piles = { seat = { hand = "owner" } }, order = { "over" },
      over = function(t)
        for seat in t:seats() do t:say("%s has %s.", seat, #seat.draw) end
        t:finish()
      end }]])
    tools.write(folder .. "/duel/house/two.lua", [[local house = variant "duel"
      house.decks = { seat = { draw = { "standard", copies = 2 } } }
      return house]])
    for name, count in pairs { [""] = 52, ["+two"] = 104 } do
      local g = croupier.open(folder .. "/duel" .. name, { seats = 2 })
      g:play "random"
      lu.assertStrContains(tools.said(g), ("Anna has %d."):format(count))
    end
  end)
end

function TestDecksOfSeats.test_what_is_printed()
  local function prints(line, part)
    local _, text = tools.run(line)
    lu.assertStrContains((text:gsub("%s+", " ")), part)
  end
  prints("show " .. DUEL, "piles discards (top), draw (moves, nobody), hand (owner), played (everyone)")
  prints("show " .. DUEL .. " draw", "pile draw (seat.draw, one for each player) each player's own deck of moves cards")
  prints("sheet " .. DUEL, "**draw**: 6 cards for each player, one of each.")
  tools.in_folder(function(folder)
    prints(("cards %s -o %s/page.html"):format(DUEL, folder), "each player has a deck `draw`: it is on the page once")
  end)
end
