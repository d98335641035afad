-- The scorer at a real table: what was typed becomes a shot, or a sentence
-- that says what would be right. A shot is { balls =, scratch =, wrong =,
-- illegal =, void =, winner =, left =, doubled = }; a line may also be an errand
-- on the way to it: see league. What is written here
-- judges only whether the line can be so; what it means for the rack is judged
-- where simulated shots are.
-- Always true: the scorer's screen and questions tell nothing of a hand; a line
-- that can't be is refused as any wrong answer, and nothing has happened.

local screen = require "scotch_doubles.screen"

local scorer = {}

local IGNORED = { the = true, ball = true, balls = true, ["and"] = true,
  on = true, in_turn = true, shooter = true, made = true, makes = true,
  pocketed = true, potted = true, sank = true, sunk = true }
-- A foul that is nothing but a foul is the cue ball's.
local MEANS = { scratch = "scratch", scratched = "scratch", foul = "scratch",
  wrong = "wrong", miss = "miss", missed = "miss", nothing = "miss",
  bluff = "miss", safety = "miss", safe = "miss", illegal = "illegal",
  void = "void", replay = "again" }
-- A ball by the card that it stands for.
local RANKS = { a = 1, ace = 1, j = 11, jack = 11, q = 12, queen = 12, k = 13,
  king = 13 }

-- The sentence that refuses a ball, or nil.
local function refuses_ball(t, shot, ball)
  if ball < 1 or ball > 15 then
    return ("the balls are 1 to 15; on the table: %s"):format(
      screen.numbers(t:balls_up()))
  end
  if not t:is_up(ball) then
    return ("the %d is already down; on the table: %s"):format(ball,
      screen.numbers(t:balls_up()))
  end
  for _, other in ipairs(shot.balls) do
    if other == ball then return ("the %d can go down only once"):format(ball) end
  end
end

local function expected(t)
  local shot = t.shots == 0 and "on the break (`7 9`), `miss` for none, "
    .. "`scratch`, or `illegal` if fewer than two reached a rail"
    or "(`7 9`), `miss` for none, `scratch`, `wrong shooter`"
  return ("expected the balls that went down %s; or `look %s`, `timeout %s`, "
    .. "`won %s 3` (a rack played elsewhere), `replay`, `void`"):format(shot,
    t.breaker.name, t.breaker.name, t.breaker.name)
end

-- Puts a word into the shot; returns a sentence when it can't be.
local function take_word(t, shot, word)
  local ball = math.tointeger(tonumber(word:match("^#?(%d+)$"))) or RANKS[word]
  if ball then
    local why = refuses_ball(t, shot, ball)
    if why then return ("`%s`: %s"):format(word, why) end
    shot.balls[#shot.balls + 1] = ball
  elseif MEANS[word] then
    shot[MEANS[word]] = true
  elseif not IGNORED[word] then
    return ("`%s`: %s"):format(word, expected(t))
  end
end

-- A line whose words are each right and together are not.
local function contradiction(t, shot)
  local n = #shot.balls
  if shot.miss and n > 0 then
    return "`miss` says that no ball went down: type the balls, or `miss`"
  elseif shot.illegal and t.shots > 0 then
    return "`illegal` is only for the break: type balls, `miss`, "
      .. "`scratch` or `wrong shooter`"
  elseif shot.illegal and (n > 0 or shot.scratch or shot.miss) then
    return "type `illegal` alone: after an illegal break all balls are racked again"
  elseif shot.wrong and t.rules.partners == 1 then
    return "`wrong shooter`: a team of one has no rotation to break"
  elseif shot.wrong and t.shots == 0 then
    return "`wrong shooter`: either partner may break; `:undo` takes back the choice "
      .. "of breaker"
  end
end

--- Reads a line: a shot, or nil and the sentence that says what would be right.
function scorer.read(t, line)
  local shot = { balls = {}, scratch = false, wrong = false }
  local words = 0
  for word in line:lower():gmatch("[^%s,+&.-]+") do
    words = words + 1
    local why = take_word(t, shot, word)
    if why then return nil, why end
  end
  if words == 0 or not (#shot.balls > 0 or shot.scratch or shot.wrong
    or shot.miss or shot.illegal or shot.void or shot.again) then
    return nil, ("%s: %s"):format(screen.typed(line), expected(t))
  end
  local why = contradiction(t, shot)
  if why then return nil, why end
  return shot
end

-- Does a name of the team, or of one of its players, begin so?
local function answers_to(t, team, text)
  if team.name:lower():sub(1, #text) == text then return true end
  for i = 1, t.rules.partners do
    if t:player_name(team, i):lower():sub(1, #text) == text then return true end
  end
  return false
end

--- Which of the two teams at the table a text means: a name or the beginning of one.
function scorer.called(t, text)
  text = text:lower()
  local a, b = t.breaker, t.racker
  if a.name:lower() == text then return a end
  if b.name:lower() == text then return b end
  local is_a, is_b = answers_to(t, a, text), answers_to(t, b, text)
  if text == "" or is_a == is_b then return nil end
  return is_a and a or b
end

--- A line as a shot or an errand; or nil and the sentence why it can't be.
function scorer.understood(t, line)
  local errand, why = t:errand(line)
  if errand or why then return errand, why end
  return scorer.read(t, line)
end

--- Behind the curtain: a team looks at its cards while the scorer waits.
function scorer.look_at_hand(_, team)
  team:ask { "looked", "Seen your cards?", confirm = true, default = true }
end

-- The place of the name that a line means: its number, or how it alone begins.
local function place_of(names, line)
  local found, several = nil, false
  line = line:lower()
  for i, name in ipairs(names) do
    if line == tostring(i) or name:lower() == line then return i end
    if line ~= "" and name:lower():sub(1, #line) == line then found, several = i, found ~= nil end
  end
  return not several and found or nil
end

--- Asks the scorer for one of the names: its place; nil where the rack is over.
--- Whatever the evening needs may come first.
function scorer.which(t, question, text, names)
  while #names > 1 do
    local line = t.gm:ask { question, "%s (%s)", text, table.concat(names, " or "), text = 80,
      bot = names, tells = function(line) return t:looked_up(line) end,
      why = function(line)
        local errand, why = t:errand(line)
        if not place_of(names, line) and not errand then
          return why or ("%s: expected %s"):format(screen.typed(line), table.concat(names, " or "))
        end
      end }
    local place = place_of(names, line)
    if place then return place end
    local errand = t:errand(line)
    if not errand.balls then
      t:run_errand(errand)
    elseif t:is_settled(errand) then
      t:cut_short(errand)
      return nil
    end
  end
  return 1
end

--- Who won the lag; nil where the rack is over.
function scorer.lag(t)
  local teams = { t.breaker, t.racker }
  return teams[t:which("lag", "Who wins the lag?", { t.breaker.name, t.racker.name })]
end

-- What a person without a script to follow would type: any of it is legal.
local function bot_lines(t)
  local lines = { "miss", "miss", "scratch" }
  if t.shots == 0 then
    lines[#lines + 1] = "illegal"
  elseif t.rules.partners > 1 then
    lines[#lines + 1] = "wrong shooter"
  end
  for _, ball in ipairs(t:balls_up()) do lines[#lines + 1] = tostring(ball) end
  return lines
end

local function ask(t, team)
  local how = t.shots == 0 and "`7 9`, `miss`, `scratch`, `illegal`"
    or t.rules.partners == 1 and "`7 9`, `7 scratch`, `miss`"
    or "`7 9`, `7 scratch`, `miss`, `wrong shooter`"
  return t.gm:ask { t.shots == 0 and "break" or "shot", "%s. What happened? (%s)",
    t:shooting_now(team), how, text = 80, bot = bot_lines(t),
    tells = function(line) return t:looked_up(line) end,
    why = function(line)
      local _, why = t:understood(line)
      return why
    end }
end

-- The words of a shot, for the scorer to check: "the 7 and the 9, a scratch".
local function in_words(shot)
  local parts = {}
  if #shot.balls > 0 then
    parts[1] = ("the %s down"):format(screen.listed(shot.balls))
  elseif shot.miss or shot.scratch or shot.wrong then parts[1] = "nothing down" end
  if shot.scratch then parts[#parts + 1] = "the cue ball scratched" end
  if shot.wrong then parts[#parts + 1] = "the wrong partner shot" end
  if shot.illegal then parts[1] = "the break was not legal" end
  if shot.winner then
    parts[1] = ("%s won, %d %s left%s"):format(shot.winner.name, shot.left,
      shot.left == 1 and "card was" or "cards were", shot.doubled and ", doubled" or "")
  end
  return "Noted: " .. table.concat(parts, "; ") .. "."
end

--- Says what was understood, before any card is shown; what ends a rack without a winner is
--- told to all.
function scorer.say_back(t, shot)
  if not shot.again and not shot.void then t.gm:say("%s", in_words(shot)) end
end

--- Words where a number of cards is asked for.
function scorer.count_first(line)
  if type(line) == "number" then return nil end
  return ("`%s`: first type how many cards were left, 0 to 52, or `:undo`"):format(line)
end

--- How many cards the others had left in a rack that was played elsewhere.
function scorer.cards_elsewhere(t, shot)
  return shot.left or t.gm:ask { "left", "How many cards did %s have left?",
    t:other(shot.winner), min = 0, max = 52, why = scorer.count_first }
end

--- Is the rack of these two to end without a result?
function scorer.is_sure(t, a, b)
  return t.gm:ask { "void", "Really end the rack of %s and %s without a result?", a, b,
    confirm = true, default = false }
end

--- Is this what happened? What was understood is said, unless the scorer thinks better of it.
function scorer.is_settled(t, shot)
  if shot.void and not t:is_sure(t.breaker, t.racker) then return false end
  if shot.winner then shot.left = t:cards_elsewhere(shot) end
  t:say_back(shot)
  return true
end

--- Asks for a shot; errands are done on the way.
function scorer.scored(t, team)
  while true do
    local typed = t:understood(ask(t, team))
    if not typed.balls then
      t:run_errand(typed)
    elseif t:is_settled(typed) then
      return typed
    end
  end
end

return scorer
