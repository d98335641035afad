-- Which card of a hidden hand was played, dealt or passed, and when.
--
-- A card that is played from a hand shows its face; whether it was dealt there or passed, and when, is known to the table
-- and not to the other seats. So each world draws which of the hand's cards it was, all alike but for what the seat knows
-- of them, and earlier answers name those cards instead. They end in the same piles, with the faces of the world.

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

--- The face that the seat knows of that very card, or nil.
function card_histories.face_of(m, card)
  local bag = m.bag[card]
  return bag and next(bag.cards, next(bag.cards)) == nil and bag.faces[1] or nil
end

-- What the seat knows of some of the cards together: of each bag those in it, the others of the bag, and its faces.
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

-- By deck the cards before, but those whose face the seat knows, these, and the same cards after.
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

--- A way that no card came.
function card_histories.new(m)
  m.last_way = m.last_way + 1
  return m.last_way
end

--- Which of these cards came which way can't be told any more.
function card_histories.join(m, cards)
  local way = card_histories.new(m)
  for _, card in ipairs(cards) do m.way[card] = way end
end

-- Cards of a pile go, or are chosen at that time. The seat can't follow which they are of those that were not chosen before,
-- nor known to be others, where it sees what goes (`face`), nor, unless they go from a hand, the first and the last. Nothing
-- could be told from which they are where all came there in the same way and the seat knows as much of each. They are the
-- last of the pile then: in which place they lay nobody tells.
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

--- A card goes from a pile, or is shown there, or all are put in order (nil), and the seat couldn't follow which it is; `m`
--- is what it remembered before that (memory.lua), `face` what it sees, `at` how much had happened.
function card_histories.lose(m, pile, card, face, at)
  local place = m.answer and lists.index(m.answer.cards, card)
  if not card or not m.chosen[card] then lose(m, pile, { card }, face, at, place and m.answer.entry) end
  if place then table.remove(m.answer.cards, place) end
end

--- Somebody has answered, and then that card moves or was shown (nil: no card). Where it is one of those that were chosen
--- they go now; else they stay for a while, and the seat can't tell which they are of those that lie there now.
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

-- --- telling it anew ---

--- What has to be told anew of the record since the step so many steps back began, from the latest on: losses, answers with
--- the numbers of their cards, and that step and the one that is `back`. Nil: nothing was lost.
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
  local told, n = lists.collect(list, function(one) return not (one.cards and #one.cards == 0) and one or nil end), 0
  told.lies = {} -- by card, in which place among all: what is the same to the seat is drawn the same
  for _, pile in ipairs(m.piles) do
    for _, card in ipairs(pile) do told.lies[card], n = n, n + 1 end
  end
  return told
end

-- The faces that the seat knew among those cards are so placed by exchanges: a known card's on it, one that may be on one of
-- several on any of them.
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

-- Before the loss each card of the pile may have been any that was there, but those that the seat knew.
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

--- How all that went in a world of these faces: by an answer its cards; by a step what lay, when it began, in the place of
--- other cards, by their numbers.
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
