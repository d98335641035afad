-- What a step can call on the table and on a seat, besides the host's own
-- verbs (host/table/l_verbs.c): each is made once for a table, as a function
-- that holds what it needs.

local events = require "table.events"
local ranking = require "ranking"
local dice = require "primitives.dice"
local english = require "shared.english"
local lists = require "shared.lists"
local joining = require "table.joining"

local M = {}

local fail, kind_of = host.fail, math.type
local type, rawget, ipairs, room = type, rawget, ipairs, host.room

-- An iterator over the seats from place `first` round the table. A seat that leaves during the loop is skipped.
local function way_round(b, first, step)
  local after, last, list = {}, 1, b.sitting
  for i = 0, #list - 1 do
    local seat = list[(first - 1 + i * step) % #list + 1]
    after[last], last = seat, seat
  end
  if not b.spec.joining then return host.way(after) end
  return function(_, seat)
    repeat seat = after[seat or 1] until seat == nil or b.place_of[rawget(seat, 0)]
    return seat
  end
end

-- The number of a seat of the table.
local function number_of(b, seat, verb)
  local number = seat ~= nil and b.number_of[seat]
  if not number or number == 0 then fail(verb .. ": expected a seat, like t.seat[1]") end
  return number
end

-- The iterators from each seat, made once until seats come or go; the one under `false` starts at the first seat.
local function ways_round(b, step, verb)
  return setmetatable({}, { __index = function(ways, seat)
    local at, gone = 1, false
    if seat then at, gone = joining.place(b, number_of(b, seat, verb)) end
    ways[seat] = way_round(b, gone and step < 0 and at - 1 or at, step)
    return ways[seat]
  end })
end

-- The seat n places on, looked up once for those who sit there: known[n] is by seat.
local function seat_beside(b, step, verb)
  local known = {}
  b.ways[#b.ways + 1] = known
  return function(seat, n)
    if n == nil then n = 1
    elseif kind_of(n) ~= "integer" then fail(verb .. ": expected a whole number of seats") end
    local beside = known[n]
    local found = beside and beside[seat]
    if found then return found end
    local place, gone = joining.place(b, number_of(b, seat, verb))
    found = b.sitting[(place - (gone and step > 0 and 2 or 1) + step * n) % #b.sitting + 1]
    if n > 0 and n <= #b.sitting then
      known[n] = beside or {}
      known[n][seat] = found
    end
    return found
  end
end

--- To be called when seats have come or gone: forgets the iterators and neighbours known so far.
function M.forget_ways(b)
  for number = 0, b.count do
    local seat = number > 0 and b.seats[number]
    for _, known in ipairs(b.ways) do known[seat], known[number] = nil, nil end
  end
end

local verbs = {}

-- A number, and neither infinite nor NaN.
local function is_number(value)
  local kind = kind_of(value)
  return kind == "integer" or kind == "float" and value - value == 0
end

local function walker(ways)
  return function(_, first) return ways[first or false] end
end

--- Walks the seats clockwise, once round.
---@signature t:seats(first) -> iterator
---@param first seat where to begin; seat 1 when left out
---@return iterator for `for`
---@example for other in t:seats(t.dealer:left()) do t.deck:deal(2, other.hand) end
function verbs.seats(b) return walker(b.clockwise) end

--- Walks the seats counter-clockwise, once round.
---@signature t:seats_back(first) -> iterator
---@param first seat where to begin; seat 1 when left out
---@return iterator for `for`
---@example for other in t:seats_back(t.dealer:right()) do t:say("%s", other) end
function verbs.seats_back(b) return walker(b.counter) end

--- Brings all cards of a deck back to it, or only those in the piles named.
---@signature t:gather(deck, piles...)
---@param deck pile where they go
---@param piles pile... from where; every pile of the table when left out
---@example t:gather(t.deck)
--- #t.deck --> 52
function verbs.gather(b)
  if #b.deck_sizes == 1 then return b.verbs.gather end
  local handles, home = b.hooks.pile_handles, {} -- of several decks each card goes only to its own
  for k, card in ipairs(b.cards) do home[card] = handles[b.home[k]] end
  local function gather_from(pile, deck)
    for card in pile:cards() do if home[card] == deck then deck:put(card) end end
  end
  return function(_, deck, ...)
    if type(deck) ~= "userdata" then fail("gather: expected a deck, like t:gather(t.deck)") end
    if ... == nil then
      for i = 1, #handles do
        if handles[i] ~= deck and #handles[i] > 0 then gather_from(handles[i], deck) end
      end
    else
      for _, pile in ipairs { ... } do gather_from(pile, deck) end
    end
  end
end

--- Shuffles a pile.
---@signature t:shuffle(pile)
---@param pile pile which
---@example t:shuffle(t.deck)
function verbs.shuffle()
  return function(_, pile)
    if type(pile) ~= "userdata" then fail("shuffle: expected a pile, like t:shuffle(t.deck)") end
    return pile:shuffle()
  end
end

--- The seats for which a function gives the most.
---@signature t:best_seats(fn, seats) -> list of seats, value
---@param fn function of a seat: a number, or nil for a seat that does not count
---@param seats table a list; all seats when left out
---@return list of the seats with the highest value, in their order, and the value
---@example t:best_seats(function(one) return #one.hand end) --> { Anna, Ben, Clara }, 5
function verbs.best_seats(b)
  return function(_, fn, seats)
    if type(fn) ~= "function" then fail("best_seats: expected a function of a seat") end
    if seats ~= nil and type(seats) ~= "table" then fail("best_seats: expected a list of seats") end
    local best, value, among = {}, nil, seats or b.sitting
    for i = 1, #among do
      local seat = among[i]
      local n = fn(seat)
      if n ~= nil and not is_number(n) then
        fail("best_seats: expected a function that gives a number, or nil for a seat that does not count")
      end
      if n ~= nil and (value == nil or n > value) then best, value = {}, n end
      if n ~= nil and n == value then best[#best + 1] = seat end
    end
    return best, value
  end
end

local function measure_of(seat, by)
  local value
  if type(by) == "string" then value = seat[by]
  elseif type(by) == "function" then value = by(seat)
  else fail("rank_by: expected the name of a pool or of state, or a function of a seat") end
  if value == nil then return 0 end
  if is_number(value) then return value end
  if host.kind(value) == "pool" then return value:amount() end
  if type(by) == "string" then fail(("rank_by: `%s` is not a number"):format(by)) end
  fail("rank_by: expected a function that gives a number, or nil for 0")
end

--- Standings by a score, highest first; equal ones share the place.
---@signature t:rank_by(by, ...) -> standings
---@param by string|function name of a pool or of state, or a function of a seat
---@param ... string|function what decides between equals
---@return standings a list of { seat =, score =, place =, by =, keys = } for t:finish; `by` names what was counted, `keys` is how much of each
---@example t:rank_by("points")[1].seat --> Clara
function verbs.rank_by(b)
  return function(_, ...)
    local measures = { ... }
    b.ranked_by = measures[1]
    return ranking.rows(b.sitting, measures, measure_of)
  end
end

local STANDINGS = "finish: expected standings: those of t:rank_by, a list of seats, the name of a pool or of state, "
  .. "or nil"
local ROW = { seat = true, place = true, score = true, by = true, keys = true }
local COUNTED_MOST, NAME_MOST = 8, 63

local function is_name(value) return type(value) == "string" and #value > 0 and #value <= NAME_MOST end

local function check_list(list, name, is_right, what)
  local right = type(list) == "table" and #list <= COUNTED_MOST
  for i = 1, right and #list or 0 do right = right and is_right(list[i]) end
  if not right then fail(("finish: `%s`: expected a list of at most %d %s"):format(name, COUNTED_MOST, what)) end
end

local function check_row(row, most, by)
  if type(row) ~= "table" then fail(STANDINGS) end
  for key in pairs(row) do
    if not ROW[key] then fail(("finish: a row has no `%s`%s"):format(tostring(key), english.suggest(key, ROW))) end
  end
  local place, score = row.place, row.score
  if math.type(place) ~= "integer" or place < 1 or place > most then
    fail(("finish: `place`: expected a whole number from 1 to %d"):format(most))
  end
  if score ~= nil and not is_number(score) then fail("finish: `score`: expected a number, or nil for none") end
  if row.keys ~= nil then check_list(row.keys, "keys", is_number, "numbers") end
  if row.by == nil then return by end
  check_list(row.by, "by", is_name, "names")
  if by and table.concat(by, "\0") ~= table.concat(row.by, "\0") then
    fail("finish: `by`: expected the same names in every row")
  end
  return by or table.move(row.by, 1, #row.by, 1, {})
end

-- A copy of the standings, so that nothing later reads the script's list. A seat is its number.
local function copy_standings(b, standings)
  if standings == nil then return nil end
  if type(standings) ~= "table" then fail(STANDINGS) end
  local rows, seen, by = {}, {}, nil
  for _, row in ipairs(standings) do
    by = check_row(row, #standings + 1, by)
    local seat = row.seat
    local number = seat ~= nil and b.number_of[seat]
    if not number then fail("finish: `seat`: expected a seat of this table") end
    if seen[seat] then fail(("finish: %s has two rows"):format(seat.name)) end
    seen[seat] = true
    rows[#rows + 1] = { seat = number, place = row.place, score = row.score, by = by,
      keys = row.keys and table.move(row.keys, 1, #row.keys, 1, {}) }
  end
  for _, seat in ipairs(b.sitting) do
    if not seen[seat] then fail(("finish: the standings leave out %s"):format(seat.name)) end
  end
  return rows
end

-- The share of the first place that goes to seats which joined during the game: a measure of games that are `joining`.
local function part_of_late(b, rows)
  local first, late = 0, 0
  for _, row in ipairs(rows) do
    if row.place == 1 then first, late = first + 1, row.seat > #b.players and late + 1 or late end
  end
  return late == 0 and 0 or late == first and 1 or late / first
end

-- A list of seats, the winner first, as rows.
local function rows_of(b, list)
  if type(list) ~= "table" or type(list[1]) ~= "table" or rawget(list[1], 0) == nil then return list end
  local rows = {}
  for i, seat in ipairs(list) do
    if type(seat) ~= "table" or rawget(seat, 0) == nil then
      fail("finish: a list of seats contains something else: expected only seats, the winner first")
    end
    rows[i] = { seat = seat, place = i }
  end
  return rows
end

--- Ends the game, and the step at this point: nothing after it happens.
---@signature t:finish(standings, ...)
---@param standings table|string what t:rank_by gives; or the name of a pool or of state, for t:rank_by of it and of what follows; or a list of seats, the winner first; or rows of the game's own, { seat =, place =, score =, by =, keys = } with every seat once; where nobody wins, places from 2 on; nil for no result. In rows of its own `by = { "minutes" }` says what the score counts.
---@param ... string|function after a name, as for t:rank_by: what decides between equals
---@example t:finish("chips", "points")
---@example t:finish(t:rank_by(function(seat) return #seat.hand end))
---@example t:finish { t.seat[2], t.seat[1], t.seat[3] }
function verbs.finish(b)
  local may_finish, finished, rank_by = b.verbs.may_finish, b.verbs.finished, verbs.rank_by(b)
  return function(_, standings, ...)
    local rows
    if type(standings) ~= "string" then rows = copy_standings(b, rows_of(b, standings))
    else
      rows = rank_by(nil, standings, ...)
      for _, row in ipairs(rows) do row.seat = b.number_of[row.seat] end
    end
    local is_heard = may_finish()
    b.hooks.result = rows
    if rows and b.spec.joining then b.hooks.measures.came_first = part_of_late(b, rows) end
    local told = is_heard and lists.copy(rows, 2) or nil -- as programs read it: with the seats' names
    for _, row in ipairs(told or {}) do row.seat = b.seats[row.seat] end
    finished(is_heard and events.json(b, told) or nil)
  end
end

--- Counts something for `sim`.
---@signature t:measure(name, n, seat)
---@param name string one of the declared measures
---@param n number how much, 1 when left out
---@param seat seat whose, of a measure that is counted by seat
---@example t:measure("bites")
--- t:measure("casts", 2, seat)
---@see measures
function verbs.measure(b)
  local counts, declared_ones, may_tell = b.hooks.measures, b.spec.measures, b.verbs.may_tell
  local seat_measures, numbers = b.hooks.seat_measures, b.number_of
  return function(_, name, n, seat)
    may_tell("measure")
    if not declared_ones[name] then
      fail(("no measure `%s`%s"):format(tostring(name), english.suggest(name, declared_ones)))
    end
    if n == nil then n = 1
    elseif kind_of(n) ~= "integer" and not is_number(n) then fail("measure: expected a number, or nil for 1") end
    local own = seat_measures[name]
    if not own then
      counts[name] = (counts[name] or 0) + n
      return
    end
    local number = numbers[seat]
    if not number or number == 0 then
      fail(('measure: `%s` is counted by seat: expected a seat, like t:measure("%s", 1, t.seat[1])'):format(name, name))
    end
    own[number] = (own[number] or 0) + n
  end
end

--- Rolls dice; if people roll real dice, asks what they show.
---@signature t:roll(dice, seat) -> total, list, kept
---@param dice string an expression like "2d6+1"; `croupier help dice` has it all
---@param seat seat who rolls, for dice that people roll themselves
---@return the total, the list of what all dice showed in the order they were rolled, and a list of true or false for the
--- dice that count, or nil when all do
---@example local total, list, kept = t:roll("4d6kh3", seat)
function verbs.roll(b)
  local by_chance, ask, may_tell, known = b.verbs.roll, b.verbs.pose, b.verbs.may_tell, dice.known
  local seats = b.number_of
  return function(_, text, seat)
    if seat ~= nil and not seats[seat] and (type(seat) ~= "table" or not rawget(seat, 0)) then
      fail('roll: expected a seat, like t:roll("1d6", t.seat[1])')
    end
    local thrown = known[text]
    if not thrown then
      if type(text) ~= "string" then fail('roll: expected dice as a text, like t:roll("2d6+1")') end
      thrown = dice.compile(text, "roll: ")
    end
    local total, list, kept, told
    if b.is_raw or not b.hand_dice then
      total, list, kept, told = by_chance(thrown, text)
    else
      local shown = {}
      repeat
        total, list, kept = host.roll(thrown, shown)
        if not total then -- a die with `list` sides from `kept` on; 0: a fudge die
          shown[#shown + 1] = ask(seat or b.seats[0] or b.seats[1], kept < 1 and 0 or list)
        end
      until total
      told = may_tell "roll"
    end
    if told then host.note(b.block, "roll", dice.library.check(text), table.concat(list, " "), nil, total) end
    return total, list, kept
  end
end

--- A random value of a list.
---@signature t:choose(list) -> value
---@param list table a list that is not empty
---@return one of its values
---@example local dealer = t:choose(t.seat)
function verbs.choose(b)
  local may_tell, random = b.verbs.may_tell, b.verbs.random
  return function(t, list)
    may_tell "choose"
    if type(list) ~= "table" then fail("choose: expected a list, like t.seat") end
    if #list < 1 then fail("choose: the list is empty") end
    return list[random(t, 1, #list)]
  end
end

--- What a step computes from the rules alone: it is called once, and not again until a rule changes. The step gets a
--- table that has rules, words and steps, but nothing of the game under way. What it returns is constant.
---@signature t:once(step) -> value
---@param step string the name of a step
---@return any what that step returns
---@example -- a step of the game: payout = function(t) return { win = 2 * t.rules.ante } end
--- t:once("payout").win --> 2
---@see step, rules
function verbs.once(b)
  return function(_, name)
    local value = b.once[name]
    if value == nil then
      if not b.spec.steps[name] then
        fail(("once: no step `%s`%s"):format(tostring(name), english.suggest(name, b.spec.steps)))
      end
      value = b.rules_only[name](b.rules_only)
      host.freeze(value)
      b.once[name] = value
    end
    return value
  end
end

--- Asks several seats in secret: nobody learns anything until all have answered. Who has only one legal answer is asked
--- too, so that nobody can tell.
---@signature t:ask_all(seats, question) -> answers
---@param seats table a list of seats; nil for all
---@param question table|function the question, or a function of a seat that gives it (nil: nothing to ask)
---@return table the answers by seat: answers[seat]
---@example local bids = t:ask_all(nil, { "bid", "Your bid?", min = 0, max = 5 })
--- t:say("%s bids %s", seat, bids[seat])
function verbs.ask_all(b)
  local ask, joining_game = b.verbs.pose, b.spec.joining
  return function(_, seats, question)
    if seats ~= nil and (type(seats) ~= "table" or rawget(seats, 0) ~= nil or type(rawget(seats, 1)) == "string") then
      fail("ask_all: expected a list of seats, or nil for all, before the question")
    end
    local kind = type(question)
    if kind ~= "table" and kind ~= "function" then
      fail("ask_all: expected a question in { }, or a function of a seat that gives one")
    end
    seats = seats or b.sitting
    local asked = #seats
    local answers, each = room(asked), kind == "function"
    b.rounds = b.rounds + 1 -- of secret questions: whoever looks ahead knows which belong together
    for i = 1, asked do
      local seat = seats[i]
      if joining_game and type(seat) == "table" and rawget(seat, 0) and not b.place_of[rawget(seat, 0)] then
        fail(("ask_all: %s has left the table"):format(seat.name))
      end
      if each then answers[seat] = ask(seat, question(seat), true) else answers[seat] = ask(seat, question, true) end
    end
    return answers
  end
end

--- The next seat clockwise, or the n-th.
---@signature seat:left(n) -> seat
---@param n integer 1 when left out
---@return seat the seat
---@example t.dealer:left() --> Clara
--- seat:left(2) --> Clara

--- The next seat counter-clockwise, or the n-th.
---@signature seat:right(n) -> seat
---@param n integer 1 when left out
---@return seat the seat
---@example t.dealer:right() --> Anna

-- t:each where seats may come and go: host.each walks a list that stays.
local function each_seated(b)
  return function(t, fn, first)
    if type(fn) ~= "function" then fail("each: expected a function of a seat, like t:each(t.pay_ante)") end
    if first ~= nil then number_of(b, first, "each") end
    for seat in b.clockwise[first or false] do fn(t, seat) end
  end
end

--- Lays the verbs into the table and the seats of a build.
function M.add(b)
  b.clockwise, b.counter = ways_round(b, 1, "seats"), ways_round(b, -1, "seats_back")
  b.ways = { b.clockwise, b.counter }
  for _, name in ipairs { "say", "event", "random", "where", "step_name" } do
    b.fixed[name] = b.verbs[name]
  end
  b.fixed.each = b.spec.joining and each_seated(b) or host.each(b.block, b.seats)
  for name, make in pairs(verbs) do b.fixed[name] = make(b) end
  b.fixed.join = joining.join(b)
  local seat_verbs = { ask = b.verbs.ask, say = b.verbs.tell, leave = joining.leave(b),
    left = seat_beside(b, 1, "left"), right = seat_beside(b, -1, "right") }
  for number = b.spec.gm and 0 or 1, b.count do
    for name, verb in pairs(seat_verbs) do b.seat_fixed[number][name] = verb end
    b.seat_fixed[number].table = b.t
  end
end

return M
