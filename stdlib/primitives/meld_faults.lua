-- What a group of cards is, or why it is not a combination.
--
-- The cards are held against every pattern, and what is wrong is counted:
-- strange cards, suits that don't go together, doubles, gaps, too few or too
-- many. Nothing wrong: it is that combination. Else the pattern with the least
-- wrong is what its owner must have meant, and of its faults the first in the
-- order below is told: one sentence, one thing to put right.
--
-- This reads the patterns again instead of asking the host's search, whose
-- answer to a wrong group is only that it is not among those found.

local english = require "shared.english"
local lists = require "shared.lists"

local faults = {}

local NO_SUIT = 63

-- The order in which faults are reported.
local STRANGE, SUIT, COLUMN, TWICE, MISSING, FEW, MANY = 1, 2, 3, 4, 5, 6, 7

-- A group of cards (numbers of faces) held against a pattern: `fault` is the
-- first fault there is, `cost` that of all.
local look = {}
look.__index = look

function look:column(i) return self.pattern.column[self.cards[i]] end
function look:suit(i) return self.melds.suit[self.cards[i]] end
function look:label(i) return self.pattern.labels[self:column(i) + 1] end
function look:face(i) return self.melds.faces[self.cards[i]] end

function look:blame(fault, cost, card, other)
  self.cost = self.cost + cost
  if self.fault and self.fault <= fault then return end
  self.fault, self.card, self.other = fault, card, other
end

-- The cards that the pattern has a place for are `inside`.
function look:find_strangers()
  self.inside = {}
  for i = #self.cards, 1, -1 do
    if self:column(i) < 0 then self:blame(STRANGE, 8, i) else table.insert(self.inside, 1, i) end
  end
end

-- Of some candidates the first that most of the cards inside go with.
function look:likeliest(candidates, goes_with)
  local best, most = nil, -1
  for _, one in ipairs(candidates) do
    local n = 0
    for _, i in ipairs(self.inside) do if goes_with(one, i) then n = n + 1 end end
    if n > most then best, most = one, n end
  end
  return best
end

function look:find_misfits()
  local function has(group, i) return group & 1 << self:suit(i) ~= 0 end
  local group, fits = self:likeliest(self.pattern.groups, has) or 0, 1
  while fits < #self.cards and not has(group, fits) do fits = fits + 1 end
  for _, i in ipairs(self.inside) do if not has(group, i) then self:blame(SUIT, 5, i, fits) end end
end

-- Blames doubles among what each card gives; returns the set of all, and how
-- many they are.
function look:find_doubles(of)
  local seen, n = {}, 0
  for _, i in ipairs(self.inside) do
    local it = of(self, i)
    if seen[it] then self:blame(TWICE, 5, i) else n = n + 1 end
    seen[it] = true
  end
  return seen, n
end

function look:find_size(n)
  local least, most = self.pattern.least, self.pattern.most
  if n < least then self:blame(FEW, 3 * (least - n)) end
  if n > most then self:blame(MANY, 3 * (n - most)) end
end

-- Where a row is as long as its columns all are wanted, else those between
-- the first and the last that are there.
function look:as_row()
  local seen, n = self:find_doubles(self.column)
  local columns, missing = #self.pattern.labels, {}
  local first, last = 0, n > 0 and columns - 1 or -1
  if n > 0 and self.pattern.least < columns then
    while not seen[first] do first = first + 1 end
    while not seen[last] do last = last - 1 end
  end
  for column = first, last do
    if not seen[column] then missing[#missing + 1] = self.pattern.labels[column + 1] end
  end
  self.missing = missing
  if #missing > 0 then self:blame(MISSING, 3 + math.min(#missing, 4)) end
  self:find_size(n + #missing)
end

function look:as_set()
  local function alike(i, k) return self:column(i) == self:column(k) end
  local model = self:likeliest(self.inside, alike)
  for _, i in ipairs(self.inside) do if not alike(i, model) then self:blame(COLUMN, 5, i, model) end end
  local _, n = self:find_doubles(self.suit)
  self:find_size(n)
end

local function look_at(melds, p, cards)
  local l = setmetatable({ melds = melds, index = p, pattern = melds.patterns[p], cards = cards, cost = 0 }, look)
  l:find_strangers()
  l:find_misfits()
  if l.pattern.kind == "row" then l:as_row() else l:as_set() end
  return l
end

-- Sentences -----------------------------------------------------------------

-- The cards: as what they were meant to be, or one by one.
function look:what(text_of)
  local is_set = self.pattern.kind == "set"
  if self.fault ~= STRANGE and self.fault ~= COLUMN and not (is_set and self.fault == SUIT) then
    return text_of(self.index, self.cards)
  end
  return table.concat(lists.map(self.cards, function(_, i) return self:face(i) end), ", ")
end

local sentences = {}

sentences[STRANGE] = function(l)
  for _, pattern in ipairs(l.melds.patterns) do
    if pattern.column[l.cards[l.card]] >= 0 then
      return ("%s can't be in %s"):format(l:face(l.card), english.a(l.pattern.name))
    end
  end
  return l:face(l.card) .. " can't be used in any combination"
end

sentences[SUIT] = function(l)
  local suits, card, other = l.melds.suits, l:suit(l.card), l:suit(l.other)
  local both = card ~= NO_SUIT and other ~= NO_SUIT
  return ("%s does not go with %s"):format(both and suits[card + 1] or l:face(l.card),
    both and suits[other + 1] or l:face(l.other))
end

sentences[COLUMN] = function(l) return ("%s is not %s"):format(l:label(l.card), l:label(l.other)) end

sentences[TWICE] = function(l)
  local suit = l:suit(l.card)
  if l.pattern.kind == "row" then return l:label(l.card) .. " appears twice" end
  if suit == NO_SUIT then return l:face(l.card) .. " has no suit" end
  return l.melds.suits[suit + 1] .. " appears twice"
end

sentences[MISSING] = function(l)
  local missing, n = l.missing, #l.missing
  if n > 4 then missing = { missing[1], missing[2], missing[3], ("%d more"):format(n - 3) } end
  return english.list(missing) .. (n == 1 and " is missing" or " are missing")
end

sentences[FEW] = function(l)
  local different = l.pattern.kind == "set" and " of different suits" or ""
  return ("%s needs %d cards%s"):format(english.a(l.pattern.name), l.pattern.least, different)
end

sentences[MANY] = function(l)
  return ("%s has at most %d cards"):format(english.a(l.pattern.name), l.pattern.most)
end

-- What a group without a fault scores, and if it is of one suit.
local function worth(l)
  local suit = l:suit(1)
  for i = 2, #l.cards do
    if l:suit(i) ~= suit then suit = NO_SUIT end
  end
  local pure = suit ~= NO_SUIT
  return (pure and l.pattern.pure or l.pattern.score)[#l.cards], pure
end

--- What these cards (numbers of faces) are: the number of the pattern they
--- make, the one that scores most, the score, and if they are of one suit; or
--- nil and a sentence. text_of(pattern, cards) says what cards are by a pattern.
function faults.what(melds, cards, text_of)
  if #cards == 0 then return nil, "no cards" end
  local best, most, one_suit
  for p = 1, #melds.patterns do
    local l = look_at(melds, p, cards)
    if not l.fault then
      local score, pure = worth(l)
      if not most or score > most then best, most, one_suit = l, score, pure end
    elseif not best or l.cost < best.cost then
      best = l
    end
  end
  if not best then return nil, "there are no combinations" end
  if most then return best.index, most, one_suit end
  return nil, best:what(text_of) .. ": " .. sentences[best.fault](best)
end

return faults
