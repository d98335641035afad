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

-- "5: ace >= 1, hearts = 0" as { n =, { cards = (a set), sign =, n = }, ... }.
local function read_draw(text, words, size)
  local n, rest = text:match "^%s*(%d+)%s*:%s*(.-)%s*$"
  if not n then fail('%s: expected a number of cards, a colon and which, like "5: ace >= 1"', text) end
  local draw = { n = tonumber(n) }
  if draw.n < 1 or draw.n > size then fail("%s: expected 1 to %d cards", text, size) end
  for part in (rest .. ","):gmatch "(.-)," do
    local word, sign, number = part:match "^%s*(.-)%s*([<>=]+)%s*(%d+)%s*$"
    word = word or part:match "^%s*(.-)%s*$"
    local one = { cards = called(words, english.fold(word)), sign = sign, n = tonumber(number) }
    if word == "" then fail('%s: expected which cards, like "ace >= 1"', text) end
    if not one.cards then
      fail("%s: no card of the deck is called `%s`%s", text, word, english.suggest(word, words))
    end
    if not lists.index({ ">=", "<=", "=" }, sign or "=") then fail("%s: expected >=, <= or =, not %s", text, sign) end
    draw[#draw + 1] = one
  end
  if #draw > 1 and not lists.all(draw, function(one) return one.sign end) then
    fail('%s: expected how many of each, like "ace >= 1"', text)
  end
  return draw
end

-- How likely `hits` of `drawn` cards are among `good` of `all`.
local function hypergeometric(all, good, drawn, hits)
  local p = 1.0
  for i = 0, hits - 1 do p = p * (good - i) / (all - i) * (drawn - i) / (i + 1) end
  for i = 0, drawn - hits - 1 do p = p * (all - good - i) / (all - hits - i) end
  return p
end

-- The cards that the same conditions speak of: { of = their places, how many } each.
local function kinds_of(draw, cards)
  local by_key, list = {}, {}
  for _, card in ipairs(cards) do
    local of = lists.collect(draw, function(one, i) return one.cards[card[1]] and i or nil end)
    local key = table.concat(of, " ")
    if not by_key[key] then
      by_key[key] = { of = of, n = 0 }
      list[#list + 1] = by_key[key]
    end
    by_key[key].n = by_key[key].n + card[2]
  end
  return list
end

local function holds(one, n)
  return one.sign == "=" and n == one.n or one.sign == ">=" and n >= one.n or one.sign == "<=" and n <= one.n
end

-- What a draw comes to: how many cards are so, or how likely all conditions hold.
local function drawn(text, cards)
  local size, left = 0, WORK
  for _, card in ipairs(cards) do size = size + card[2] end
  local draw = read_draw(text, words_of(cards), size)
  local sorts, counts, found, chance = kinds_of(draw, cards), lists.collect(draw, function() return 0 end), {}, 0
  local function go_on(i, all, still, p)
    left = left - still - 1
    if left < 0 then fail("%s: too many possible draws to work out the exact chances", text) end
    local sort = sorts[i]
    if not sort then
      if not draw[1].sign then found[counts[1]] = (found[counts[1]] or 0) + p
      elseif lists.all(draw, function(one, k) return holds(one, counts[k]) end) then chance = chance + p end
      return
    end
    for hits = math.max(0, still - (all - sort.n)), math.min(still, sort.n) do
      for _, k in ipairs(sort.of) do counts[k] = counts[k] + hits end
      go_on(i + 1, all - sort.n, still - hits, p * hypergeometric(all, sort.n, still, hits))
      for _, k in ipairs(sort.of) do counts[k] = counts[k] - hits end
    end
  end
  go_on(1, size, draw.n, 1.0)
  if draw[1].sign then return { text = text, chance = chance } end
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

--- The same of expressions in one line, with commas or spaces between them.
function M.of_line(line)
  if dice.check(line) or line:find ":" then return M.of { line } end
  return M.of(lists.matches(line, line:find "," and "%s*([^,]+)" or "%S+"))
end

return M
