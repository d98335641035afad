-- How the table is drawn. It gets a view, and adds a care of its own: the
-- GM's seat is the scorer's, whose screen all may watch, so nothing of a hand
-- stands there; a team sees its own legal balls and cards, and nobody else's.

local screen = {}

--- "1 2 14" of a list of balls.
function screen.numbers(balls)
  local texts = {}
  for i, ball in ipairs(balls) do texts[i] = tostring(ball) end
  return #texts > 0 and table.concat(texts, " ") or "none"
end

local function split(balls)
  local cards, neutrals = {}, {}
  for _, ball in ipairs(balls) do
    local list = ball > 13 and neutrals or cards
    list[#list + 1] = ball
  end
  return cards, neutrals
end

local function plural(n, word)
  return ("%d %s%s"):format(n, word, n == 1 and "" or "s")
end

local function heading(t)
  if t.round == 0 then return "The tournament begins." end
  if not t.breaker then return ("Round %d, for %s a rack"):format(t.round, t:price()) end
  return ("Round %d, rack %d of %d, for %s%s"):format(t.round, t.rack,
    t.racks_in_round, t:price(), t.doubled and " (doubled)" or "")
end

local function players(t, team)
  local one = t:player_name(team, 1)
  if t.rules.partners == 1 then return one end
  local next_one = team.shooter > 0 and ", next " .. t:who_shoots(team) or ""
  return one .. " and " .. t:player_name(team, 2) .. next_one
end

local function team_line(t, team)
  local left = t.rules.timeouts - team.timeouts
  return ("%s %-12s %-9s %-9s %s  (%s)%s"):format(
    t.shooting == team and ">" or " ", team.name,
    plural(#team.hand + #team.dealt, "card"),
    plural(team.chips:amount(), "chip"), plural(team.points, "point"),
    players(t, team), left > 0 and "" or "  no timeout left")
end

local function add_balls(t, list)
  local cards, neutrals = split(t:balls_up())
  list[#list + 1] = ("  Up: %s   neutral: %s"):format(screen.numbers(cards),
    screen.numbers(neutrals))
  local down = {}
  for ball = 1, 15 do if not t.up[ball] then down[#down + 1] = ball end end
  list[#list + 1] = "  Down: " .. screen.numbers(down)
end

local function add_shot(t, list)
  if not t.shooting or t.shooting.shooter == 0 then return end
  list[#list + 1] = ("  %s%s"):format(t:shooting_now(t.shooting),
    t.in_hand and ", ball in hand" or "")
end

local function add_own(t, me, list)
  local mine = me.number > 0 and (me.number == t.breaker.number
    or me.number == t.racker.number)
  if not mine or #me.hand == 0 then return end
  list[#list + 1] = "  Your legal balls: " .. screen.numbers(t:legal_balls(me))
    .. "   (those of your cards; neutral ones are anybody's)"
end

local function add_others(t, list)
  local texts = {}
  for seat in t:seats() do
    if seat.number ~= t.breaker.number and seat.number ~= t.racker.number then
      texts[#texts + 1] = ("%s %d%s"):format(seat.name, seat.chips:amount(),
        seat.out and " (out)" or "")
    end
  end
  if #texts > 0 then list[#list + 1] = "  Chips: " .. table.concat(texts, ", ") end
end

--- The table as a seat sees it: whose shot, balls, hands' sizes, chips, round.
function screen.lines(t, me)
  local list = { heading(t) }
  if not t.breaker then
    for _, line in ipairs(t.round > 0 and t:pairings_told() or {}) do list[#list + 1] = "  " .. line end
    for _, line in ipairs(t:standings_told()) do list[#list + 1] = "    " .. line end
    return list
  end
  list[#list + 1] = team_line(t, t.breaker)
  list[#list + 1] = team_line(t, t.racker)
  if #t.up > 0 then add_balls(t, list) end
  add_shot(t, list)
  add_own(t, me, list)
  add_others(t, list)
  return list
end

-- The chance that the other team holds a rank too: not one of its cards is
-- among those that I don't see, drawn without putting back.
local function held_by_others(t, me, ball)
  if ball > 13 then return 0 end
  local other = t.breaker.number == me.number and t.racker or t.breaker
  local unseen = 52 - #me.hand - #t.discards
  local of_rank, none_of_it = 4 - me.hand:count("value", ball), 1
  for i = 0, #other.hand - 1 do
    none_of_it = none_of_it * (unseen - of_rank - i) / (unseen - i)
  end
  return 1 - none_of_it
end

--- What `:odds` prints: each ball one could try, its chance, the cards it is
--- for, and how likely the others hold it too.
function screen.odds(t, me)
  if t.shooting ~= me or t.shots == 0 or not next(t.lie) then
    return { "Odds are for who shoots, at balls that are simulated." }
  end
  local list, lie = { "ball  lies    made  cards  theirs too" }, t.lie
  for _, ball in ipairs(t:legal_balls(me)) do
    list[#list + 1] = ("%4d  %-6s %4.0f%%  %5d  %9.0f%%"):format(ball, lie[ball],
      100 * t:chance_of(me, me.shooter, lie[ball]),
      me.hand:count("value", ball), 100 * held_by_others(t, me, ball))
  end
  return list
end

return screen
