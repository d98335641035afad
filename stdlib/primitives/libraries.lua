-- Libraries that every script sees, as far as they are written in Lua.

local dice = require "primitives.dice"
require "primitives.dice_chances" -- adds dice.chances
local meld_patterns = require "primitives.meld_patterns"
local meld_faults = require "primitives.meld_faults"
local poker_hands = require "primitives.poker_hands"
local poker_targets = require "primitives.poker_targets"
local pots = require "primitives.pots"
local english = require "shared.english"
local lists = require "shared.lists"

local melds = {}

--- Makes melds from a deck and the patterns that count in it. A pattern is { name =, kind =, score = } and more; `kind`
--- may be left out where it is the name. Kinds: run (cards of neighbouring numbers), set (one number, suits all
--- different), family (one card of each of `ranks`), whole (all of the fixed list `cards`, by rank or name), trove (one
--- number or rank in every suit).
---@signature melds.compile(spec) -> melds
---@param spec table { deck = kind or list of cards, affined = lists of suits that go together, patterns = list }
---@param pattern.score integer|table|function whole number 0 or more: for any length; or a list from the shortest length up,
--- which sets the longest too; or a function of the number of cards (and true if of one suit)
---@param pattern.one_suit integer the score times this if of one suit
---@param pattern.one_suit_name string what it is called then
---@param pattern.least integer cards at least, 3 in a run or set
---@param pattern.most integer cards at most
---@param pattern.by string the field with the number; `number`, where the cards have one, or `value`
---@param pattern.from integer the lowest number
---@param pattern.to integer the highest number
---@param pattern.ranks table ranks instead of numbers, lowest first
---@param pattern.suits string "one", "affined" or "any"; runs and families are of one suit or affined ones, the others of any
---@return melds the melds, with the methods all, best, total and what
---@error `melds.compile: run has no "leest": did you mean "least"?`
---@example local combos = melds.compile {
---   deck = require "decks.standard",
---   patterns = { { name = "run", by = "value", score = { 10, 20, 30 }, one_suit = 3 }, { name = "set", score = 15 } },
--- }
function melds.compile(spec)
  if type(spec) ~= "table" then host.fail("melds.compile: expected a table, got " .. type(spec)) end
  local compiled = meld_patterns.compile(spec)
  return host.melds(compiled, function(set, faces)
    return meld_faults.what(compiled, faces, function(pattern, cards)
      return host.meld_text(set, pattern, cards)
    end)
  end)
end

local poker = { target = poker_targets.target }
for _, name in ipairs { "rank", "best", "hands" } do poker[name] = host.poker[name] end
for _, name in ipairs { "category", "values", "name", "named", "lower", "degree" } do
  poker[name] = poker_hands[name]
end


-- The questions of poker.odds and poker.chance have these fields, and no others.
local FIELDS = {
  odds = { "hands", "hole", "board", "board_cards", "dead", "error", "seed", "jobs", "wild", "bug", "jokers", "low",
    "short_deck", "from_hand", "split" },
  chance = { "target", "cards", "hole", "board", "board_cards", "replacements", "dead", "error", "seed", "jobs", "wild",
    "bug", "jokers" },
}
for verb, fields in pairs(FIELDS) do
  local ask, known = host.poker[verb], lists.set(fields)
  poker[verb] = function(question)
    for field in pairs(type(question) == "table" and question or {}) do
      if type(field) ~= "string" then host.fail(("%s: expected named fields such as `%s`"):format(verb, fields[1])) end
      local near = not known[field] and english.suggest(field, fields)
      if near then host.fail(("%s: unknown field `%s`%s"):format(verb, field, near)) end
    end
    return ask(question)
  end
end

host.global("dice", dice.library)
host.global("melds", melds)
host.global("poker", poker)
host.global("pots", pots)

return { melds = melds }
