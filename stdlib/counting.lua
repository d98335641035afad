-- Counting: every combination that some cards make, each scored; and what a card makes of those played before it.
--
-- Owns what counting games share: sums, sets, runs and flushes, said once by counting.compile and read in two ways: the
-- show, of a hand where order is nothing, and the peg, of cards as they were played. melds.compile is for the other
-- kind of game, in which a card counts once. Always true: nothing is kept between calls.

local fields = require "fields"
local standard = require "decks.standard"

local counting = {}

--- The patterns of a counting game, declared once with counting.compile; its functions are then called with a dot.
---
--- A sum counts in every way it can be made. Sets and runs are as long as they can be, and a run counts in every way
--- that cards of equal rank allow: 3 4 4 5 is two runs of three. A flush is a whole hand of one suit, plus the card
--- turned up if that is of the suit too. In pegging, the sum is that of all cards played; sets and runs are those that
--- the last card completes.
---@topic Around the game: counting, fifteens, show, peg
---@field deck the deck's kind, if it is not the standard one
---@field worth function(card): what a card adds to sums; if left out, its `value`
---@field by the field by which runs are in order, "value" if left out
---@field patterns a list of { name =, kind =, score = }: kind is "sum", "set", "run" or "flush", the name if left out
---@field pattern.score a whole number; a list, from the least number of cards up; or function(number of cards)
---@field pattern.sum of a sum: what the cards add up to
---@field pattern.least the fewest cards: 2 in a set, 3 in a run, 4 in a flush, 1 in a sum
---@field pattern.only "show" or "peg": counts only there; a flush is never pegged
---@field show function(cards, turned, least): combinations { name =, score =, cards = } and their total; `turned` is one more card; `least` gives, by pattern, a larger fewest number of cards for this call
---@field total function(cards, turned, least): only the total, for bots that try out many hands
---@field peg function(cards): the combinations that the last card makes, and their total
---@field sum function(cards): what cards add up to
---@example local cribbage = counting.compile {
---   worth = function(card) return math.min(card.value, 10) end,
---   patterns = {
---     { name = "fifteen", kind = "sum", sum = 15, score = 2 },
---     { name = "thirty-one", kind = "sum", sum = 31, score = 2, only = "peg" },
---     { name = "set", score = { 2, 6, 12 } },
---     { name = "run", score = function(n) return n end },
---     { name = "flush", score = function(n) return n end } } }
--- cribbage.total(t.seat[2].hand) --> 8
--- local list, total = cribbage.show(seat.hand, t.board:card(2)) --> { { cards = { 2h, 4h, 9h }, name = "fifteen", score = 2 }, { cards = { 4h, 9h, 2c }, name = "fifteen", score = 2 }, { cards = { 2h, 2c }, name = "set", score = 2 }, { cards = { 2h, 4h, 9h, Qh, Kh }, name = "flush", score = 5 } }, 11
--- cribbage.peg(t.board) --> {  }, 0
--- cribbage.sum(t.board) --> 20
---@see melds.compile, counting.compile, poker.rank

local KINDS = { sum = 1, set = 2, run = 3, flush = 4 } -- the least number of cards
local FIELDS = { "patterns", deck = "deck", worth = "function", by = "string", patterns = "table" }
local PATTERN = { "score", name = "string", kind = "string", sum = "whole", score = "score", least = "whole",
  only = "string" }

local function wrong_pattern(pattern, place)
  local what = ("pattern %d"):format(place)
  fields.check("counting.compile", pattern, PATTERN, what)
  local kind = pattern.kind or pattern.name
  if not KINDS[kind] then
    return ("%s: `kind` is %s, expected one of %s"):format(what, tostring(kind), fields.names(KINDS))
  end
  if kind == "sum" and not pattern.sum then return what .. ": `sum` is missing: expected a whole number" end
  if pattern.only and pattern.only ~= "show" and pattern.only ~= "peg" then
    return ("%s: `only` is %s, expected show or peg"):format(what, pattern.only)
  end
end

local function wrong_in(said)
  fields.check("counting.compile", said, FIELDS)
  local wrong
  if #said.patterns == 0 then return "`patterns` is not a list of patterns" end
  for i, pattern in ipairs(said.patterns) do wrong = wrong or wrong_pattern(pattern, i) end
  return wrong
end

-- The cards of a list or a pile, and behind them the one turned up.
local function cards_of(cards, turned)
  local list = type(cards) == "userdata" and cards:list() or cards
  if not turned then return list end
  local all = table.move(list, 1, #list, 1, {})
  all[#all + 1] = turned
  return all
end

-- What a pattern of n cards scores; a list's last entry holds for longer ones too.
local function score_of(pattern, n)
  local score = pattern.score
  if type(score) == "function" then return score(n) end
  if type(score) == "table" then return score[math.min(n - pattern.least + 1, #score)] end
  return score
end

-- Each kind's own: each(game, pattern, cards, hand, add) calls add(the cards of a combination) for every one.
local each, pegged = {}, {}

-- From the card at `at` on, those that make up what is missing; `made` are taken.
local function add_sums(game, cards, at, missing, made, add)
  if missing == 0 and #made > 0 then add(made) end
  for i = at, #cards do
    local worth = game.worth[cards[i].name] or 0 -- of a card that isn't seen
    if worth <= missing and worth > 0 then
      made[#made + 1] = cards[i]
      add_sums(game, cards, i + 1, missing - worth, made, add)
      made[#made] = nil
    end
  end
end

function each.sum(game, pattern, cards, _, add)
  add_sums(game, cards, 1, pattern.sum, {}, function(made)
    if #made >= pattern.least then add(made) end
  end)
end

-- The cards of each value of a field, lists by value.
local function grouped(cards, field)
  local groups = {}
  for i = 1, #cards do
    local value = cards[i][field]
    if value ~= nil then
      groups[value] = groups[value] or {}
      table.insert(groups[value], cards[i])
    end
  end
  return groups
end

function each.set(_, pattern, cards, _, add)
  local groups, seen = grouped(cards, "rank"), {}
  for i = 1, #cards do
    local rank = cards[i].rank
    if not seen[rank] and #groups[rank] >= pattern.least then add(groups[rank]) end
    seen[rank] = true
  end
end

-- One card of each value from `value` to `last`, in every way.
local function add_runs(groups, value, last, made, add)
  if value > last then return add(made) end
  for _, card in ipairs(groups[value]) do
    made[#made + 1] = card
    add_runs(groups, value + 1, last, made, add)
    made[#made] = nil
  end
end

function each.run(game, pattern, cards, _, add)
  local groups = grouped(cards, game.by)
  for from in pairs(groups) do
    local first = math.type(from) == "integer" and not groups[from - 1]
    local last = from
    while first and groups[last + 1] do last = last + 1 end
    if first and last - from + 1 >= pattern.least then add_runs(groups, from, last, {}, add) end
  end
end

-- All of the hand, and the card behind it where that is of the suit.
function each.flush(_, pattern, cards, hand, add)
  local suit, made = hand > 0 and cards[1].suit or nil, {}
  for i = 1, #cards do
    if suit and cards[i].suit == suit then made[#made + 1] = cards[i]
    elseif i <= hand then return end
  end
  if #made >= pattern.least then add(made) end
end

function pegged.sum(game, pattern, cards, add)
  if game.sum(cards) == pattern.sum and #cards >= pattern.least then add(cards) end
end

-- The last n cards.
local function last_of(cards, n) return table.move(cards, #cards - n + 1, #cards, 1, {}) end

function pegged.set(_, pattern, cards, add)
  local n = 1
  while n < #cards and cards[#cards - n].rank == cards[#cards].rank do n = n + 1 end
  if n >= pattern.least and #cards > 0 then add(last_of(cards, n)) end
end

-- The longest run, in any order, of the last cards.
function pegged.run(game, pattern, cards, add)
  local seen, low, high, longest = {}, math.huge, -math.huge, 0
  for n = 1, #cards do
    local value = cards[#cards - n + 1][game.by]
    if math.type(value) ~= "integer" or seen[value] then break end
    seen[value], low, high = true, math.min(low, value), math.max(high, value)
    if high - low + 1 == n then longest = n end
  end
  if longest >= pattern.least then add(last_of(cards, longest)) end
end

-- Goes through all combinations; `found` is told each with its score, or nothing is made of them.
local function total_of(game, walk, found)
  local total = 0
  for _, pattern in ipairs(game.patterns) do
    walk(pattern, function(made)
      local score = score_of(pattern, #made)
      total = total + score
      if found then found(pattern, made, score) end
    end)
  end
  return total
end

local function listed(game, walk)
  local list = {}
  local total = total_of(game, walk, function(pattern, made, score)
    list[#list + 1] = { name = pattern.name or pattern.kind, score = score, cards = last_of(made, #made) }
  end)
  return list, total
end

-- A pattern as it is read: with its kind and least number of cards, and with this least where the call says more.
local function whole(pattern, least)
  local kind = pattern.kind or pattern.name
  return { name = pattern.name, kind = kind, score = pattern.score, sum = pattern.sum, only = pattern.only,
    least = least or pattern.least or KINDS[kind] }
end

--- Declares once what counts in a counting game: sums, sets, runs and flushes, each in every way it occurs. A mistake
--- in it is reported when the script is read. The result has the functions show, total, peg and sum of the page
--- `counting`.
---@param said table the fields of that page
---@return table the functions
---@error "counting.compile: pattern 1: `kind` is fifteen, expected one of flush, run, set, sum"
---@example local pairs_only = counting.compile { patterns = { { name = "pairs", kind = "set", score = { 2, 6, 12 } } } }
--- pairs_only.total(t.seat[2].hand) --> 8
--- counting.compile { patterns = { { name = "fifteen", sum = 15, score = 2 } } } --> error `kind` is fifteen
function counting.compile(said)
  local wrong = wrong_in(said)
  if wrong then error("counting.compile: " .. wrong, 2) end
  local deck, game, made = said.deck or standard, { by = said.by or "value", worth = {}, patterns = {} }, {}
  for _, face in ipairs(deck.faces) do
    local worth = face.value
    if said.worth then worth = said.worth(face) end
    if worth == nil then worth = 0 end
    if math.type(worth) ~= "integer" or worth < 0 then
      error(("counting.compile: `worth` of %s is %s, expected a whole number"):format(face.name, tostring(worth)), 2)
    end
    game.worth[face.name] = worth
  end
  for i, pattern in ipairs(said.patterns) do game.patterns[i] = whole(pattern) end

  function game.sum(cards)
    local sum = 0
    for _, card in ipairs(cards_of(cards)) do sum = sum + (game.worth[card.name] or 0) end
    return sum
  end

  local function shown(cards, turned, least)
    local all = cards_of(cards, turned)
    local hand = turned and #all - 1 or #all
    return function(pattern, add)
      local more = least and least[pattern.name or pattern.kind]
      if pattern.only ~= "peg" then
        each[pattern.kind](game, more and whole(pattern, more) or pattern, all, hand, add)
      end
    end
  end

  local function laid(cards)
    cards = cards_of(cards)
    return function(pattern, add)
      local peg = pattern.only ~= "show" and pegged[pattern.kind]
      if peg then peg(game, pattern, cards, add) end
    end
  end

  made.sum = game.sum
  function made.show(cards, turned, least) return listed(game, shown(cards, turned, least)) end
  function made.total(cards, turned, least) return total_of(game, shown(cards, turned, least)) end
  function made.peg(cards) return listed(game, laid(cards)) end
  return fields.checked("counting", made, { sum = "cards", peg = "cards", show = "cards turned:card? least:table?",
    total = "cards turned:card? least:table?" })
end

return counting
