-- What a seat can know of the cards if it remembers everything, worked out from the record of moves (host/table/events.h).
--
-- A *bag* is a set of cards with some faces that the seat knows to be among them, without knowing which is on which: one card
-- and one face when it knows the card. Bags have no card in common; a card in no bag may have any face that is left. A card
-- that the seat saw is a bag of its own for as long as the seat can follow it: off the top or the bottom of a pile. Where it
-- can't (a shuffle, or a choice from cards that it doesn't see), all cards of its deck that it might be become one bag.

local step_record = require "search.step_record"
local card_histories = require "search.card_histories"

local memory = {}

-- The cards, all of one deck, become one bag, together with the bags that they are in.
local function join_deck(m, cards)
  local first, is_one = m.bag[cards[1]], true
  for i = 2, #cards do is_one = is_one and m.bag[cards[i]] == first end
  if is_one then return end -- one bag already, or none
  local new, done = { cards = {}, count = 0, faces = {} }, {}
  for i = 1, #cards do
    local old = m.bag[cards[i]]
    if not old then new.cards[cards[i]] = true
    elseif not done[old] then
      done[old] = true
      for card in pairs(old.cards) do new.cards[card] = true end
      for _, face in ipairs(old.faces) do new.faces[#new.faces + 1] = face end
    end
  end
  for card in pairs(new.cards) do m.bag[card], new.count = new, new.count + 1 end
end

-- The cards become one bag for each deck: a seat sees by its back from which deck a card is.
local function join(m, cards)
  local of_deck = {}
  for i = 1, #cards do
    local deck = m.deck_of[cards[i]]
    of_deck[deck] = of_deck[deck] or {}
    table.insert(of_deck[deck], cards[i])
  end
  for _, list in pairs(of_deck) do join_deck(m, list) end
end

local function place_in(list, value)
  for i = #list, 1, -1 do
    if list[i] == value then return i end
  end
end

-- The seat has seen this card.
local function learn(m, card)
  local face, old = m.faces[card], m.bag[card]
  if old then
    if old.count == 1 and old.faces[1] == face then return end
    old.cards[card], old.count = nil, old.count - 1
    local place = place_in(old.faces, face)
    if place then table.remove(old.faces, place) end
    for one in pairs(#old.faces == 0 and old.cards or {}) do m.bag[one] = nil end -- nothing more is known of them
  end
  m.bag[card] = { cards = { [card] = true }, count = 1, faces = { face } }
end

-- Can the seat tell which card of the pile goes? To be asked before it goes.
local function is_followed(m, pile, list, place)
  if m.hands[pile] then return m.hands[pile] == "seen" end
  local bag = m.bag[list[place]]
  return place == #list or place == 1 or bag ~= nil and bag == m.bag[list[#list]]
end

-- The evidence that `seen`, of which the seat sees the face, is this card, for a seat that can't follow it: 0 to 3; -1: it is of
-- another deck.
local function evidence_for(m, card, seen)
  local bag, face = m.bag[card], m.faces[seen]
  if m.deck_of[card] ~= m.deck_of[seen] then return -1 end
  if not bag then return 1 end
  return card_histories.face_of(m, card) == face and 3 or place_in(bag.faces, face) and 2 or 0
end

-- Exchanges the seat's knowledge of two cards.
local function exchange(m, card, other)
  local one, two = m.bag[card], m.bag[other]
  if one == two then return end
  if one then one.cards[card], one.cards[other] = nil, true end
  if two then two.cards[other], two.cards[card] = nil, true end
  m.bag[card], m.bag[other] = two, one
end

-- The seat sees the face of a card that leaves that place of a pile, or is shown there, but not which card it was: it takes it
-- for the first with the most evidence. The two change places, and the card is put last.
local function take_for(m, pile, card, place)
  local list, taken, most = m.piles[pile], nil, -1
  table.insert(list, place, table.remove(list, place_in(list, card)))
  for i = m.hands[pile] and 1 or 2, m.hands[pile] and #list or #list - 1 do
    local speaks = evidence_for(m, list[i], card)
    if speaks > most and not m.chosen[list[i]] then taken, most = i, speaks end
  end
  local other = list[taken]
  list[place], list[taken] = other, card
  table.insert(list, table.remove(list, taken))
  exchange(m, card, other)
end

-- The seat sees the face of a card that was chosen before: it takes it for the first with the most evidence of the
-- cards from which it was chosen. All stay in their places.
local function take_chosen(m, card)
  local taken, most = nil, -1
  for _, one in ipairs(m.chosen[card]) do
    local speaks = evidence_for(m, one, card)
    if speaks > most then taken, most = one, speaks end
  end
  exchange(m, card, taken)
end

local function see_top(m, pile)
  local list = m.piles[pile]
  if m.plan[pile].facing == "top" and #list > 0 then learn(m, list[#list]) end
end

-- Cards that came one way to a pile and left it between the same two questions have again come one way.
local function came(m, card, from, question)
  local key = ("%d %d %d"):format(m.way[card], from, question)
  m.ways[key] = m.ways[key] or card_histories.new(m)
  m.way[card] = m.ways[key]
end

local function move(m, e, at)
  local card, from, to, seen = e[2] + 1, e[3] + 1, e[4] + 1, e[7] & m.mask ~= 0
  local list = m.piles[from]
  local place = place_in(list, card)
  if not place then return end
  if not is_followed(m, from, list, place) then
    card_histories.lose(m, from, card, seen and m.faces[card], at)
    if not seen then join(m, m.chosen[card] or list)
    elseif m.chosen[card] then take_chosen(m, card)
    else take_for(m, from, card, place) end
  end
  table.remove(list, place_in(list, card))
  m.chosen[card] = nil
  table.insert(m.piles[to], e[6] == 1 and 1 or #m.piles[to] + 1, card)
  came(m, card, from, e[8])
  if seen then learn(m, card) end
  see_top(m, from)
  see_top(m, to)
end

-- A card is shown to the seat, which sees its place unless it is in a hidden hand.
local function show(m, e, at)
  local card, pile = e[2] + 1, e[4] + 1
  local place = place_in(m.piles[pile], card)
  if place and m.hands[pile] == "unseen" then
    card_histories.lose(m, pile, card, m.faces[card], at)
    if m.chosen[card] then take_chosen(m, card) else take_for(m, pile, card, place) end
  end
  learn(m, card)
end

-- Tells card_histories of the answers before that event.
local function hear_answers(m, answers, e, at)
  local card = (e[1] == "move" or e[1] == "show") and e[2] + 1 or nil
  while answers[1] and answers[1].happened < at do
    card_histories.choose(m, table.remove(answers, 1), card)
  end
end

-- The cards of a pile are shuffled or put in order. The seat knows no places in a hidden hand anyway.
local function lay(m, e, at)
  local pile = e[4] + 1
  local list = m.piles[pile]
  if e[1] == "shuffle" then
    m.shuffled, m.losses = at, {}
    card_histories.join(m, list)
  elseif m.hands[pile] then return
  else card_histories.lose(m, pile, nil, nil, at) end
  join(m, list)
end

--- The cards' numbers, pile by pile, from the bottom.
function memory.order(b)
  local order = {}
  for _, pile in ipairs(b.hooks.pile_handles) do
    for card in pile:cards() do order[#order + 1] = host.index(card) end
  end
  return order
end

local function new(b, number)
  local m = { at = 0, bag = {}, piles = {}, plan = b.plan, faces = b.card_faces, seat = number,
    mask = host.seat_mask(number), deck_of = b.home, hands = {}, losses = {}, chosen = {}, way = {},
    ways = {}, last_way = 0 }
  local card = 0
  for pile, plan in ipairs(b.plan) do
    local is_hand = plan.facing == "owner" or plan.facing == "gm"
    m.piles[pile], m.hands[pile] = {}, is_hand and (plan.seat == number and "seen" or "unseen") or nil
    for i = 1, b.deck_sizes[pile] or 0 do
      card = card + 1
      m.piles[pile][i], m.way[card] = card, 0
    end
  end
  return m
end

--- The memory of the seat (0: the game master) now: { bag = by a card's number, shuffled = the number of events at the last
--- shuffle }.
function memory.of(b, number)
  local memories = b.search.game.memories
  local m, count = memories[number] or new(b, number), engine.count(b.block)
  memories[number] = m
  local answers = step_record.answers(b, m.at)
  for i, e in ipairs(engine.happened(b.block, m.at + 1)) do
    local kind = e[1]
    hear_answers(m, answers, e, m.at + i)
    if kind == "move" then move(m, e, m.at + i)
    elseif kind == "shuffle" or kind == "order" then lay(m, e, m.at + i)
    elseif kind == "show" and e[7] & m.mask ~= 0 then show(m, e, m.at + i) end
  end
  m.at = count
  for card, handle in ipairs(b.cards) do
    if host.visible(b.block, handle, number) then learn(m, card) end
  end
  return m
end

local function numbers(count)
  local list = {}
  for i = 1, count do list[i] = i end
  return list
end

-- The place of each face in the order of ranks.
local function places_by_rank(faces)
  local first, places = {}, {}
  for face, of in ipairs(faces) do
    local rank = rawget(of, "rank") or face
    first[rank] = first[rank] or face
    places[face] = first[rank] * (#faces + 1) + face
  end
  return places
end

local RANK_PARTS = 13

-- The list in another order, in which every part has about the same share of each rank: it is dealt in rounds, each with one
-- item from each thirteenth of the list.
local function in_rounds(list, random)
  local parts, rounds = {}, {}
  for part = 1, RANK_PARTS do
    local first, last = 1 + (part - 1) * #list // RANK_PARTS, part * #list // RANK_PARTS
    parts[part] = card_histories.mix(table.move(list, first, last, 1, {}), random)
  end
  while #rounds < #list do
    local round = {}
    for _, part in ipairs(parts) do round[#round + 1] = table.remove(part) end
    table.move(card_histories.mix(round, random), 1, #round, #rounds + 1, rounds)
  end
  return rounds
end

-- The cards' numbers, pile by pile, in the order that the seat knows. A hidden hand is not in its owner's order, which may
-- reveal faces.
local function order_of(b, m)
  local order = memory.order(b)
  local at = 1
  for pile, list in ipairs(m.piles) do
    if m.hands[pile] == "unseen" then table.move(list, 1, #list, at, order) end
    at = at + #list
  end
  return order
end

-- Draws the cards of a bag that have its faces in a world; its other cards go to `rest`, by deck.
local function draw_mixed(bag, world, rest, deck_of, random)
  local cards = table.move(bag.cards, 1, #bag.cards, 1, {})
  for i, face in ipairs(bag.faces) do
    local k = i + random(#cards - i + 1)
    cards[i], cards[k] = cards[k], cards[i]
    world[cards[i]] = face
  end
  for i = #bag.faces + 1, #cards do
    local deck = deck_of[cards[i]]
    rest[deck] = rest[deck] or {}
    table.insert(rest[deck], cards[i])
  end
end

--- A function that draws worlds which the seat can't tell from the table: of random (n -> 0..n-1), giving the faces of all cards
--- by number, uniformly among those that its memory allows. From world to world unknown faces move on by one place, until each
--- was in each place, and neighbours are of all ranks, so that a few worlds are not lopsided: Latin hypercube sampling;
--- M. McKay, R. Beckman, W. Conover, Technometrics 21 (1979). A second result: the cards' numbers, in an order that
--- reveals no face.
function memory.worlds(b, number)
  local m = memory.of(b, number)
  local order, faces = order_of(b, m), b.card_faces
  local places = places_by_rank(b.faces)
  local function is_before(x, y) return places[x] < places[y] end
  local first, deck_of, left, fixed, bags, at_bag, open = 0, m.deck_of, {}, {}, {}, {}, {}
  for deck, size in ipairs(b.deck_sizes) do
    left[deck], open[deck] = {}, {}
    for card = first + 1, first + size do
      left[deck][faces[card]] = (left[deck][faces[card]] or 0) + 1
    end
    first = first + size
  end
  for _, card in ipairs(order) do -- in this order, so that nothing depends on which copy is which
    local bag, counts = m.bag[card], left[deck_of[card]]
    if bag and not at_bag[bag] then
      at_bag[bag] = { cards = {}, faces = table.move(bag.faces, 1, #bag.faces, 1, {}) }
      bags[#bags + 1] = at_bag[bag]
      for _, face in ipairs(bag.faces) do counts[face] = counts[face] - 1 end
    end
    if bag then table.insert(at_bag[bag].cards, card) else table.insert(open[deck_of[card]], card) end
  end
  local mixed, groups = {}, {}
  for _, bag in ipairs(bags) do
    table.sort(bag.faces, is_before)
    if #bag.cards > #bag.faces then mixed[#mixed + 1] = bag
    elseif #bag.cards == 1 then fixed[bag.cards[1]] = bag.faces[1]
    else groups[#groups + 1] = { cards = bag.cards, pool = bag.faces } end
  end
  local bagged = #groups
  for deck, counts in ipairs(left) do
    local pool = {}
    for face = 1, #b.faces do
      for _ = 1, counts[face] or 0 do pool[#pool + 1] = face end
    end
    table.sort(pool, is_before)
    groups[bagged + deck] = { cards = open[deck], pool = pool }
  end
  local drawn = 0
  return function(random)
    local world, rest = table.move(fixed, 1, #order, 1, {}), {}
    for _, bag in ipairs(mixed) do draw_mixed(bag, world, rest, deck_of, random) end
    for at, group in ipairs(groups) do
      local count, others = #group.pool, rest[at - bagged] or {}
      local turn = drawn % math.max(1, count)
      if turn == 0 then
        group.round, group.starts = in_rounds(group.pool, random), card_histories.mix(numbers(count), random)
      end
      local round, starts = group.round, group.starts
      for i, card in ipairs(group.cards) do world[card] = round[(starts[i] + turn) % count + 1] end
      for i, card in ipairs(others) do world[card] = round[(starts[#group.cards + i] + turn) % count + 1] end
    end
    drawn = drawn + 1
    return world
  end, order
end

return memory
