-- The catch: what comes of a hand. The fish pulls, the fisher holds against
-- it; a fish that is landed goes to the fisher's account, and may end the
-- contest with the hand.

local ENDS_AT_ONCE = {
  first = true, first_of_weight = true, first_to_total = true,
}

local catch = {}

--- All roll for their fish, unless each has done so in turn.
function catch.convert(t)
  if t.rules.scoring == "turns" then return end
  for _, seat in ipairs(t.acting) do
    if seat.fish then t:convert_score(seat) end
  end
end

--- A fisher's fish is landed, or gets away.
function catch.convert_score(t, seat)
  local target, pulls = t:target(seat, seat.worth)
  local effort, holds = t:effort(seat)
  t:say(t.fight_text, seat, target, pulls, effort, holds)
  if effort >= target then
    t:land(seat, seat.worth)
  else
    t:say("The %s gets away", t:species_of(seat.fish))
  end
end

--- What the table hears of the fight: who rolled what, and what came of it.
function catch.fight_text(t, seat, target, pulls, effort, holds)
  return "%s needs %s (the GM's d20: %d, and %s for the score, %d for the strain) "
    .. "and gets %d (d20: %d, and %d for strength)", seat, target, pulls,
    t:weight_on_line(seat.worth), seat.strain, effort, holds, effort - holds
end

--- What a score adds to the pull: a tenth of it.
function catch.weight_on_line(t, score)
  return t.rules.exact and score / 10 or score // 10
end

--- How hard the fish pulls: the GM's die, a tenth of the score, the strain; and
--- what the die showed.
function catch.target(t, seat, score)
  local die = t:roll("1d20", t.gm)
  return die + t:weight_on_line(score) + seat.strain, die
end

--- How hard the fisher holds: a die and the strength modifier; and what the
--- die showed.
function catch.effort(t, seat)
  local die, profile = t:roll("1d20", seat), seat.profile
  return die + t:modifier(profile.str, profile.str_mod), die
end

--- A fish of so many points is on land.
function catch.land(t, seat, score)
  table.insert(seat.catch, score)
  seat.total = seat.total + score
  seat.best = math.max(seat.best, score)
  t:measure("catches", 1, seat)
  t:event("score", { seat = seat, points = score, hand = t.hand })
  t:say(t.landing_text, seat, score)
  if not seat.qualified and t:qualifies(seat, score) then
    seat.qualified, seat.qualifying = t.hand, score
  end
end

--- What the table hears of a fish that is landed.
function catch.landing_text(t, seat, score)
  return "%s lands a fish: %s, %s %s, %d points", seat,
    t:species_of(seat.fish), t:weight_text(score), t.rules.unit, score
end

--- The fish that a combination stands for.
function catch.species_of(_, fish)
  return fish.species
end

--- The weight of so many score points.
function catch.weight(t, score)
  return score / t.rules.divisor
end

--- That weight as it is told, to one decimal place.
function catch.weight_text(t, score)
  return (("%.1f"):format(t:weight(score)):gsub("%.0$", ""))
end

--- Decides whether the contest ends with this hand.
function catch.judge(t)
  if t.rules.mode == "foraging" then
    t:judge_hunt()
  elseif t.final and ENDS_AT_ONCE[t.rules.victory] then
    for _, seat in ipairs(t:fishers()) do
      if seat.qualified then t.over = true end
    end
  end
  if #t.acting == 0 and #t:fishers() == 0 then t.over = true end
end

return catch
