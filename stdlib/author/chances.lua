-- What `croupier dice` and `:dice` show, as plain data: chances of dice, or of cards that are drawn from a deck.

local decks = require "script.declared_decks"
local dice = require "primitives.dice".library
local dice_chances = require "primitives.dice_chances"
local english = require "shared.english"
local lists = require "shared.lists"
local open = require "start.open"

local M = {}

local WORK = 40000000 -- some seconds

local function fail(form, ...) error(form:format(...), 0) end

-- --- cards ---

-- The cards of a deck as { face, how many } each: "standard", or the deck of a game.
local function cards_of(word)
  if word == "standard" then return decks.faces(nil, { kind = decks.stock_kind(word), copies = 1, jokers = 0 }) end
  local game, variants = open.name(word)
  if not game then fail("--deck %s: expected `standard` or the name of a game", word) end
  local spec, why = open.spec(game, variants)
  if not spec then fail("%s", why) end
  local name = spec.decks.deck and "deck" or lists.keys(spec.decks)[1] or fail("%s has no cards", word)
  return decks.faces(spec, spec.decks[name])
end

-- What the fields of the cards say, each with the faces that say so: "hearts", "ace of spades", "ace", "red", "7".
local function words_of(cards)
  local words = {}
  for _, card in ipairs(cards) do
    for key, value in pairs(card[1]) do
      local said = key ~= "index" and english.fold(tostring(value)) or nil
      for _, word in ipairs { said, said and said:match "^(.*) of " } do
        words[word] = words[word] or {}
        words[word][card[1]] = true
      end
    end
  end
  return words
end

-- The faces that a word means: "ace", else "aces", "sixes", "spade".
local function called(words, word)
  return words[word] or words[word:gsub("s$", "")] or words[word:gsub("es$", "")] or words[word .. "s"]
end

-- "5: ace >= 1" as { n =, cards = (a set), sign =, hits = }, without the last two where none is said.
local function read_draw(text, words, size)
  local n, rest = text:match "^%s*(%d+)%s*:%s*(.-)%s*$"
  if not n then fail('%s: expected a number of cards, a colon and which, like "5: ace >= 1"', text) end
  local word, sign, hits = rest:match "^(.-)%s*([<>=]+)%s*(%d+)$"
  word = word or rest
  local draw = { n = tonumber(n), cards = called(words, english.fold(word)), sign = sign, hits = tonumber(hits) }
  if draw.n < 1 or draw.n > size then fail("%s: expected 1 to %d cards", text, size) end
  if word == "" then fail('%s: expected which cards, like "ace >= 1"', text) end
  if not draw.cards then
    fail("%s: no card of the deck is called `%s`%s", text, word, english.suggest(word, words,
      ": expected one rank, suit, color or name"))
  end
  if not lists.index({ ">=", "<=", "=" }, sign or "=") then fail("%s: expected >=, <= or =, not %s", text, sign) end
  return draw
end

-- How likely `hits` of `drawn` cards are among `good` of `all`.
local function hypergeometric(all, good, drawn, hits)
  local p = 1.0
  for i = 0, hits - 1 do p = p * (good - i) / (all - i) * (drawn - i) / (i + 1) end
  for i = 0, drawn - hits - 1 do p = p * (all - good - i) / (all - hits - i) end
  return p
end

local function holds(draw, hits)
  return draw.sign == "=" and hits == draw.hits or draw.sign == ">=" and hits >= draw.hits
    or draw.sign == "<=" and hits <= draw.hits
end

-- What a draw comes to: how many cards are so, or how likely its condition holds.
local function drawn(text, cards)
  local size, good, found, chance = 0, 0, {}, 0
  for _, card in ipairs(cards) do size = size + card[2] end
  local draw = read_draw(text, words_of(cards), size)
  for _, card in ipairs(cards) do good = good + (draw.cards[card[1]] and card[2] or 0) end
  for hits = math.max(0, draw.n - (size - good)), math.min(draw.n, good) do
    found[hits] = hypergeometric(size, good, draw.n, hits)
    if holds(draw, hits) then chance = chance + found[hits] end
  end
  if draw.sign then return { text = text, chance = chance } end
  return dice_chances.listed(text, found)
end

-- --- all together ---

-- How often the first is higher, both are the same, the second is higher.
local function compared(a, b)
  local first, same, below, k = 0, 0, 0, 1
  for i, value in ipairs(a.values) do
    while b.values[k] and b.values[k] < value do below, k = below + b.exactly[k], k + 1 end
    first = first + a.exactly[i] * below
    if b.values[k] == value then same = same + a.exactly[i] * b.exactly[k] end
  end
  return { a.text, first, same, math.max(0, 1 - first - same), b.text }
end

--- Of texts what they come to, as dice_chances.of has it, of conditions on cards { text =, chance = }; and of every two
--- expressions of dice { text, it wins, tie, the other wins, text }; or nil and a sentence. `deck` is for cards.
function M.of(texts, deck)
  local good, list = pcall(function()
    local cards = deck and cards_of(deck)
    return lists.collect(texts, function(text)
      if cards and text:find ":" then return drawn(text, cards) end
      if not dice.check(text) then fail("%s", select(2, dice.check(text))) end
      return dice_chances.of(text, WORK, fail)
    end)
  end)
  if not good then return nil, tostring(list) end
  local wins, several = {}, lists.collect(list, function(one) return not one.text:find ":" and one or nil end)
  for i, one in ipairs(several) do
    for k = i + 1, #several do wins[#wins + 1] = compared(one, several[k]) end
  end
  return { list = list, wins = wins }
end

--- What the expressions of a line come to, with commas or spaces between them: as M.of.
function M.of_line(line)
  if dice.check(line) or line:find ":" then return M.of { line } end
  return M.of(lists.matches(line, line:find "," and "%s*([^,]+)" or "%S+"))
end

return M
