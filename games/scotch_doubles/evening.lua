-- The tournament: rounds of racks for ever more chips, and the pot at the end.
-- Racks of a round are played here one after the other, or at other tables: see
-- league. Always true: chips only
-- change hands; the money stands in t.pot until it is paid out.

local screen = require "scotch_doubles.screen"
local tournament = require "tournament"

local evening = {}

--- Everybody pays in; the order of equals is drawn.
function evening.enter(t)
  local seeding = table.move(t.seat, 1, #t.seat, 1, {})
  t.entries:pay(t.rules.entry * #seeding, t.pot)
  if t.rules.draw then
    for i = #seeding, 2, -1 do
      local j = t:random(1, i)
      seeding[i], seeding[j] = seeding[j], seeding[i]
    end
  end
  t.seeding = seeding
  if t.rules.entry == 0 then t:say("%s teams play.", #seeding)
  else t:say("%s teams play for a pot of %s, %s from each.", #seeding, t.pot, t.rules.entry) end
  t:brief_teams()
  if t.rules.balls == "real" then
    t:brief_scorer(seeding[1])
  else
    t:brief_shooters()
  end
end

--- What a rack is and when the evening ends, told once.
function evening.brief_teams(t)
  t:say("Your cards stand for balls (ace 1, jack 11, queen 12, king 13). Make those balls to get "
    .. "rid of the cards: the first team without one wins the rack, the chips it is for, and a "
    .. "point for each card the losers still hold. Points rank teams with equal chips.")
  t:say("Make one of your balls, or the 14 or 15, to keep the table%s. A miss costs the turn; a "
    .. "scratch or any other ball is a foul: it costs the turn%s.",
    t.rules.partners > 1 and "; your partner shoots next" or "", t:drawn_for_a_foul())
  t:say("A card whose ball is gone is laid down when you next come to the table. %s",
    t:how_it_ends())
end

--- ", and you draw a card"; "" where fouls draw none.
function evening.drawn_for_a_foul(t)
  local n = t.rules.foul_cards
  return n == 0 and "" or n == 1 and ", and you draw a card"
    or (", and you draw %d cards"):format(n)
end

--- How teams drop out, and who gets the pot.
function evening.how_it_ends(t)
  return ("A team that can't pay for the next round is out; the pot is shared by chip count %s.")
    :format(t:last_round())
end

--- When the pot is shared, in words.
function evening.last_round(t)
  local rounds = t.rules.rounds
  return (rounds > 0 and ("after round %d, or "):format(rounds) or "")
    .. "when fewer than two teams can pay for a round"
end

--- What becomes of the pot, in words.
function evening.pot_goes(t) return "is shared by chip count " .. t:last_round() end

--- How simulated balls lie, told once.
function evening.brief_shooters(t)
  t:say("A ball lies open, hard (%s of the chance of an open one) or locked (no shot at it). A "
    .. "bluff misses on purpose, and leaves the others with more balls locked.",
    ("%.0f%%"):format(100 * t.rules.hard_shot))
end

--- What the scorer may type besides shots, told once.
function evening.brief_scorer(t, team)
  t:say("The scorer types what each shot did: the balls that went down (`7 9`), "
    .. "`miss`, `scratch` and so on. `look %s` shows a team its cards, `timeout %s` "
    .. "notes a timeout, and `:undo` takes a mistake back. `won %s 3` enters a result from "
    .. "any table in the round; `pairings` and `standings` list them.", team, team,
    team)
end

--- What a team must own to play a round.
function evening.cover(_, round) return round end

--- What a rack pays, before doubling.
function evening.stake(t) return t:cover(t.round) end

--- What the rack under way pays, in words.
function evening.price(t)
  return screen.plural(t:stake(t.breaker, t.racker) * (t.doubled and 2 or 1), "chip")
end

--- May this team still play, and can it cover that round?
function evening.can_cover(t, seat, round)
  return not seat.out and seat.chips:has(t:cover(round))
end

--- The teams that can play a round, best first.
function evening.by_standing(t, round)
  local list = {}
  for _, seat in ipairs(t.seeding) do
    if t:can_cover(seat, round) then list[#list + 1] = seat end
  end
  return tournament.order(list, "chips", "points")
end

--- Is there another round for these teams?
function evening.may_play_on(t, teams)
  if t.rules.rounds > 0 and t.round >= t.rules.rounds then return false end
  return #teams >= 2
end

--- Who can't cover the round is out for good, with the chips that are left.
function evening.cash_out(t, round)
  for seat in t:seats() do
    if not seat.out and not t:can_cover(seat, round) then
      seat.out = true
      t:say("%s can't cover round %d and %s out: %s set aside, and paid at the end.", seat, round,
        t:verb(seat, "cashes", "cash"), screen.plural_are(seat.chips:amount(), "chip"))
    end
  end
end

function evening.next_round(t)
  local round = t.round + 1
  local teams = t:by_standing(round)
  if not t:may_play_on(teams) then return done end
  t.round = round
  t:cash_out(round)
  t.racks = t:pair_teams(teams)
  t.rack, t.racks_in_round, t.fixtures = 0, #t.racks, {}
  for i, pair in ipairs(t.racks) do t.fixtures[i] = { a = pair[1], b = pair[2] } end
  t.doubled = false
  t:measure("rounds")
  t:tell_round()
end

--- By standing, not with the last opponent if that can be; an odd one sits out.
function evening.pair_teams(t, teams)
  local idle = tournament.bye(teams, "byes")
  local playing = {}
  for _, seat in ipairs(teams) do
    if seat ~= idle then playing[#playing + 1] = seat end
  end
  if idle then t:sit_out(idle) end
  return tournament.pair(playing, function(a, b) return a.last == b end)
end

function evening.sit_out(t, seat)
  seat.byes = seat.byes + 1
  t:say("%s %s this round out.", seat, t:verb(seat, "sits", "sit"))
end

--- The scorer gives chips that were held back; they count as handed out.
function evening.award(t)
  if not t.held:has(1) then return end
  local seat = t.gm:ask { "award_to", "Award chips to which team?", one_of = t.seat }
  local n = t.gm:ask { "award", "How many chips for %s? (%s held back)",
    seat, screen.plural_are(t.held:amount(), "chip"), min = 1, max = t.held:amount() }
  t.held:pay(n, seat.chips)
  t:say("%s %s awarded %s.", seat, t:verb(seat, "is", "are"), screen.plural(n, "chip"))
end

-- Who withdrew is paid by the chips that were set aside.
local function pay_withdrawn(t, gone, share, pot)
  t.pot:pay(share, t.paid)
  t:say("%s withdrew with %s, and %s paid %s of %s.", gone.name, screen.plural(gone.chips, "chip"),
    t:verb(gone, "is", "are"), share, pot)
end

--- The pot is shared by chips, in whole units.
function evening.pay_out(t)
  local seats, chips = tournament.order(t.seeding, "chips", "points"), {}
  for i, seat in ipairs(seats) do chips[i] = seat.chips:amount() end
  for i, gone in ipairs(t.withdrawn) do chips[#seats + i] = gone.chips end
  local pot = t.pot:amount()
  for i, share in ipairs(tournament.payout(pot, chips)) do
    if i > #seats then
      pay_withdrawn(t, t.withdrawn[i - #seats], share, pot)
    else
      t.pot:pay(share, seats[i].prize)
      t:say("%s %s %s and %s, and %s paid %s of %s.", seats[i],
        t:verb(seats[i], "has", "have"), screen.plural(chips[i], "chip"),
        screen.plural(seats[i].points, "point"), t:verb(seats[i], "is", "are"), share, pot)
    end
  end
  t:finish("chips", "points")
end

return evening
