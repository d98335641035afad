-- The combinations of Pokebacc: what they are, what they are worth, which win.
--
-- Steps of the game, which takes them all into its declaration. Always true: a
-- card of a hand scores in one combination only.

local decks = require "royal_pokebacc.decks"

local combinations = {}

-- What a combination is worth in play and to bots, by its kind, its size and whether it is of one
-- suit. Which cards it has doesn't count: the host looks for the best ones of a hand by what stands
-- here.
function combinations.worth(t, meld)
  local rules, kind, size = t.rules, meld.kind, meld.size
  if kind == "run" then return rules.run * (size - 2) * (meld.one_suit and rules.one_suit or 1) end
  if kind == "set" then return size == 3 and rules.set_of_three or rules.set_of_four end
  return kind == "catastrophe" and rules.catastrophe or rules.family
end

-- What counts, each with its points.
function combinations.patterns(t)
  local list = { { name = "run" }, { name = "set" },
    { name = "catastrophe", kind = "whole", cards = decks.DISASTERS },
    { name = "family", ranks = t:cards().royals } }
  for _, pattern in ipairs(list) do pattern.score = t:points_of(pattern.name) end
  return list
end

-- The points of a kind, as its pattern wants them.
function combinations.points_of(t, kind)
  return function(size, one_suit)
    return t:worth { kind = kind, size = size, one_suit = one_suit }
  end
end

function combinations.compiled(t)
  return melds.compile { deck = t:cards().kind, affined = decks.AFFINED, patterns = t:patterns() }
end

function combinations.melds(t) return t:once "compiled" end

-- The bit of each card, by its name; all of them for one that decks.lua didn't make.
function combinations.bits(t)
  local bits = {}
  for _, face in ipairs(t:cards().kind.faces) do
    bits[face.name] = face.affined and 1 << decks.SHIFT[face.suit] + face.value or -1
  end
  for i, name in ipairs(decks.DISASTERS) do
    if bits[name] then bits[name] = 1 << 16 * (i - 1) end
  end
  return bits
end

-- What wins at once, then the dearest first.
local function comes_before(a, b)
  if a.wins ~= b.wins then return a.wins end
  if a.points ~= b.points then return a.points > b.points end
  return a.text < b.text
end

-- Every combination in a hand, in that order.
function combinations.combinations(t, hand)
  local found = t:melds():all(hand)
  for i, meld in ipairs(found) do found[i] = t:combination(meld) end
  if #found > 1 then table.sort(found, comes_before) end
  return found
end

-- What of these combinations is left in the hand when one of them is laid: those
-- that share no card with it.
function combinations.apart_from(_, meld, found)
  local laid, left = {}, {}
  if #found == 1 and found[1] == meld then return left end
  for _, card in ipairs(meld.cards) do laid[card] = true end
  for _, other in ipairs(found) do
    local shared = false
    for _, card in ipairs(other.cards) do shared = shared or laid[card] end
    if not shared then left[#left + 1] = other end
  end
  return left
end

-- What the host found, as the table speaks of it.
function combinations.combination(t, meld)
  local new = { kind = meld.name, cards = meld.cards, one_suit = meld.one_suit, points = meld.score,
    wins = false, what = "", text = "" }
  new.wins = t:wins(new)
  new.what = t:called(new) .. ": " .. t:cards_in_words(new, meld.text)
  new.text = new.what .. ", " .. new.points .. " " .. t.words.points
    .. (new.wins and t.rules.winners and ", wins at once" or "")
  return new
end

-- A set by its cards: "1 of Water, Fire and Metal" may be taken for one of them. Of two suits
-- also which card is of which, as another choice may differ in that.
function combinations.cards_in_words(t, meld, text)
  local names, least = {}, meld.cards[1].value
  if meld.kind == "set" then
    for i, card in ipairs(meld.cards) do names[i] = card.name end
    return table.concat(names, " ")
  end
  if meld.kind ~= "run" and meld.kind ~= "family" or t:of_one_suit(meld) then return text end
  for _, card in ipairs(meld.cards) do least = math.min(least, card.value) end
  for _, card in ipairs(meld.cards) do names[card.value - least + 1] = card.name end
  return text .. " (" .. table.concat(names, " ") .. ")"
end

-- The combinations that share no card and are worth most together.
function combinations.best(t, hand)
  local best = t:melds():best(hand)
  for i, meld in ipairs(best) do best[i] = t:combination(meld) end
  return best
end

-- Which of these cards, as typed, can't be laid because they lie elsewhere.
function combinations.not_held(_, seat, cards)
  for _, card in ipairs(cards) do
    local name = card.name
    if seat.laid:find("name", name) then
      return ("%s is already laid down: choose from your hand"):format(name)
    elseif not seat.hand:find("name", name) then
      return ("%s is not in your hand: choose from your hand"):format(name)
    end
  end
end

-- Why these cards, all together, are no combination.
function combinations.why_not(t, cards)
  local _, why = t:melds():what(cards)
  return why
end

-- "a run", "a Royal Family".
function combinations.called(t, meld)
  if meld.kind == "family" and t:of_one_suit(meld) then return t.words.royal_family end
  return t.words[meld.kind]
end

function combinations.of_one_suit(_, meld)
  if meld.one_suit ~= nil then return meld.one_suit end
  for _, card in ipairs(meld.cards) do
    if card.suit ~= meld.cards[1].suit then return false end
  end
  return true
end

function combinations.is_family(_, meld)
  return meld.kind == "family"
end

function combinations.wins(t, meld)
  return meld.kind == "family" and t:of_one_suit(meld)
end

return combinations
