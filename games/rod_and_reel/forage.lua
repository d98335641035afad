-- Foraging: the same hands without a contest, until there is enough. One fisher
-- or several, each for themselves or together; a hand stands for some time.

local forage = {}

--- Score points and fish that count for a fisher: their own, or all together.
function forage.caught(t, seat)
  if not t.rules.together then return seat.total, #seat.catch end
  local total, fish = 0, 0
  for other in t:seats() do
    total, fish = total + other.total, fish + #other.catch
  end
  return total, fish
end

--- Whether a forager has the fish, or the weight, that was wanted.
function forage.has_enough(t, seat)
  local total, fish = t:caught(seat)
  if t.rules.goal == "fish" then return fish >= t.rules.goal_amount end
  return t:weight(total) >= t.rules.goal_amount
end

--- Who has enough goes home; with the last the hunt is over.
function forage.judge_hunt(t)
  for _, seat in ipairs(t:fishers()) do
    if t:has_enough(seat) then t:bring_home(seat) end
  end
  t.over = #t:fishers() == 0
end

function forage.bring_home(t, seat)
  seat.enough, seat.fishing = t.hand, false
  if t.rules.together then return end
  t:say("%s has enough after hand %d: %s", seat, t.hand, t:duration(t.hand))
end

--- The time that so many hands stand for, as one says it.
function forage.duration(t, hands)
  local minutes = hands * t.rules.hand_time
  local hours, rest = minutes // 60, minutes % 60
  local parts = {}
  if hours > 0 then parts[1] = hours .. (hours == 1 and " hour" or " hours") end
  if rest > 0 or hours == 0 then
    parts[#parts + 1] = rest .. (rest == 1 and " minute" or " minutes")
  end
  return table.concat(parts, " ")
end

--- The minutes of each; those who never had enough come last. No result at all
--- when nobody had.
function forage.end_hunt(t)
  local standings, best = t:hunt_standings()
  if not best then
    t:say("Given up after hand %d: %s", t.hand, t:duration(t.hand))
    return t:finish(nil)
  end
  if t.rules.together then
    t:say("Enough after hand %d: %s", t.hand, t:duration(t.hand))
  end
  t:finish(standings)
end

--- Rows by hands, the first who had enough before all; and how many hands the
--- first took, nil when nobody had enough.
function forage.hunt_standings(t)
  local rows = t:rank_by(function(seat) return seat.enough and -seat.enough or -t.hand - 1 end)
  for _, row in ipairs(rows) do
    row.score, row.by = (row.seat.enough or t.hand) * t.rules.hand_time, { "minutes" }
  end
  return rows, rows[1].seat.enough
end

return forage
