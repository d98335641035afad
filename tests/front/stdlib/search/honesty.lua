-- For tests of bots that search: hidden cards are exchanged behind a seat's back, worlds are drawn and counted, and a
-- search is made to peek.

local answers = require "ask.answers"
local bots = require "start.bots"
local codes = require "ask.codes"
local imagined = require "search.imagined"
local memory = require "search.memory"
local step_record = require "search.step_record"
local search = require "search.search"
local secrets = require "search.secrets"
local card_histories = require "search.card_histories"
local lists = require "shared.lists"

local honesty = {}

--- The kept form of what a search answers to the open question, nil where it leaves it to chance; and what it found. The
--- question is open as before.
function honesty.answer(b, name)
  local staged, sentence = bots.answer(b, name)
  if staged == false then error(sentence, 0) end
  if not staged then return nil end
  local kept = codes.keep(answers.open(b))
  engine.unstage(b.block)
  local found = b.search.found or {}
  return kept, found.playouts, found.failed, found.why
end

--- What the bot of a seat has noted; and notes something where `text` is given.
function honesty.note(b, seat, text)
  if text then b.hooks.notes[seat] = { text = text } end
  return b.notes == b.hooks.notes and b.notes[seat].text
end

--- How many texts were put together while a search thought.
function honesty.worded(b, name)
  local format, count = b.hooks.format, 0
  function b.hooks.format(...)
    count = count + 1
    return format(...)
  end
  honesty.answer(b, name)
  b.hooks.format = format
  return count
end

--- What a seat has in its state under that name.
function honesty.state(b, seat, name) return rawget(b.seats[seat], name) end

--- The value of the top card of a seat's hand.
function honesty.value(b, seat)
  return b.faces[b.card_faces[host.index(b.seats[seat].hand:top())]].value
end

--- The values of the cards in a seat's hand, and of the card that is staged.
function honesty.values(b, seat)
  local list = {}
  for i, card in ipairs(b.seats[seat].hand:list()) do list[i] = b.faces[b.card_faces[host.index(card)]].value end
  return list
end

function honesty.value_staged(b) return b.faces[b.card_faces[host.index((engine.staged(b.block)))]].value end

--- What the last search found.
function honesty.found(b) return b.search.found end

--- What a search finds that is told to end as it begins.
function honesty.ended_at_once(b, name)
  local clock = engine.search_clock
  rawset(engine, "search_clock", function(block) return clock(block), true end)
  local ok, sentence = pcall(bots.answer, b, name)
  rawset(engine, "search_clock", clock)
  if not ok then error(sentence, 0) end
  engine.unstage(b.block)
  return b.search.found
end

--- From now on chance is the same in all searches; or that of each game again.
function honesty.fix_chance(_, yes)
  honesty.imagine = honesty.imagine or engine.search_imagine
  rawset(engine, "search_imagine", yes and function(block, seat, order)
    return honesty.imagine(block, seat, order, ("k"):rep(32))
  end or honesty.imagine)
end

-- The cards' numbers pile by pile, and which of them the seat sees, by number.
local function cards_of(b, seat)
  local visible = {}
  for i, card in ipairs(b.cards) do visible[i] = host.visible(b.block, card, seat) end
  return memory.order(b), visible
end

--- From now on a search takes what is as it was declared for known to all; or no more.
function honesty.know_declared(_, yes)
  honesty.since = honesty.since or secrets.since
  secrets.since = not yes and honesty.since or function(b, ...)
    for _, secret in ipairs(b.hooks.secrets(b.search.run.seat)) do
      if not lists.is_equal(secret.get(), secret.declared()) then return honesty.since(b, ...) end
    end
    return 0, {}
  end
end

--- What that seat has seen and heard, as text: lines told, its cards, how many lie where, open state; and what is hidden.
function honesty.observed(b, seat)
  local seen, hidden = {}, {}
  for _, e in ipairs(engine.happened(b.block, 1)) do
    if e[1] == "say" and (e[5] == nil or e[5] == seat) then seen[#seen + 1] = e[9] end
  end
  local order, visible = cards_of(b, seat)
  for _, card in ipairs(order) do
    local name = b.faces[b.card_faces[card]].name
    seen[#seen + 1] = visible[card] and name or "?"
    if not visible[card] then hidden[#hidden + 1] = name end
  end
  for _, handle in ipairs(b.hooks.pile_handles) do seen[#seen + 1] = tostring(#handle) end
  seen[#seen + 1] = engine.pack(b.block, b.hooks.open_state(seat))
  for _, secret in ipairs(b.hooks.secrets(seat)) do hidden[#hidden + 1] = engine.pack(b.block, { secret.get() }) end
  return table.concat(seen, " "), table.concat(hidden, " ")
end

--- How many steps are kept.
function honesty.count_steps(b) return #b.steps end

--- The bot that all seats play on as.
function honesty.plays_on(b) return b.search.horizons.bot end

-- The numbers of the cards that the seat has seen nowhere in this game, by the record of moves alone.
local function never_seen(b, number)
  local mask, seen, list = host.seat_mask(number), {}, {}
  for _, e in ipairs(engine.happened(b.block, 1)) do
    if (e[1] == "move" or e[1] == "show") and e[7] & mask ~= 0 then seen[e[2] + 1] = true end
  end
  local order, visible = cards_of(b, number)
  for _, card in ipairs(order) do
    if not seen[card] and not visible[card] then list[#list + 1] = card end
  end
  return list
end

local function set(b, faces)
  engine.search_stand(b.block, nil, faces)
  table.move(faces, 1, #faces, 1, b.card_faces)
  b.search.game.memories = {}
end

-- Does the step that asks come to the same question with these faces?
local function comes_again(b, number, before, faces)
  step_record.begin(b, number)
  local same = step_record.enter(b, { faces = faces, number = 1 }, 0)
  step_record.leave(b, before)
  return same
end

--- Exchanges faces of cards that the asked seat never saw, as a draw of a chance says: how many have another face now.
--- `back` puts them back.
function honesty.exchange(b, seed)
  local number = engine.question(b.block).seat
  local chance, list = rng.new(seed), never_seen(b, number)
  local before = table.move(b.card_faces, 1, #b.card_faces, 1, {})
  local function back() set(b, before) end
  local deck, first = {}, 0
  for at, size in ipairs(b.deck_sizes) do
    for card = first + 1, first + size do deck[card] = at end
    first = first + size
  end
  for _ = 1, 20 do
    local faces, changed = table.move(before, 1, #before, 1, {}), 0
    for i = #list, 2, -1 do
      local x, y = list[i], list[chance:below(i) + 1]
      if deck[x] == deck[y] then faces[x], faces[y] = faces[y], faces[x] end
    end
    for i = 1, #faces do if faces[i] ~= before[i] then changed = changed + 1 end end
    if changed > 0 and comes_again(b, number, before, faces) then
      set(b, faces)
      b.exchanged_back = back
      return changed
    end
  end
  return 0
end

--- Gives a card, by its number, the face of that name; what had it gets the card's.
function honesty.give_face(b, card, name)
  local faces, other = table.move(b.card_faces, 1, #b.card_faces, 1, {}), nil
  for i, face in ipairs(faces) do
    if b.faces[face].name == name then other = i end
  end
  faces[card], faces[other] = faces[other], faces[card]
  set(b, faces)
end

function honesty.put_back(b)
  if b.exchanged_back then b.exchanged_back() end
  b.exchanged_back = nil
end

--- How often each world came among n: the faces of the given cards as one text -> how often.
function honesty.count_worlds(b, number, n, cards)
  local chance, count = rng.new "worlds", {}
  local function random(k) return chance:below(k) end
  for i = 1, n do
    local draw, world, names = memory.worlds(b, number), nil, {}
    for _ = 0, i % 7 do world = draw(random) end
    for k, card in ipairs(cards) do names[k] = b.faces[world[card]].name end
    local key = table.concat(names, " ")
    count[key] = (count[key] or 0) + 1
  end
  return count
end

--- How often each card, by its number, stood in n worlds for that which was answered so many steps ago; and how often that
--- had each face, by its name.
function honesty.count_ways(b, number, n, steps)
  local m, draw, chance, count = memory.of(b, number), memory.worlds(b, number), rng.new "ways", {}
  local faces = {}
  local function random(k) return chance:below(k) end
  local list = card_histories.since(b, m, steps, 0)
  for _ = 1, n do
    local answer = b.steps[#b.steps - steps][1]
    local world = draw(random)
    local way = list and card_histories.draw(b, m, list, world, random) or { [answer] = { answer.value } }
    local card = host.index(way[answer][1])
    local face = b.faces[world[card]].name
    count[card], faces[face] = (count[card] or 0) + 1, (faces[face] or 0) + 1
  end
  return count, faces
end

--- In n worlds, how many cards of its own answers had the face there that they had, and how many another.
function honesty.own_answers(b, number, n)
  local m, draw, chance, same, other = memory.of(b, number), memory.worlds(b, number), rng.new "own", 0, 0
  local function random(k) return chance:below(k) end
  local list = card_histories.since(b, m, step_record.back(b, m.shuffled or 0), 0)
  for _ = 1, list and n or 0 do
    local world = draw(random)
    local way = card_histories.draw(b, m, list, world, random)
    for _, one in ipairs(list) do
      for place, card in ipairs(one.entry and one.entry.seat == number and one.cards or {}) do
        local is_same = world[host.index(way[one.entry][place])] == b.card_faces[card]
        same, other = same + (is_same and 1 or 0), other + (is_same and 0 or 1)
      end
    end
  end
  return same, other
end

--- Of how many cards each was one that the seat couldn't follow: as they went, or were chosen.
function honesty.lost_cards(b, number)
  local counts = {}
  for i, loss in ipairs(memory.of(b, number).losses) do counts[i] = #loss.cards end
  return counts
end

--- In how many of n worlds each deck's cards have the faces that this deck has, and all cards that the seat sees their own.
function honesty.count_whole_decks(b, number, n)
  local draw, chance, whole = memory.worlds(b, number), rng.new "decks", 0
  for _ = 1, n do
    local world, left, is_whole = draw(function(k) return chance:below(k) end), {}, true
    for card, deck in ipairs(b.home) do
      left[deck] = left[deck] or {}
      left[deck][b.card_faces[card]] = (left[deck][b.card_faces[card]] or 0) + 1
      left[deck][world[card]] = (left[deck][world[card]] or 0) - 1
      if host.visible(b.block, b.cards[card], number) then is_whole = is_whole and world[card] == b.card_faces[card] end
    end
    for _, faces in pairs(left) do for _, count in pairs(faces) do is_whole = is_whole and count == 0 end end
    whole = whole + (is_whole and 1 or 0)
  end
  return whole
end

--- How often one of these cards had a face, or that field of one, that it had had before, in n worlds drawn one after the
--- other.
function honesty.count_repeats(b, number, n, cards, field)
  local draw, chance, seen, repeats = memory.worlds(b, number), rng.new "worlds", {}, 0
  for _ = 1, n do
    local world = draw(function(k) return chance:below(k) end)
    for _, card in ipairs(cards) do
      local face = b.faces[world[card]]
      local key = card .. " " .. face[field or "name"]
      repeats, seen[key] = repeats + (seen[key] and 1 or 0), true
    end
  end
  return repeats
end

--- The numbers of the cards in each pile, by its name as errors call it.
function honesty.piles(b)
  local order, list = memory.order(b), {}
  local at = 0
  for i, handle in ipairs(b.hooks.pile_handles) do
    local cards = {}
    for k = 1, #handle do cards[k] = order[at + k] end
    at = at + #handle
    list[b.hooks.pile_names[i]] = cards
  end
  return list
end

-- --- another past ---

--- What else may have happened, for all that the seat knows, with the very cards that lie where they lie now: another card
--- may have been passed to where one of those was, and so on. { faces = of all cards by number, answers = since the game
--- began, with cards by number } to be played from the start; nil where nothing else may, or cards were shuffled since.
function honesty.another_past(b, number, seed)
  local m, chance = memory.of(b, number), rng.new(seed)
  local list = step_record.back(b, m.shuffled or 0) >= #b.steps - 2 and card_histories.since(b, m, #b.steps - 1, 0)
  if not list then return nil end
  local faces, given, changed, now = {}, {}, false, {}
  local way = card_histories.draw(b, m, list, b.card_faces, function(n) return chance:below(n) end)
  for card = 1, #b.cards do
    local stands = way[b.steps[1]][card] or card
    faces[card], now[stands] = b.card_faces[stands], card
    changed = changed or stands ~= card
  end
  for _, step in ipairs(b.steps) do
    for _, entry in ipairs(step) do
      local own = entry.kind == "cards" and entry.value or entry.kind == "card" and { entry.value } or {}
      local cards = way[entry] or own
      local answer = { place = entry.place, kind = entry.kind, cards = {} }
      for i, card in ipairs(cards) do answer.cards[i] = now[host.index(card)] end
      if type(entry.value) ~= "table" and type(entry.value) ~= "userdata" then answer.value = entry.value end
      given[#given + 1] = answer
    end
  end
  return changed and { faces = faces, answers = given } or nil
end

--- How many answers have been kept.
function honesty.count_answers(b)
  local n = 0
  for _, step in ipairs(b.steps) do n = n + #step end
  return n
end

function honesty.set_faces(b, faces) set(b, faces) end

--- Stages such an answer: false where it can't be given here.
function honesty.stage(b, answer)
  local value = answer.value
  if answer.kind == "cards" and (answer.cards[1] or answer.place) then value = {} end
  for i, card in ipairs(answer.cards) do
    if answer.kind == "cards" then value[i] = b.cards[card] else value = b.cards[card] end
  end
  if answer.kind == "one_of" and answer.place then value = (engine.choices(b.block) or {})[answer.place] end
  return engine.stage_value(b.block, value, answer.place)
end

--- What lies where in a few worlds that the seat imagines, and what was answered there, as faces; and the same as it sees it.
function honesty.imagined(b, number, seed)
  local m, draw, chance, told, seen = memory.of(b, number), memory.worlds(b, number), rng.new(seed), {}, {}
  local function random(n) return chance:below(n) end
  local list, _, visible = card_histories.since(b, m, #b.steps - 1, 0), cards_of(b, number)
  local function add(card, world) told[#told + 1] = b.faces[world[card]].name end
  for _ = 1, 3 do
    local world = draw(random)
    local way = list and card_histories.draw(b, m, list, world, random) or {}
    for _, pile in ipairs(m.piles) do for _, card in ipairs(pile) do add(card, world) end end
    for _, step in ipairs(b.steps) do
      for _, entry in ipairs(step) do
        local cards = entry.kind == "cards" and entry.value or entry.kind == "card" and { entry.value } or {}
        local stays = cards[1] and entry.secret and host.index(b.verbs.where(b.t, cards[1])) == entry.where
        for _, card in ipairs(stays and {} or way[entry] or cards) do add(host.index(card), world) end
      end
    end
  end
  for _, pile in ipairs(m.piles) do
    for _, card in ipairs(pile) do seen[#seen + 1] = visible[card] and honesty.face(b, card) or "?" end
  end
  return table.concat(told, " "), table.concat(seen, " ")
end

function honesty.face(b, card) return b.faces[b.card_faces[card]].name end

function honesty.is_secret(b)
  local _, _, _, _, kind, secret = engine.asked(b.block)
  return secret and kind ~= "nothing"
end

--- Stages an answer of the question, in one of two ways where it has two: its kept form.
function honesty.another(b, way)
  local q = answers.open(b)
  local two = { one_of = { 1, 2 }, card = { 1, 2 }, cards = { { 1 }, { 2 } }, number = { q.min, q.max },
    confirm = { true, false } }
  if not (two[q.kind] and codes.stage(q, two[q.kind][way])) then engine.stage_random(b.block) end
  return codes.keep(q)
end

--- From now on a search sees through the cards: the ceiling of what better guessing could bring, and what the test of
--- honesty must find. Off: it is honest again.
function honesty.peek(_, on)
  honesty.worlds = honesty.worlds or memory.worlds
  memory.worlds = on and function(b, number)
    return function() return b.card_faces end, memory.order(b)
  end or honesty.worlds
end

--- The number of the world that is taken where one fitted once, and after that none of as many as are drawn.
function honesty.taken_where_none_fits()
  local s = { worlds = {}, pool = {}, asks = true, filled = true, drawn = 1 << 20, limits = {}, questions = 1,
    once = { faces = {}, number = 7, taken = 1 } }
  return imagined.world(s, 3).number
end

--- Is yes the answer, where the game's bot says no and yes brought more by so many standard deviations in n worlds?
function honesty.is_left(b, n, by)
  local function arm(code, sum, squares, met)
    return { code = code, own = not code, n = n, sum = sum, squares = squares, met = met, ahead = sum,
      ahead_squares = squares }
  end
  local no, yes = arm(false, 0, n, 0), arm(true, by * n, (1 + by * by) * n, n)
  search.settle(b, { engine.pack(b.block, { playouts = 2 * n, worlds = n, arms = { no, yes }, best = yes }) })
  local value = engine.staged(b.block)
  engine.unstage(b.block)
  return value
end

--- The best answer of the last search: { n = its trial games, share = how many of them it won }.
function honesty.best(b)
  local best = search.take_found(b).best
  return { n = best.n, share = best.share }
end

--- The line that is printed about this result.
function honesty.told(_, found) return search.told(found) end

return honesty
