-- How the table of a contest is drawn, and what `:odds` says. Both get views,
-- so they show a seat only what it may see.

local names = require "baltimore.names"

local screen = {}

-- Drawing -----------------------------------------------------------------------

local KINDS = { [""] = "before the contest", simple = "simple contest",
  hidden = "hidden contest", full = "full contest" }

local function heading(t)
  local text = KINDS[t.kind]
  if t.rules.contests ~= 1 and t.played > 0 then
    text = ("%s %d"):format(text, t.played)
  end
  if t.attribute ~= "" then text = text .. ", " .. t.attribute end
  if t.skill ~= "" and t.skill ~= "none" then text = text .. "/" .. t.skill end
  if t.known > 0 then text = text .. ": beat " .. names.of(t.known) end
  if t.known_floor > 0 then
    text = text .. ", never below " .. names.of(t.known_floor)
  end
  return text:sub(1, 1):upper() .. text:sub(2)
end

local function part(list, format, ...)
  list[#list + 1] = format:format(...)
end

local function seat_line(t, seat, me)
  local list = {}
  part(list, "%d chips", seat.chips:amount())
  if seat.pot:amount() > 0 then part(list, "pot %d", seat.pot:amount()) end
  part(list, "replaced %d of %d", seat.drawn, seat.draws)
  if seat.outcome ~= "" then part(list, "%s", seat.outcome) end
  if t.known > 0 and seat.spent > 0 then
    part(list, "now %s", names.of(t:seen_target(seat)))
  end
  return ("%s %-12s %s"):format(seat.number == me.number and ">" or " ",
    seat.name, table.concat(list, ", "))
end

-- What the hand is by now, when there are five cards.
local function best_line(t, me)
  if #me.hand + #t.board < 5 then return nil end
  return "Your best: " .. names.hand(poker.rank(me.hand, t.board))
end

--- The table as a seat sees it.
function screen.screen(t, me)
  local lines = { heading(t) }
  if #t.board > 0 then lines[2] = { "Board: %s", t.board:list() } end
  for seat in t:seats() do lines[#lines + 1] = seat_line(t, seat, me) end
  if #me.hand > 0 then lines[#lines + 1] = best_line(t, me) end
  return lines
end

-- Chances -------------------------------------------------------------------------

local RUNGS = { "pair of twos", "twos and threes", "three twos",
  "five-high straight", "seven-high flush", "twos full of threes" }

-- What is asked of poker.chance for a seat: with its cards where they are seen.
local function ask(t, seat, me, target)
  local own = seat.number == me.number
  local left = seat.stands and 0 or seat.draws - seat.drawn
  return { target = target, hole = math.max(seat.hole, 1),
    cards = own and seat.hand or nil, board = t.board,
    dead = own and seat.mucked or nil,
    replacements = left }
end

local function percent(chance, error)
  if error == 0 then return ("%.1f%% (exact)"):format(100 * chance) end
  return ("%.1f%% (sampled, +-%.1f)"):format(100 * chance, 100 * error)
end

-- The chance now, and what one more chip buys.
local function target_lines(t, seat, me, target, list)
  local who = seat.number == me.number and "You meet" or seat.name .. " meets"
  local now, error = poker.chance(ask(t, seat, me, target))
  list[#list + 1] = ("%s %s: %s."):format(who, names.of(target),
    percent(now, error))
  local lower = poker.lower(target, 1)
  if lower == target then return end
  local then_, later = poker.chance(ask(t, seat, me, lower))
  list[#list + 1] = ("One more chip, %s: %s, %+.1f."):format(names.of(lower),
    percent(then_, later), 100 * (then_ - now))
end

-- Without a known target: the chance of each kind of hand.
local function rung_lines(t, me, list)
  list[#list + 1] = "The target is hidden. Chance to have at least"
  for _, text in ipairs(RUNGS) do
    local target = poker.target(text)
    local question = ask(t, me, me, target)
    question.error = 0.01
    local chance, error = poker.chance(question)
    list[#list + 1] = ("  %-24s %s"):format(names.of(target),
      percent(chance, error))
  end
end

-- Against a hand nobody has seen: what share of the pots is won.
local function duel_lines(t, me, list)
  local other = t.gm
  if t.rules.opponent == "player" then other = me:left() end
  local shares = poker.odds { hands = { me.hand, "" }, board = t.board,
    board_cards = 4, hole = { me.hole, other.hole }, dead = me.mucked,
    error = 0.005 }
  list[#list + 1] = ("Against %d unseen cards of %s you win %s, if nobody "
    .. "replaces one."):format(other.hole, other.name,
    percent(shares[1].share, shares[1].error))
end

local function seat_odds(t, me, list)
  if t.kind == "full" then
    if #me.hand > 0 then duel_lines(t, me, list) end
  elseif t.known > 0 then
    target_lines(t, me, me, t:seen_target(me), list)
  elseif t.kind == "hidden" then
    rung_lines(t, me, list)
  end
end

-- The GM, who knows the target and the floor but no hole cards.
local function gm_odds(t, me, list)
  if t.target == 0 or t.kind == "full" then return end
  for seat in t:seats() do
    target_lines(t, seat, me, t:target_of(seat), list)
  end
end

--- The chance to meet the target from here, and what one more chip would buy.
function screen.odds(t, me)
  local list = {}
  if me.number == 0 then gm_odds(t, me, list) else seat_odds(t, me, list) end
  if #list == 0 then list[1] = "There is nothing to reckon yet." end
  return list
end

return screen
