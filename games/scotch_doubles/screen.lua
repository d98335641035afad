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

--- "2, 9 and 14" of a list of balls, "makes the 7 and scratches" of texts.
function screen.listed(list)
  local last = #list > 1 and " and " .. list[#list] or ""
  return table.concat(list, ", ", 1, math.max(#list - 1, 1)) .. last
end

local function split(balls)
  local cards, neutrals = {}, {}
  for _, ball in ipairs(balls) do
    local list = ball > 13 and neutrals or cards
    list[#list + 1] = ball
  end
  return cards, neutrals
end

--- "1 chip", "2 chips".
function screen.plural(n, word)
  return ("%d %s%s"):format(n, word, n == 1 and "" or "s")
end

--- "1 chip is", "2 chips are".
function screen.plural_are(n, word)
  return screen.plural(n, word) .. (n == 1 and " is" or " are")
end

--- What was typed, as a sentence about it begins.
function screen.typed(line)
  line = line:match("^%s*(.-)%s*$")
  return line == "" and "a blank line" or ("`%s`"):format(line)
end

local function heading(t)
  if t.round == 0 then return "The tournament begins." end
  if not t.breaker then return ("Round %d, for %s a rack"):format(t.round, t:price()) end
  return ("Round %d, rack %d of %d, for %s%s"):format(t.round, t.rack,
    t.racks_in_round, t:price(), t.doubled and " (doubled)" or "")
end

-- Who plays for the team where its name doesn't say it, and whose shot comes next.
local function players(t, team)
  local names = {}
  for i = 1, t.rules.partners do
    local name = t:player_name(team, i)
    if not team.name:find(name, 1, true) then names[#names + 1] = name end
  end
  local parts = { #names > 0 and table.concat(names, " and ") or nil }
  if t.rules.partners > 1 and team.shooter > 0 then
    parts[#parts + 1] = "next " .. t:who_shoots(team)
  end
  if team.timeouts >= t.rules.timeouts then parts[#parts + 1] = "no timeout left" end
  return table.concat(parts, ", ")
end

local function team_line(t, team)
  return ("%s %s\t%s\t%s\t%s\t%s"):format(t.shooting == team and ">" or " ", team.name,
    screen.plural(#team.hand + #team.dealt, "card"), screen.plural(team.chips:amount(), "chip"),
    screen.plural(team.points, "point"), players(t, team))
end

local function add_balls(t, list)
  local cards, neutrals = split(t:balls_up())
  list[#list + 1] = ("  On the table: %s   neutral: %s"):format(screen.numbers(cards),
    screen.numbers(neutrals))
  local down = {}
  for ball = 1, 15 do if not t:is_up(ball) then down[#down + 1] = ball end end
  list[#list + 1] = "  Pocketed: " .. screen.numbers(down)
end

local function add_shot(t, list)
  if not t.shooting or t.shooting.shooter == 0 then return end
  list[#list + 1] = ("  %s%s"):format(t:shooting_now(t.shooting),
    t.in_hand and ", ball in hand" or "")
end

local function add_own(t, me, list)
  local mine = me and me.number > 0 and (me.number == t.breaker.number
    or me.number == t.racker.number)
  if not mine or #me.hand == 0 then return end
  list[#list + 1] = "  Your legal balls: " .. screen.numbers(t:legal_balls(me))
end

local function add_others(t, list)
  local texts = {}
  for seat in t:seats() do
    if seat.number ~= t.breaker.number and seat.number ~= t.racker.number then
      texts[#texts + 1] = ("%s %d%s"):format(seat.name, seat.chips:amount(),
        seat.out and " (out)" or "")
    end
  end
  if #texts > 0 then list[#list + 1] = "  Chips:  " .. table.concat(texts, "  ") end
end

--- The table as a seat sees it: whose shot, balls, hands' sizes, chips, round.
function screen.lines(t, me)
  local list = { heading(t) }
  if not t.breaker then
    for _, line in ipairs(t.round > 0 and t:pairings_told() or {}) do
      list[#list + 1] = "  " .. line
    end
    for _, line in ipairs(t:standings_told()) do list[#list + 1] = "    " .. line end
    return list
  end
  list[#list + 1] = team_line(t, t.breaker)
  list[#list + 1] = team_line(t, t.racker)
  if t.up ~= 0 then add_balls(t, list) end
  add_shot(t, list)
  add_own(t, me, list)
  add_others(t, list)
  return list
end

-- The chance that the other team holds a rank too, drawn without putting back
-- from the cards that I don't see: all of its hand, or after a foul on that
-- ball, which shows that it had none, the cards it has drawn since.
local function held_by_others(t, me, ball)
  if ball > 13 then return 0 end
  local other = t.breaker.number == me.number and t.racker or t.breaker
  local lacked = other.lacked and other.lacked[ball]
  local cards = math.min(lacked and other.drawn - lacked or #other.hand, #other.hand)
  local unseen = 52 - #me.hand - #t.discards
  local of_rank, none_of_it = 4 - me.hand:count("value", ball), 1
  for i = 0, cards - 1 do
    none_of_it = none_of_it * math.max(unseen - of_rank - i, 0) / (unseen - i)
  end
  return 1 - none_of_it
end

--- Beside a ball: how it lies, how often it is made, whose cards are for it.
function screen.aim_note(aim, t, me)
  if aim == "bluff" then
    return "misses on purpose; leaves them with more balls locked"
  end
  local lie = t:lies(aim)
  local chance = 100 * t:chance_of(me, me.shooter, lie)
  local made = chance > 0 and ("%s, made %.0f%% of the time"):format(lie, chance) or lie
  if aim > 13 then return made .. (chance > 0 and "; keeps the table" or "") end
  return ("%s; %d of your cards, %.0f%% chance they hold one"):format(made,
    me.hand:count("value", aim), 100 * held_by_others(t, me, aim))
end

--- Beside the answers to doubling.
function screen.double_note(yes, t)
  return yes and "twice that, if they agree" or "it stays at " .. t:price()
end

--- Beside the players of a team: how good they are, where balls are simulated.
function screen.first_note(name, t, me)
  local make = name == t:player_name(me, 1) and me.profile.make_1 or me.profile.make_2
  return ("makes %.0f%% of open balls"):format(100 * make)
end

--- What `:odds` prints: each ball that a team may make, its chance where it
--- is to shoot at simulated balls, the cards it is for, and how likely the
--- others hold one too.
function screen.odds(t, me)
  if me.number == 0 or #me.hand == 0 then
    return { "There are odds only for a team that has seen its cards." }
  end
  local aims = t.shooting == me and t.lie
  local list = { (aims and "ball  lies    made" or "ball") .. "  cards  they hold one" }
  for _, ball in ipairs(t:legal_balls(me)) do
    local lie = aims and t:lies(ball)
    local made = lie and ("  %-6s %4.0f%%"):format(lie, 100 * t:chance_of(me, me.shooter, lie))
      or ""
    list[#list + 1] = ("%4d%s  %5d  %12.0f%%"):format(ball, made,
      me.hand:count("value", ball), 100 * held_by_others(t, me, ball))
  end
  return list
end

--- What `:scores` prints: what wins, and the teams as they stand.
function screen.scores(t)
  local list = { ("The pot of %d %s"):format(t.pot:amount(), t:pot_goes()) }
  for _, line in ipairs(t:standings_told()) do list[#list + 1] = "  " .. line end
  return list
end

return screen
