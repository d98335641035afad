-- How cards came into hidden hands.
--
-- A card played from a hand shows its face. Whether it was dealt or passed there, and when, only the table knows. So each
-- world draws which of the hand's cards it was, uniformly among those that the seat can't tell apart, and earlier answers
-- name those cards instead. All end in the same piles, with the faces of the world.

local lists = require "shared.lists"

local card_histories = {}

local function copy(list) return table.move(list, 1, #list, 1, {}) end

--- Puts a list in any order: Fisher-Yates. `random` gives 0 to n - 1.
function card_histories.mix(list, random)
  for i = #list, 2, -1 do
    local k = random(i) + 1
    list[i], list[k] = list[k], list[i]
  end
  return list
end

-- --- where the seat loses a card from sight ---

--- The face of that card if the seat knows it, or nil.
function card_histories.face_of(m, card)
  local bag = m.bag[card]
  return bag and bag.count == 1 and bag.faces[1] or nil
end

-- The seat's knowledge of several cards together: for each bag its cards among these, its other cards, and its faces.
local function known_of(m, cards)
  local all, is_here = {}, lists.set(cards)
  for _, card in ipairs(cards) do
    local bag = m.bag[card]
    if bag and not all[bag] and not card_histories.face_of(m, card) then
      local inside = lists.collect(cards, function(one) return m.bag[one] == bag and one or nil end)
      local outside = lists.collect(lists.keys(bag.cards), function(one) return not is_here[one] and one or nil end)
      all[bag] = true
      if #inside < #cards then all[#all + 1] = { inside = inside, outside = outside, faces = copy(bag.faces) } end
    end
  end
  return all
end

-- For each deck the cards before the loss with an unknown face, those with a known face, and the cards after it.
local function by_deck(m, before, after)
  local decks = {}
  for i, card in ipairs(before) do
    for _, one in ipairs { card, after[i] } do
      local deck = m.deck_of[one]
      decks[deck] = decks[deck] or { before = {}, known = {}, after = {} }
    end
    local deck, face = decks[m.deck_of[card]], card_histories.face_of(m, card)
    if face then table.insert(deck.known, { card = card, face = face }) else table.insert(deck.before, card) end
    table.insert(decks[m.deck_of[after[i]]].after, after[i])
  end
  return lists.map(decks, function(deck) return deck end)
end

--- A number for a way by which no card has come yet.
function card_histories.new(m)
  m.last_way = m.last_way + 1
  return m.last_way
end

--- From now on these cards count as having come one way: the seat can't tell them apart.
function card_histories.join(m, cards)
  local way = card_histories.new(m)
  for _, card in ipairs(cards) do m.way[card] = way end
end

-- Cards leave a pile, or are chosen, at that time. To the seat they may be any cards of the pile, except for those chosen before,
-- those known to have another face than the one that it sees leave (`face`), and, unless the pile is a hand, the first and the
-- last. If all of these came the same way and the seat knows the same of each, nothing is lost. They move to the end of the
-- pile, as nobody knows their places.
local function lose(m, pile, these, face, at, entry)
  local list, is_this, ends = m.piles[pile], lists.set(these), not m.hands[pile] and these[1] ~= nil
  local cards = lists.collect(list, function(card, place)
    local known = face and card_histories.face_of(m, card)
    local is_end = ends and (place == 1 or place == #list)
    return not m.chosen[card] and not is_end and (is_this[card] or not known or known == face) and card or nil
  end)
  for _, card in ipairs(these) do table.insert(list, table.remove(list, lists.index(list, card))) end
  local one = cards[1]
  if lists.all(cards, function(c) return m.way[c] == m.way[one] and m.bag[c] == m.bag[one] end) then return end
  local after = lists.collect(cards, function(c) return not is_this[c] and c or nil end)
  for _, card in ipairs(these) do if not m.chosen[card] then after[#after + 1] = card end end
  table.insert(m.losses, { at = at, entry = entry, cards = cards, decks = by_deck(m, cards, after),
    known = known_of(m, cards) })
  card_histories.join(m, cards)
end

local function cards_of(entry)
  local cards = entry.kind == "cards" and entry.value or host.kind(entry.value) == "card" and { entry.value } or {}
  return lists.collect(cards, host.index)
end

--- The seat loses track of a card that leaves a pile or is shown there, or of all cards of a pile (card: nil). `m` is its memory
--- before that (memory.lua), `face` what it sees, `at` the number of events so far.
function card_histories.lose(m, pile, card, face, at)
  local place = m.answer and lists.index(m.answer.cards, card)
  if not card or not m.chosen[card] then lose(m, pile, { card }, face, at, place and m.answer.entry) end
  if place then table.remove(m.answer.cards, place) end
end

--- A seat has answered, and the next event moves or shows that card (nil: no card). If it is a chosen card, all chosen cards
--- leave now; otherwise they stay for a while, and the seat can't tell them from the others that lie there now.
function card_histories.choose(m, entry, card)
  local cards = cards_of(entry)
  if lists.index(cards, card) then
    m.answer = { entry = entry, cards = cards }
    return
  end
  for pile, list in ipairs(m.piles) do
    local function lies_here(one) return lists.index(list, one) and one or nil end
    local here = lists.collect(m.hands[pile] == "unseen" and cards or {}, lies_here)
    local from = #here > 0 and lists.collect(list, function(one) return not m.chosen[one] and one or nil end)
    if from then lose(m, pile, here, nil, entry.happened, entry) end
    for _, chosen in ipairs(here) do m.chosen[chosen] = from end
  end
end

-- --- drawing other ways ---

--- The parts of the record to be drawn again in each world, since the step `steps` back began, the latest first: losses, answers
--- with the numbers of their cards, that step and the one `back` steps back. Nil if nothing was lost.
function card_histories.since(b, m, steps, back)
  local list, at, first = {}, #m.losses, #b.steps - steps
  if at == 0 or m.losses[at].at < b.steps[first].happened then return nil end
  local function add_losses(is_later)
    while at > 0 and is_later(m.losses[at]) do list[#list + 1], at = { loss = m.losses[at] }, at - 1 end
  end
  for i = #b.steps, first, -1 do
    local step = b.steps[i]
    for k = #step, 1, -1 do
      local entry = step[k]
      add_losses(function(loss) return loss.at > entry.happened and loss.entry ~= entry end)
      list[#list + 1] = { entry = entry, cards = cards_of(entry) }
      add_losses(function(loss) return loss.entry == entry end)
    end
    add_losses(function(loss) return loss.at > step.happened end)
    if i == first or i == #b.steps - back then list[#list + 1] = { step = step } end
  end
  local parts = lists.collect(list, function(one) return not (one.cards and #one.cards == 0) and one or nil end)
  local n = 0
  parts.lies = {} -- each card's place among all, so that equal views give equal draws
  for _, pile in ipairs(m.piles) do
    for _, card in ipairs(pile) do parts.lies[card], n = n, n + 1 end
  end
  return parts
end

-- Exchanges cards so that each face that the seat knew to be among some cards is on one of them.
local function keep_known(m, known, cards, now, faces, random, kept)
  local due, inside = {}, card_histories.mix(copy(known.inside), random)
  local function due_of(card) return due[faces[now[card] or card]] or 0 end
  for _, face in ipairs(known.faces) do due[face] = (due[face] or 0) + 1 end
  local function take(card) due[faces[now[card] or card]] = due_of(card) - 1 end
  for _, card in ipairs(known.outside) do take(card) end
  local function keep(card)
    if kept[card] or due_of(card) <= 0 then return end
    take(card)
    kept[card] = true
  end
  for _, card in ipairs(inside) do keep(card) end
  for _, card in ipairs(cards) do
    local function is_free(c) return not kept[c] and m.deck_of[c] == m.deck_of[card] and c or nil end
    local free = not kept[card] and due_of(card) > 0 and lists.collect(inside, is_free)[1]
    if free then
      now[free], now[card] = now[card] or card, now[free] or free
      keep(free)
    end
  end
end

-- Draws the cards before a loss: each may have been any of the pile, except for those that the seat knew.
local function draw_before(m, lies, loss, now, faces, random)
  local function is_before(x, y) return lies[x] < lies[y] end
  for _, deck in ipairs(loss.decks) do
    local stand = lists.collect(deck.after, function(card) return now[card] or card end)
    table.sort(stand, is_before)
    for _, known in ipairs(deck.known) do
      local at = 1
      while at < #stand and faces[stand[at]] ~= known.face do at = at + 1 end
      now[known.card] = table.remove(stand, at)
    end
    card_histories.mix(stand, random)
    for i, card in ipairs(deck.before) do now[card] = stand[i] end
  end
  local kept = {}
  for _, known in ipairs(loss.known) do keep_known(m, known, loss.cards, now, faces, random, kept) end
end

--- The history of a world with these faces: for each answer its cards; for each step the cards that stood in the places of
--- others when it began, by their numbers.
function card_histories.draw(b, m, list, faces, random)
  local way, now = {}, {}
  for _, one in ipairs(list) do
    if one.loss then draw_before(m, list.lies, one.loss, now, faces, random)
    elseif one.step then way[one.step] = lists.copy(now)
    else way[one.entry] = lists.collect(one.cards, function(card) return b.cards[now[card] or card] end) end
  end
  return way
end

return card_histories
