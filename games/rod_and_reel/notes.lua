-- What a fisher reads beside the answers, and what Enter alone takes. All of it
-- goes by what the fisher sees, and is made only when a person reads it: see
-- `tells` and `default` of a question.

local chance = require "rod_and_reel.chance"
local combinations = require "rod_and_reel.combinations"
local lines = require "rod_and_reel.lines"

local PERMITS = {
  one_suit = "a run of one suit", one_colour = "a run of one colour",
  two_suits = "a run of one suit, except one card", any_suits = "a run of any suits",
}
local RANKS = { A = "ace", K = "king", Q = "queen", J = "jack" }
local MIDDLING = 60 -- points of a fish to compare strains by

local notes = {}

-- The chance in 100 to land so many points at a strain, nil for the least there is.
local function landing(t, seat, score, strain)
  strain = strain or t.rules.strains[1]
  local strength = t:modifier(seat.profile.str, seat.profile.str_mod)
  return 100 * chance.ahead(t:weight_on_line(score) + strain - strength)
end

--- What these value cards add to a combination, nil for any, with so many gaps plugged; a house
--- rule may look at both.
function notes.run_adds(t, fish, cards, plugged)
  local run = t:run_of({ table.unpack(cards) })
  if not fish then return t:run_value(run, plugged) end
  return t:fish_score { fish = fish, cards = cards, run = run, plugged = plugged } - fish.score
end

-- The run that adds most to a combination and passes a test, from the `first` of the cards on,
-- with those chosen so far: the list, and what it adds.
local function best_run(t, fish, cards, test, chosen, first)
  local best, most = chosen, notes.run_adds(t, fish, chosen, 0)
  if #chosen == t.rules.value_cards then return best, most end
  for i = first, #cards do
    if test(cards[i], chosen) then
      local more = { table.unpack(chosen) }
      more[#more + 1] = cards[i]
      local run, value = best_run(t, fish, cards, test, more, i + 1)
      if value > most then best, most = run, value end
    end
  end
  return best, most
end

local function run_at(t, seat, test, fish)
  return best_run(t, fish, seat.hand:list(), lines.of_value_cards(test), {}, 1)
end

--- A strain: what it permits, the best run held, how hard the fish pulls.
function notes.strain(strain, t, seat)
  local permit = t.rules.permits[strain]
  local _, run = run_at(t, seat, lines.tests[permit])
  return ("%s%s; %.0f%% chance to land a fish of %d points"):format(PERMITS[permit] or permit,
    run > 0 and (", best now " .. run) or "", landing(t, seat, MIDDLING, strain), MIDDLING)
end

-- The points of a combination with the best run, and the chance in 100 to land both.
local function with_best_run(fish, t, seat)
  local _, run = run_at(t, seat, t:value_test(seat), fish)
  return fish.score + run, landing(t, seat, fish.score + run, seat.strain)
end

--- A combination: its points, the best run with it, the chance to land both.
function notes.fish(fish, t, seat)
  if not fish.score then return "you lay nothing down" end
  return ("%d points, %d with your best run; %.0f%% chance to land it"):format(fish.score,
    with_best_run(fish, t, seat))
end

--- Why a combination is worth choosing, even where another scores more.
function notes.why_fish(fish, t, seat)
  return ("with your best run it scores %d points, and the chance to land it is %.0f%%"):format(
    with_best_run(fish, t, seat))
end

--- A price of plugging: what it makes of the fish, and the chance to land it.
function notes.plug(cost, t, seat)
  local laid = t:laid_by(seat, t:gaps_plugged(seat.run, cost))
  return notes.whole(t, seat, t:fish_score(laid))
end

--- The run that adds most, and what it adds.
function notes.best_values(t, seat)
  local cards, value = run_at(t, seat, t:value_test(seat), seat.fish)
  return t:highest_first(cards), value
end

--- A value card: what it scores, the first of a run, and with the others that fit best.
function notes.in_run(card, t, seat)
  local test = lines.of_value_cards(t:value_test(seat))
  local cards, value = best_run(t, seat.fish, seat.hand:list(), test, { card }, 1)
  if #cards == 1 then return "%d points alone", value end
  return "%d points in the run %s", value, t:highest_first(cards)
end

--- A fish with its run: the points, and the chance to land it.
function notes.whole(t, seat, points)
  return ("%d points, %.0f%% chance to land it"):format(points,
    landing(t, seat, points, seat.strain))
end

--- Why these cards are no run at the seat's strain.
function notes.no_run(t, seat, cards)
  local test, chosen = lines.of_value_cards(t:value_test(seat)), {}
  for _, card in ipairs(cards) do
    if not seat.hand:find("name", card.name) or not lines.is_value_card(card) then return nil end
    for _, other in ipairs(chosen) do
      if other.value == card.value then
        return ("%s and %s: a run can't hold the same value twice"):format(other.name, card.name)
      end
    end
    if not test(card, chosen) then
      return ("%s doesn't fit: +%d permits %s"):format(card.name, seat.strain,
        PERMITS[t.rules.permits[seat.strain]] or "another kind of run")
    end
    chosen[#chosen + 1] = card
  end
end

--- How likely one of the next draws makes a combination with a card that is kept alone: its name's
--- best, the chance in 100 and the draws; a chance of 100 where it scores alone, nil where no
--- combination has it.
function notes.kept_alone(t, name, kept)
  local partners, count, draws = {}, 0, t.rules.drawn_to + t.rules.second_draws - kept
  for _, one in ipairs(t:once("book").all) do
    local has, other = false, nil
    for _, part in ipairs(one.names) do
      if part == name then has = true else other = part end
    end
    if has and not other then return 100, draws end
    if has and #one.names == 2 and not partners[other] then
      partners[other], count = true, count + t.rules.decks
    end
  end
  if count == 0 then return nil end
  local none, unseen = 1, 52 * t.rules.decks - kept
  for i = 0, draws - 1 do none = none * math.max(unseen - count - i, 0) / (unseen - i) end
  return 100 * (1 - none), draws
end

-- The combinations that need a card, those that the hand lacks nothing of first.
local function combinations_with(t, seat, card)
  local whole, part = {}, {}
  for _, one in ipairs(t:once("book").all) do
    local needs, has = false, true
    for _, name in ipairs(one.names) do
      needs = needs or name == card.name
      has = has and seat.hand:find("name", name) ~= nil
    end
    if needs then table.insert(has and whole or part, one) end
  end
  return whole, part
end

local function best_of(list)
  local best
  for _, one in ipairs(list) do
    if not best or one.score > best.score then best = one end
  end
  return best
end

--- A card in hand: what it can score.
function notes.card(card, t, seat)
  if lines.is_value_card(card) then return ("worth %d in a run"):format(card.value) end
  local whole, part = combinations_with(t, seat, card)
  local best = best_of(whole)
  if best then return ("%s scores %d"):format(best.text, best.score) end
  best = best_of(part)
  if not best then return "scores nothing" end
  local missing = {}
  for _, name in ipairs(best.names) do
    if name ~= card.name and not seat.hand:find("name", name) then
      local rank = name:sub(1, -2)
      missing[#missing + 1] = RANKS[rank] or rank
    end
  end
  return ("%d with the %s of %s"):format(best.score, table.concat(missing, " and "), best.suit)
end

--- What the hand scores as it is, a line each; returns the best, 0 for none.
function notes.add_held(t, seat, list)
  local best = 0
  for _, one in ipairs(combinations.held(t:once("book"), seat.hand)) do
    best = math.max(best, one.score)
    list[#list + 1] = ("%s: %s"):format(one.text, (notes.fish(one, t, seat)))
  end
  if best == 0 then list[1] = "Your hand has no combination yet." end
  return best
end

--- The best score among the combinations that a hand makes with one card more.
function notes.best_with(t, seat, card)
  local most = 0
  for _, one in ipairs(t:once("book").all) do
    local has = one.score > most
    for _, name in ipairs(one.names) do
      has = has and (name == card.name or seat.hand:find("name", name) ~= nil)
    end
    if has then most = one.score end
  end
  return most
end

--- What bait keeps best: the dearest combination in hand, or the dearest part of one.
function notes.best_kept(t, seat)
  local worth, list = {}, {}
  for card in seat.hand:cards() do
    local whole, part = combinations_with(t, seat, card)
    local best, hope = best_of(whole), best_of(part)
    worth[card] = best and 2 * best.score or hope and hope.score or 0
    if worth[card] > 0 then list[#list + 1] = card end
  end
  table.sort(list, function(a, b) return worth[a] > worth[b] end)
  return { table.unpack(list, 1, seat.bait) }
end

return notes
