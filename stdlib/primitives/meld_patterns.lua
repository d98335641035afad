-- melds.compile: from the patterns that a script gives to the tables that the
-- host searches with.
--
-- Everything is read once, here: the faces' fields, the scores (a function of
-- the length is called for each length), the words. An unknown key is an error
-- with the nearest known one, since a misspelt `least` would only make a game
-- subtly wrong. Faces are numbers from 1, suits and columns from 0, as the
-- host counts them; a group is a mask of suits that go together.

local lists = require "shared.lists"

local patterns = {}

local MOST_FACES, MOST_SUITS, MOST_COLUMNS, MOST_PATTERNS, MOST_SCORE = 256, 63, 64, 32, 1000000
local NO_SUIT, ANY = 63, ~0

local KEYS = { "name", "kind", "by", "from", "to", "ranks", "cards", "least", "most", "score", "one_suit",
  "one_suit_name", "suits" }

local function fail(text, ...) host.fail("melds.compile: " .. text:format(...)) end

local function unknown(what, wanted, list)
  local near = host.nearest(wanted, list)
  fail('%s has no "%s"%s', what, wanted, near and (': did you mean "%s"?'):format(near) or "")
end

local function check_keys(t, allowed, what)
  for key in pairs(t) do
    if type(key) == "string" and not lists.index(allowed, key) then unknown(what, key, allowed) end
  end
end

local function list_of(t, key, needed)
  local list = t[key]
  if list == nil and not needed then return nil end
  if type(list) ~= "table" then fail("`%s` is a %s, expected a list", key, type(list)) end
  return list
end

-- What is being compiled: the deck's faces and suits, then pattern by pattern.
local compiling = {}
compiling.__index = compiling

function compiling:bad(text, ...)
  fail("pattern %d (%s): %s", self.index, self.pattern.name, text:format(...))
end

-- pattern[key], an integer from lo to hi, or `otherwise` where it is nil.
function compiling:integer(key, otherwise, lo, hi)
  local n = self.pattern[key]
  if n == nil then n = otherwise end
  if math.type(n) ~= "integer" or n < lo or n > hi then
    self:bad("`%s` is %s, expected %d to %d", key, tostring(n), lo, hi)
  end
  return n
end

-- The deck ------------------------------------------------------------------

-- Of a list of cards or of faces, each face once.
local function faces_of(list)
  local faces, seen = {}, {}
  for i = 1, #list do
    local card = list[i]
    if type(card) ~= "table" and type(card) ~= "userdata" then
      fail("entry %d of the deck is a %s, expected a card", i, type(card))
    end
    if type(card.name) ~= "string" then fail("card %d of the deck has no name", i) end
    if not seen[card.name] then
      if #faces == MOST_FACES then fail("a deck has at most 256 faces") end
      faces[#faces + 1], seen[card.name] = card, true
    end
  end
  return faces
end

local function text_of(value) return type(value) == "string" and value or nil end

-- Numbers the suits in the order in which they come.
local function number_suits(faces)
  local names, number, suit = {}, {}, {}
  for f, face in ipairs(faces) do
    local name = text_of(face.suit)
    if name and not number[name] then
      if #names == MOST_SUITS then fail("a deck has at most 63 suits") end
      number[name], names[#names + 1] = #names, name
    end
    suit[f] = name and number[name] or NO_SUIT
  end
  return suit, names, number
end

function compiling:group(list)
  local group = 0
  if type(list) ~= "table" then fail("`affined` must be a list of lists of suits") end
  for i = 1, #list do
    local name = list[i]
    if type(name) ~= "string" then fail("`affined` must be a list of lists of suits") end
    if not self.number[name] then unknown("`affined`: the deck", name, self.suits) end
    group = group | 1 << self.number[name]
  end
  return group
end

-- The groups as given, then each suit that is in none by itself.
function compiling:read_affined(list)
  local affined, named = {}, 0
  if #list > MOST_SUITS // 2 then fail("`affined` has at most 31 groups") end
  for i = 1, #list do
    affined[i] = self:group(list[i])
    named = named | affined[i]
  end
  for _, alone in ipairs(self.alone) do
    if named & alone == 0 and #affined < MOST_SUITS then affined[#affined + 1] = alone end
  end
  return affined
end

-- Columns -------------------------------------------------------------------

-- Only a fixed list takes cards that have no suit.
function compiling:may_take_part(f) return self.kind == "whole" or self.suit[f] ~= NO_SUIT end

function compiling:number_of(f, by)
  local n = self.faces[f][by]
  return self:may_take_part(f) and math.type(n) == "integer" and n or nil
end

function compiling:range(by)
  local lo, hi
  for f = 1, #self.faces do
    local n = self:number_of(f, by)
    if n then lo, hi = math.min(lo or n, n), math.max(hi or n, n) end
  end
  return lo, hi
end

-- A column for each number from `from` to `to` of the field `by`.
function compiling:columns_by_number()
  local by = self.pattern.by
  if by == nil then by = self:range("number") and "number" or "value" end
  if type(by) ~= "string" then self:bad("`by` is a %s, expected the name of a field", type(by)) end
  local lo, hi = self:range(by)
  if not lo then self:bad("no card with a suit has a whole number as `%s`", by) end
  lo = self:integer("from", lo, lo, hi)
  hi = self:integer("to", hi, lo, hi)
  if math.ult(MOST_COLUMNS - 1, hi - lo) then self:bad("its numbers span more than 64 values") end
  for f = 1, #self.faces do
    local n = self:number_of(f, by)
    if n and n >= lo and n <= hi then self.column[f] = n - lo end
  end
  for n = lo, hi do self.labels[#self.labels + 1] = tostring(n) end
end

-- What a list may call face f: its rank, and in a fixed list its name too.
function compiling:called(f, name)
  local face = self.faces[f]
  return face.rank == name or self.kind == "whole" and face.name == name
end

function compiling:names()
  local names = {}
  for f, face in ipairs(self.faces) do
    if self:may_take_part(f) then
      names[#names + 1] = text_of(face.rank)
      if self.kind == "whole" then names[#names + 1] = face.name end
    end
  end
  return names
end

-- A column for each name in pattern[key]; false if there is none.
function compiling:columns_by_name(key, needed)
  local list = list_of(self.pattern, key, needed)
  if not list then return false end
  if #list < 1 or #list > MOST_COLUMNS then self:bad("expected 1 to 64 names") end
  for i = 1, #list do
    local name, taken = list[i], false
    if type(name) ~= "string" then self:bad("expected a list of names") end
    for f in ipairs(self.faces) do
      if self:may_take_part(f) and self:called(f, name) then
        if self.column[f] >= 0 then self:bad("a card is named twice") end
        self.column[f], taken = i - 1, true
      end
    end
    if not taken then unknown("the deck", name, self:names()) end
    self.labels[i] = name
  end
  return true
end

function compiling:read_columns()
  self.column, self.labels = lists.map(self.faces, function() return -1 end), {}
  if self.kind == "whole" then self:columns_by_name("cards", true)
  elseif not self:columns_by_name("ranks", self.kind == "family") then self:columns_by_number() end
end

-- Lengths and scores --------------------------------------------------------

-- How many cards: free for runs and sets, fixed for the others. A list of
-- scores says how far it goes.
function compiling:read_length()
  local pattern = self.pattern
  local all = (self.kind == "set" or self.kind == "trove") and #self.suits or #self.labels
  if all < 1 then self:bad("the deck has no suits") end
  if self.kind ~= "run" and self.kind ~= "set" then
    if pattern.least ~= nil or pattern.most ~= nil then
      self:bad("its number of cards is fixed, leave out `least` and `most`")
    end
    return all, all
  end
  local least, most = self:integer("least", math.min(all, 3), 1, all), all
  if type(pattern.score) == "table" then
    if #pattern.score < 1 then self:bad("`score` is an empty list") end
    most = math.min(most, least + #pattern.score - 1)
  end
  return least, self:integer("most", most, least, all)
end

-- The score of n cards: one number, a list from `least` cards up, or a
-- function of the number.
function compiling:score(n, least, pure, factor)
  local score = self.pattern.score
  if type(score) == "function" then score = score(n, pure)
  elseif type(score) == "table" then score = score[n - least + 1] end
  if math.type(score) ~= "integer" or score < 0 or score > MOST_SCORE // factor then
    self:bad("the score of %d cards is %s, expected 0 to %d", n, tostring(score), MOST_SCORE // factor)
  end
  return score * factor
end

-- A pattern -----------------------------------------------------------------

function compiling:text(key, needed)
  local value = self.pattern[key]
  if value == nil and not needed then return nil end
  if type(value) ~= "string" then
    fail("pattern %d: `%s` is a %s, expected a text", self.index, key, type(value))
  end
  return value
end

local KINDS = { run = "row", set = "set", family = "row", whole = "row", trove = "set" }

-- Which suits go together in this pattern: a mask for each group.
function compiling:groups()
  local which = self.pattern.suits
  if which == nil then which = (self.kind == "run" or self.kind == "family") and "affined" or "any" end
  local groups = { one = self.alone, affined = self.affined, any = { ANY } }
  if type(which) ~= "string" or not groups[which] then self:bad('`suits` must be "one", "affined" or "any"') end
  return groups[which]
end

function compiling:read_pattern(pattern, index)
  self.pattern, self.index = pattern, index
  local name = self:text("name", true)
  self.kind = self:text("kind") or name
  if not KINDS[self.kind] then self:bad("its `kind` must be run, set, family, whole or trove") end
  local one_suit_name = self:text("one_suit_name")
  check_keys(pattern, KEYS, name)
  self:read_columns()
  local least, most = self:read_length()
  local factor, score, pure = self:integer("one_suit", 1, 1, 1000), {}, {}
  for n = least, most do
    score[n], pure[n] = self:score(n, least, false, 1), self:score(n, least, true, factor)
  end
  return { name = name, one_suit_name = one_suit_name, kind = KINDS[self.kind], column = self.column,
    labels = self.labels, least = least, most = most, score = score, pure = pure, groups = self:groups() }
end

--- The tables of a deck and its patterns, or an error that says what is wrong
--- with them: faces (what they are called), names (their short names), suit
--- (of each face), suits (their names) and patterns.
function patterns.compile(spec)
  check_keys(spec, { "deck", "affined", "patterns" }, "the table")
  local deck = list_of(spec, "deck", true)
  local faces = faces_of(type(deck.faces) == "table" and deck.faces or deck)
  local self = setmetatable({ faces = faces }, compiling)
  self.suit, self.suits, self.number = number_suits(faces)
  self.alone = lists.map(self.suits, function(_, s) return 1 << (s - 1) end)
  self.affined = self:read_affined(list_of(spec, "affined") or {})
  local compiled = { faces = lists.map(faces, function(face) return text_of(face.long) or face.name end),
    names = lists.map(faces, function(face) return face.name end), suit = self.suit, suits = self.suits, patterns = {} }
  local list = list_of(spec, "patterns", true)
  if #list > MOST_PATTERNS then fail("%d patterns: expected at most %d", #list, MOST_PATTERNS) end
  for i = 1, #list do
    if type(list[i]) ~= "table" then fail("pattern %d is a %s, expected a table", i, type(list[i])) end
    compiled.patterns[i] = self:read_pattern(list[i], i)
  end
  return compiled
end

return patterns
