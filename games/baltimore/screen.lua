-- How the table of a contest is drawn, and what `:odds` says. Both get views,
-- so they show a seat only what it may see.

local characters = require "baltimore.characters"
local draw = require "baltimore.draw"

local screen = {}

-- Drawing -----------------------------------------------------------------------

local KINDS = { [""] = "before the contest", simple = "simple contest",
  hidden = "hidden contest", full = "full contest" }

-- Two players against one another have one pot.
local function plays_player(t) return t.kind == "full" and t.opponent == "player" end

local function heading(t)
  local text = KINDS[t.kind]
  if t.rules.contests ~= 1 and t.played > 0 then
    text = ("%s %d"):format(text, t.played)
  end
  if t.attribute ~= "" then text = text .. ", " .. t.attribute end
  if t.skill ~= "" and t.skill ~= "none" then text = text .. "/" .. t.skill end
  text = text:sub(1, 1):upper() .. text:sub(2)
  local pot = plays_player(t) and t.seat[1].pot:amount()
  if pot then return { pot > 0 and "%s, pot %s" or "%s", text, pot } end
  if t.contested > 0 and #t.seat > 1 then
    return { "%s, %s against the GM", text, t.seat[t.contested].name }
  end
  local known = t.rules.shared_effort and t.known > 0 and t:seen_target(t.seat[1]) or t.known
  return { t.known_floor > 0 and "%s: the target is %h, never below %h"
    or known < t.known and "%s: the target is now %h for all"
    or known > 0 and "%s: the target is %h" or "%s", text, known, t.known_floor }
end

local function part(list, format, ...)
  list[#list + 1] = format:format(...)
end

local function seat_line(t, seat)
  local list = {}
  list[1] = draw.count(seat.chips:amount(), "chip")
  if seat.pot:amount() > 0 and not plays_player(t) then
    part(list, "pot %d", seat.pot:amount())
  end
  if seat.drawn > 0 or seat.stands and seat.draws > 0 then
    part(list, "replaced %d of %d", seat.drawn, seat.draws)
  elseif seat.draws > 0 then
    part(list, "may replace %d", seat.draws)
  end
  if seat.outcome ~= "" then part(list, "%s", seat.outcome) end
  if t.known > 0 and seat.spent > 0 and not t.rules.shared_effort then
    part(list, "target now: %s", poker.name(t:seen_target(seat)))
  end
  return ("  %s\t%s"):format(seat.name, table.concat(list, ", "))
end

-- What the hand is by now, when there are five cards.
local function best_line(t, me)
  if #me.hand + #t.board < 5 then return nil end
  return { "Your best hand: %h", poker.rank(me.hand, t.board) }
end

--- The table as a seat sees it.
function screen.screen(t, me)
  local lines = { heading(t) }
  if #t.board > 0 then lines[2] = { "Board: %s", t.board:list() } end
  for seat in t:seats() do lines[#lines + 1] = seat_line(t, seat) end
  if me and #me.hand > 0 then lines[#lines + 1] = best_line(t, me) end
  return lines
end

-- Chances -------------------------------------------------------------------------

-- What the GM may ask for, from easy to nearly impossible.
local HARDNESS = { "ace-high", "pair of eights", "pair of aces",
  "eights and fours", "three eights", "nine-high straight", "ten-high flush",
  "fives full of twos", "four eights" }

local RUNGS = { "pair of twos", "twos and threes", "three twos",
  "five-high straight", "seven-high flush", "twos full of threes" }

-- What is asked of poker.chance for a seat: with its cards where they are seen.
local function ask(t, seat, me, target)
  local own = seat.number == me.number
  local left = seat.stands and 0 or seat.draws - seat.drawn
  return { target = target, hole = math.max(seat.hole, 1),
    cards = own and seat.hand or nil, board = t.board,
    dead = own and seat.discards or nil,
    replacements = left }
end

-- `chosen`: of cards that somebody has chosen nothing is exact.
local function percent(chance, error, chosen)
  if chosen then return ("%.1f%% (assuming the kept cards are random)"):format(100 * chance) end
  if error == 0 then return ("%.1f%% (exact)"):format(100 * chance) end
  return ("%.1f%% (estimated, within %.1f points)"):format(100 * chance, 100 * error)
end

-- A goal is { target =, floor = }, the floor as the one who asks knows it.
local function lowered(goal, chips)
  return math.max(poker.lower(goal.target, chips), goal.floor)
end

-- The first number of chips that makes the target easier by a percent or more,
-- where chances are exact: looked for among those that a seat has.
local function worth_line(t, seat, me, goal, now)
  for n = 2, math.min(seat.chips:amount(), 20) do
    local lower = lowered(goal, n)
    local chance, error = poker.chance(ask(t, seat, me, lower))
    if error > 0 then return nil end
    if chance >= now + 0.01 then
      return ("%d chips, %s: %s, %+.1f."):format(n, poker.name(lower),
        percent(chance, 0), 100 * (chance - now))
    end
  end
end

local MORE = { [0] = "Your hand, %%h, %s", "with 1 more chip it %s", "with 2 it %s",
  "with 3 it %s" }

-- What comes of a hand against a target: "fails by 10", "just succeeds", and the word for it.
local function outcome(t, rank, target, verbs)
  local succeeds, degree = t:succeeds(rank, target), math.abs(t:degree_of(rank, target))
  local verb = verbs[succeeds and 1 or 2]
  return degree == 0 and "just " .. verb or ("%s by %d"):format(verb, degree),
    t:word_of(succeeds, degree)
end

-- Beside so many chips: the target they make, and how often it is met from here,
-- or with the board there what the hand comes to against it. Chips that make no
-- lower target than the number listed before them have no note.
function screen.effort_note(n, t, me)
  if t.known == 0 or n > 10 and n < me.chips:amount() then return nil end
  local goal = { target = t:seen_target(me), floor = t.known_floor }
  local target = lowered(goal, n)
  if n > 0 and target == lowered(goal, math.min(n - 1, 10)) then return nil end
  if #t.board == 0 then
    local question = ask(t, me, me, target)
    -- the same cards for each target: more chips never look worse
    question.error, question.seed = 0.02, 1
    return "%s%% chance to meet %h", ("%.0f"):format(100 * (poker.chance(question))), target
  end
  local result, word = outcome(t, poker.rank(me.hand, t.board), target, { "succeed", "fail" })
  return "you %s against %h: %s", result, target, word
end

-- What the hand comes to against the target as it is, and with up to three chips
-- more: the degree, once there are five cards.
local function degree_line(t, me, goal)
  if #t.board == 0 or #me.hand + #t.board < 5 then return nil end
  local rank, parts = poker.rank(me.hand, t.board), {}
  for n = 0, math.min(3, me.chips:amount()) do
    local result, word = outcome(t, rank, lowered(goal, n), { "succeeds", "fails" })
    parts[#parts + 1] = MORE[n]:format(("%s (%s)"):format(result, word))
  end
  return { table.concat(parts, "; ") .. ".", rank }
end

-- The chance now, what one more chip buys, and how many it takes where one is
-- not worth much. A sampled chance never falls by a chip's chance error.
local function target_lines(t, seat, me, goal, list)
  local target = goal.target
  local who = seat.number == me.number and "You meet" or seat.name .. " meets"
  local now, error = poker.chance(ask(t, seat, me, target))
  local chosen = seat.number ~= me.number and seat.drawn > 0
  list[#list + 1] = { "%s %h: %s.", who, target, percent(now, error, chosen) }
  local lower = lowered(goal, 1)
  if lower == target then return end
  local then_, later = poker.chance(ask(t, seat, me, lower))
  then_ = math.max(then_, now)
  local gain = then_ > now and ("%+.1f"):format(100 * (then_ - now)) or "no better"
  list[#list + 1] = ("One more chip, %s: %s, %s."):format(poker.name(lower),
    percent(then_, later, chosen), gain)
  if error == 0 and then_ < now + 0.01 then
    list[#list + 1] = worth_line(t, seat, me, goal, now)
  end
end

-- Without a known target: the chance of each kind of hand.
local function rung_lines(t, seat, me, rungs, list)
  local worst = 0
  for _, text in ipairs(rungs) do
    local target = poker.target(text)
    local question = ask(t, seat, me, target)
    question.error = 0.01
    local chance, error = poker.chance(question)
    worst = math.max(worst, error)
    list[#list + 1] = ("  %5.1f%%  %s"):format(100 * chance, poker.name(target))
  end
  list[#list + 1] = worst == 0 and "Exact."
    or ("Estimated, within %s."):format(draw.count(math.ceil(100 * worst), "point"))
end

-- Against a hand nobody has seen: what share of the pots is won, by the own hand or
-- by `mine`, with the cards in `dead` gone.
local function duel_odds(t, me, other, mine, dead)
  return poker.odds { hands = { mine or me.hand, "" }, board = t.board,
    board_cards = 4, hole = { me.hole, other.hole }, dead = dead or me.discards,
    error = 0.005 }
end

local function duel_line(t, me, other)
  local shares = duel_odds(t, me, other)
  return ("Against an unseen %d-card hand held by %s, you win %s%s."):format(other.hole,
    other.name, percent(shares[1].share, shares[1].error, other.drawn > 0),
    t.replaced and "" or ", if nobody replaces a card")
end

-- Against each hand that is still in.
local function duel_lines(t, me, list)
  local others = {}
  for seat in t:seats() do
    local against = me.number == 0 or t.opponent == "player"
    if against and seat.number ~= me.number and seat.outcome == "" then
      others[#others + 1] = seat
    end
  end
  if me.number > 0 and t.opponent == "gm" and me.outcome == "" then others[1] = t.gm end
  for i, other in ipairs(others) do list[i] = duel_line(t, me, other) end
  if #others ~= 1 then return end
  list[2] = draw.odds_line(t, me, function(mine, dead)
    return duel_odds(t, me, others[1], mine, dead)[1].share
  end)
end

local function seat_odds(t, me, list)
  if t.kind == "full" then
    if #me.hand > 0 then duel_lines(t, me, list) end
  elseif t.known > 0 then
    local goal = { target = t:seen_target(me), floor = t.known_floor }
    target_lines(t, me, me, goal, list)
    list[#list + 1] = degree_line(t, me, goal)
  elseif t.kind == "hidden" then
    list[#list + 1] = "The target is hidden. Your chances to have at least:"
    rung_lines(t, me, me, RUNGS, list)
  end
end

-- Before the GM names a target: what is easy and what is hard for each whose ratings are known.
local function hardness_lines(t, me, list)
  for seat in t:seats() do
    if seat.hole > 0 then
      list[#list + 1] = ("Without a chip, %s (%s) meets:"):format(
        seat.name, characters.worth(seat))
      rung_lines(t, seat, me, HARDNESS, list)
    end
  end
end

-- The GM, who knows the target and the floor but no hole cards.
local function gm_odds(t, me, list)
  if t.kind == "full" then
    if #me.hand > 0 then duel_lines(t, me, list) end
    return
  end
  if t.target == 0 then return hardness_lines(t, me, list) end
  for seat in t:seats() do
    target_lines(t, seat, me, { target = t:target_of(seat), floor = t.floor },
      list)
  end
end

--- The chance to meet the target from here, and what one more chip would buy.
function screen.odds(t, me)
  local list = {}
  if me.number == 0 then gm_odds(t, me, list) else seat_odds(t, me, list) end
  if #list == 0 then list[1] = "No odds yet." end
  return list
end

--- What counts, and how far each is.
function screen.scores(t)
  local lines = { "Most successes win, then most chips" }
  for seat in t:seats() do
    lines[#lines + 1] = ("  %s\tsuccesses %d\tchips %d"):format(seat.name, seat.successes,
      seat.chips:amount())
  end
  return lines
end

return screen
