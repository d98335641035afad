-- What a seat sees of a Pokebacc table, and how things stand for it.

local steps = {}
local screen = { steps = steps }

-- The table as a seat sees it --------------------------------------------------

function screen.table_lines(t, me)
  local words, top = t.words, t.discards:top()
  local lines = { ("%s %d (first to %d)   %s: %d   %s: %d%s   %s: %d"):format(
    t:capital(words.hand), t.hands, t.rules.hands_to_win, words.deck,
    #t.deck, words.discards, #t.discards, top and ", on top " .. tostring(top) or "",
    words.fund, t.fund:amount()) }
  for seat in t:seats() do
    local mark = seat == t.turn and ">" or " "
    local points = seat.retired and "retired" or seat.out and "withdrawn"
      or ("%d %s"):format(t:points(seat), words.points)
    lines[#lines + 1] = ("%s %s\twon %d   cards %d   %s   %d in the purse"):format(
      mark, seat.name, seat.won, #seat.hand, points, seat.chips:amount())
    for _, meld in ipairs(seat.melds) do
      lines[#lines + 1] = "      " .. t:as_it_lies(meld)
    end
  end
  lines[#lines + 1] = t:how_it_ends()
  if me then lines[#lines + 1] = ("(%s)"):format(t:cards().legend) end -- for who types cards
  return lines
end

--- "3 hands won win", "1 sale won wins".
function screen.to_win(t)
  local n = t.rules.hands_to_win
  return ("%d %s%s %s"):format(n, t.words.hand, n == 1 and "" or "s",
    n == 1 and "wins" or "win")
end

--- "once", "twice", "3 times".
function screen.times(n) return ({ "once", "twice" })[n] or n .. " times" end

-- What wins, and how far each player is.
function screen.scores(t)
  local words = t.words
  local lines = { ("%s the match; this is %s %d"):format(screen.to_win(t), words.hand, t.hands) }
  for seat in t:seats() do
    lines[#lines + 1] = ("  %s\twon %d   %d %s now   %d in the purse"):format(seat.name, seat.won,
      t:points(seat), words.points, seat.chips:amount())
  end
  return lines
end

-- How far it is to the end of a hand in which nobody goes out; nil when it is over.
function steps.how_it_ends(t)
  if not t.turn then return nil end
  local players, enough, hand = t:inside(t.turn), 0, t.words.hand
  for _, seat in ipairs(players) do
    if seat.draws >= t.rules.draws_to_end then enough = enough + 1 end
  end
  if enough < #players then
    return ("Unless somebody %sruns out of cards, the %s goes on at least until all have drawn %s "
      .. "(%d of %d have)."):format(t.rules.winners and "wins at once or " or "", hand,
      screen.times(t.rules.draws_to_end), enough, #players)
  elseif t.quiet > 0 then
    return ("The %s ends after a round in which nobody can draw %s and nobody lays anything (%d of "
      .. "%d turns so far)."):format(hand, t:cards_drawn(), t.quiet, #players)
  elseif t.rules.at_once then
    return ("The %s ends as soon as no hand holds a combination."):format(hand)
  end
  return ("The %s ends after a round in which nobody held a combination; %s."):format(hand,
    t.laid_down > 0 and "one was laid in this turn"
    or t.unlaid == 0 and "one was laid in the last turn"
    or t.unlaid == 1 and "none was laid in the last turn"
    or ("none was laid in the last %d turns"):format(t.unlaid))
end

-- A combination on the table; under a disaster it is worth nothing more.
function steps.as_it_lies(_, meld)
  if not meld.disaster then return meld.text end
  return ("%s, worth nothing under %s"):format(meld.what or meld.text, tostring(meld.disaster))
end

-- How things stand -------------------------------------------------------------

-- What the hand is worth in its best combinations, beside what the others have
-- laid; and what the next turn's cards may add.
function steps.outlook(t, seat)
  local words, coming = t.words, 0
  local lines = {}
  for _, meld in ipairs(t:best(seat.hand)) do
    coming = coming + meld.points
    lines[#lines + 1] = "You hold " .. meld.text
  end
  local mine = t:points(seat)
  lines[#lines + 1] = ("You have %d %s, and %d more in your hand at best."):format(mine,
    words.points, coming)
  local having, all = {}, {}
  for other in t:seats() do
    if other.number ~= seat.number and not other.out and not other.retired then
      local points = t:points(other)
      if not having[points] then having[points], all[#all + 1] = {}, points end
      table.insert(having[points], other.name)
    end
  end
  for _, points in ipairs(all) do
    lines[#lines + 1] = ("%s: %d; you would be %s."):format(table.concat(having[points], ", "),
      points, t:compared(mine + coming - points))
  end
  local unseen = seat:unseen()
  lines[#lines + 1] = ("Unseen cards: %d; disasters among them: %d."):format(#unseen,
    t:disasters_among(unseen))
  lines[#lines + 1] = t:next_cards(seat.hand:list(), unseen)
  return lines
end

function steps.compared(_, difference)
  if difference == 0 then return "tied" end
  return ("%d %s"):format(math.abs(difference), difference > 0 and "ahead" or "behind")
end

function steps.disasters_among(_, cards)
  local disasters = 0
  for _, card in ipairs(cards) do disasters = disasters + (card.disaster and 1 or 0) end
  return disasters
end

-- Beside each card to discard: what it is in, and what it lacks one card of.
function screen.card_note(card, t, seat)
  local rest, names = {}, 0
  for other in seat.hand:cards() do
    if names > 0 or other ~= card then rest[#rest + 1] = other else names = 1 end
  end
  local melds = t:melds()
  local lost = melds:total(seat.hand:list()) - melds:total(rest)
  if lost > 0 then
    return ("without it your hand can lay %d %s less"):format(lost, t.words.points)
  end
  local near = screen.near_note(t, seat, rest, card, seat.hand:list())
  if not card.disaster or not t.rules.inflicting then return near end
  return ("can be put on %s that somebody else lays%s"):format(t:to_spoil(),
    near and "; " .. near or "")
end

-- Beside the top of the discards, where it may be taken: what it adds to the hand.
function steps.gain_note(t, seat, card)
  local rest, hand = seat.hand:list(), seat.hand:list()
  hand[#hand + 1] = card
  local gain = t:melds():total(hand) - t:melds():total(rest)
  if gain > 0 then return ("adds %d %s to what your hand can lay"):format(gain, t.words.points) end
  return screen.near_note(t, seat, rest, card, hand)
end

local function wins_at_once(t, cards)
  for _, meld in ipairs(t.rules.winners and t:combinations(cards) or {}) do
    if meld.wins then return true end
  end
  return false
end

-- The most that one card unseen can make of it; `hand` is the rest with it.
function screen.near_note(t, seat, rest, card, hand)
  local melds = t:melds()
  local most, ways, wins, n, m = 0, 0, 0, #hand, #rest
  for _, other in ipairs(seat:unseen()) do
    hand[n + 1], rest[m + 1] = other, other
    local without = melds:total(hand) - melds:total(rest)
    most, ways = math.max(most, without), ways + (without > 0 and 1 or 0)
    if card.royal and other.royal and wins_at_once(t, hand) and not wins_at_once(t, rest) then
      wins = wins + 1
    end
  end
  hand[n + 1], rest[m + 1] = nil, nil
  if most == 0 then return card.value > 0 and "no single unseen card goes with it" or nil end
  local cards = ways == 1 and "1 unseen card" or ("any of %d unseen cards"):format(ways)
  local won = wins > 0 and ("%s the %s"):format(wins == ways and (ways > 1 and ", each of which "
    .. "wins" or ", which wins") or wins == 1 and "; one of them wins"
    or ("; %d of them win"):format(wins), t.words.hand) or ""
  return ("worth %s%d %s with %s%s"):format(ways == 1 and "" or "up to ", most, t.words.points,
    cards, won)
end

function screen.disaster_note() return "it is then worth nothing; your card is used up" end

-- The same for a combination that would win at once.
function screen.winner_note() return "it then wins nothing; your card is used up" end

-- How often one or two cards out of the unseen ones make the hand worth more.
function steps.next_cards(t, hand, unseen)
  local melds, n, cards = t:melds(), #hand, #unseen
  local now, one, two = melds:total(hand), 0, 0
  for i = 1, cards do
    hand[n + 1], hand[n + 2] = unseen[i], nil
    local better = melds:total(hand) > now
    one = one + (better and 1 or 0)
    for j = i + 1, cards do
      hand[n + 2] = unseen[j]
      if better or melds:total(hand) > now then two = two + 1 end
    end
  end
  if cards < 2 then return nil end
  return ("One more card makes your hand worth more %.0f%% of the time, two cards %.0f%%."):format(
    100 * one / cards, 100 * two / (cards * (cards - 1) / 2))
end

return screen
