-- A table of chances in place of a real one: for bots and for people without
-- a table. Before each shot every ball lies open, hard or locked to the
-- shooter; with ball in hand all lie open, after a bluff more are locked. A
-- shot at a ball succeeds by the player's make chance and the lie; slop drops
-- one more ball, and the cue ball may follow. Nobody shoots out of turn here.

local screen = require "scotch_doubles.screen"

local model = {}

local BALLS <const> = 15
local PARTS <const> = 10000
local WHOLE <const> = 1 << 53
local OPEN <const>, HARD <const>, LOCKED <const> = 1, 0, 2 -- the four bits of a ball in t.lie
local aim_note = screen.aim_note

local function happens(t, chance)
  return t:random(1, PARTS) <= chance * PARTS
end

-- The chances that a ball is locked and that it lies open.
local function chances(t)
  if t.in_hand then return 0, 1 end
  local rules = t.rules
  local locked, open = rules.locked_balls, rules.open_balls
  if not t.bluffed then return locked, open end
  local bluff = rules.bluff_locks
  return bluff + (1 - bluff) * locked, (1 - bluff) * open
end

-- How one ball lies.
local function lie_of(t)
  local locked, open = chances(t)
  local at = t:random(0, WHOLE - 1) / WHOLE
  if at < locked then return "locked" end
  return at < locked + open and "open" or "hard"
end

model.lie_of = lie_of

local BITS <const> = { open = OPEN, hard = HARD, locked = LOCKED }

-- Where a variant says how a ball lies, it is asked of each.
local function lay_each(t)
  local lie = 0
  for _, ball in ipairs(t:balls_up()) do lie = lie | BITS[t:lie_of()] << 4 * ball end
  t.lie = lie
end

--- How each ball lies to the next shooter, as t:lies says it in words; in one number, which bots
--- read at once: four bits to each, as `up` has them.
---
--- One number from 0 to 1 says it for all balls up: which part it falls into is how the first one
--- lies, and where it falls there, stretched to the whole again, is the next one's number. (A float
--- has bits enough for all fifteen.)
function model.lay_out(t)
  if t.lie_of ~= lie_of then return lay_each(t) end
  local up, locked, open = t.up, chances(t)
  local at, either, lie, place = t:random(0, WHOLE - 1) / WHOLE, locked + open, 0, 1
  local hard = 1 - either
  for _ = 1, BALLS do
    place = place << 4
    if up & place ~= 0 then
      if at < locked then
        lie = lie | LOCKED * place
        at = at / locked
      elseif at < either then
        lie = lie | place -- OPEN is the lowest bit
        at = (at - locked) / open
      else
        at = (at - either) / hard
      end
    end
  end
  t.lie = lie
end

--- How a ball lies while a team shoots: "open", "hard" or "locked".
function model.lies(t, ball)
  local at = t.lie >> 4 * ball & 15
  return at == OPEN and "open" or at == LOCKED and "locked" or "hard"
end

--- What a team may do: try one of its balls, or bluff.
function model.aims(t, team)
  local aims = t:legal_balls(team)
  aims[#aims + 1] = "bluff"
  return aims
end

local function who_shoots_now(t) return t:shooting_now(t.shooting) end

function model.aim(t, team)
  return team:ask { "aim", "%s. Which ball?", who_shoots_now, one_of = t:aims(team),
    tells = aim_note }
end

-- The chance of a player of a team to make a ball that lies so.
local function chance_of(t, team, player, lie)
  if lie == "locked" then return 0 end
  local profile = team.profile
  local make = player == 1 and profile.make_1 or profile.make_2
  return lie == "open" and make or make * t.rules.hard_shot
end

model.chance_of = chance_of

--- Those of a ball that lies open, hard, locked.
function model.chances_of(t, team, player)
  if t.chance_of == chance_of then
    local open = chance_of(t, team, player, "open")
    return open, open * t.rules.hard_shot, 0
  end
  return t:chance_of(team, player, "open"), t:chance_of(team, player, "hard"),
    t:chance_of(team, player, "locked")
end

-- One more ball, not the one that was tried.
local function slop(t, tried)
  local others = {}
  for _, ball in ipairs(t:balls_up()) do
    if ball ~= tried then others[#others + 1] = ball end
  end
  return #others > 0 and t:choose(others) or nil
end

--- What becomes of a shot: { balls =, scratch =, bluff = }. One number by chance
--- says all three: is the ball made, does another drop, does the cue ball?
function model.shot(t, team, aim)
  local player, profile, at = team.shooter, team.profile, t:random(0, PARTS * PARTS * PARTS - 1)
  local balls
  if aim == "bluff" then
    balls = {}
    t:measure("bluffs", 1, team)
  else
    balls = at % PARTS < t:chance_of(team, player, t:lies(aim)) * PARTS and { aim } or {}
    local stray = player == 1 and profile.slop_1 or profile.slop_2
    if at // PARTS % PARTS < stray * PARTS then balls[#balls + 1] = slop(t, aim) end
  end
  local wet = player == 1 and profile.scratch_1 or profile.scratch_2
  return { balls = balls, scratch = at // (PARTS * PARTS) < wet * PARTS, bluff = aim == "bluff" }
end

--- What becomes of a break: { illegal = } or { balls =, scratch = }.
function model.break_shot(t, team)
  if t.breaks <= t.rules.illegal_breaks and not happens(t, t.rules.break_legal) then
    return { illegal = true }
  end
  local balls, made = {}, {}
  while #balls < 3 and happens(t, t.rules.break_ball) do
    local ball = t:random(1, 15)
    if not made[ball] then balls[#balls + 1] = ball end
    made[ball] = true
  end
  local wet = team.shooter == 1 and team.profile.scratch_1
    or team.profile.scratch_2
  return { balls = balls, scratch = happens(t, wet) }
end

return model
