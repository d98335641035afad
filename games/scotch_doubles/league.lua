-- A league night: several tables, one scorer. Who meets whom stands from the
-- beginning of a round; the result of any table may come at any time.
--
-- t.fixtures are the racks of the round: { a =, b =, winner =, paid =, points = },
-- the last three when it is over; t.racks are those still to be played here.
-- Always true: a rack is in t.racks, under way, or has a winner or no result.

local screen = require "scotch_doubles.screen"
local tournament = require "tournament"

local league = {}

-- What the line means: an errand, or nil and a sentence.
local commands = {}

local function matches(name, text)
  return name:lower():sub(1, #text) == text
end

-- The only fixture with a team of that name, and the team: of those that `fits`.
local function find_fixture(t, text, fits)
  local found, team
  text = text:lower()
  for _, fixture in ipairs(t.fixtures) do
    for _, one in ipairs { fixture.a, fixture.b } do
      if fits(fixture) and one.name:lower() == text then return fixture, one end
      if fits(fixture) and text ~= "" and matches(one.name, text) then
        if found then return nil end
        found, team = fixture, one
      end
    end
  end
  return found, team
end

local function is_pending(t)
  return function(fixture)
    for _, pair in ipairs(t.racks) do
      if pair[1] == fixture.a then return true end
    end
    return false
  end
end

local function names_of(t, fits)
  local names = {}
  for _, fixture in ipairs(t.fixtures) do
    if fits(fixture) then
      names[#names + 1] = ("%s against %s"):format(fixture.a.name, fixture.b.name)
    end
  end
  return #names > 0 and table.concat(names, ", ") or "none"
end

local function is_over(fixture) return fixture.winner ~= nil end

-- Why no rack can be won by that name.
local function why_not_open(t, whole, name)
  local fixture, team = find_fixture(t, whole, is_over)
  if not fixture and name then fixture, team = find_fixture(t, name, is_over) end
  if not fixture then return "no team of an open rack has that name" end
  return ("their rack is over (`replay %s` opens it again)"):format(team.name)
end

-- `won Sharks 3 doubled`: of a rack that is not under way here.
function commands.won(t, text)
  local short = text:gsub("%s+[Dd][Oo][Uu][Bb][Ll][Ee][Dd]$", "")
  local name, left = short:match("^(.-)%s+(%d+)$")
  left = math.tointeger(tonumber(left))
  local fixture, team = find_fixture(t, short, is_pending(t)) -- "Table 9" is a name, too
  if fixture then left = nil else fixture, team = find_fixture(t, name or short, is_pending(t)) end
  if not fixture then return nil, ("`won %s`: %s; open: %s"):format(text,
    why_not_open(t, short, name),
    names_of(t, is_pending(t))) end
  if left and left > 52 then
    return nil, ("`won %s`: at most 52 cards can be left"):format(text)
  end
  local loser = team == fixture.a and fixture.b or fixture.a
  local doubled = short ~= text
  if doubled and not t:may_double(team, loser) then
    return nil, "this rack can't be doubled: one of the teams could not pay it"
  end
  return { result = { fixture = fixture, winner = team, loser = loser, left = left,
    doubled = doubled } }
end

function commands.standings(t) return { tell = t:standings_told() } end
function commands.pairings(t) return { tell = t:pairings_told() } end

function commands.replay(t, text)
  local fixture = find_fixture(t, text, is_over)
  if fixture then return { replay = fixture } end
  return nil, ("`replay %s`: no rack of theirs is over in this round; over: %s"):format(text,
    names_of(t, is_over))
end

--- A line that is for the whole round: an errand { result =, tell = or replay = },
--- or nil and a sentence; and nothing at all where it is none of these.
function league.errand(t, line)
  local word, rest = line:match("^%s*(%a+)%s*(.-)%s*$")
  local command = word and commands[word:lower()]
  if command then return command(t, rest) end
end

--- Who meets whom in the round, and what came of it so far.
function league.pairings_told(t)
  local lines = {}
  for i, fixture in ipairs(t.fixtures) do
    local line = ("%d. %s against %s"):format(i, fixture.a.name, fixture.b.name)
    if fixture.winner then
      line = ("%s: %s won by %s"):format(line, fixture.winner.name,
        screen.plural(fixture.points, "card"))
    end
    lines[i] = line
  end
  return lines
end

--- The teams as they stand.
function league.standings_told(t)
  local lines = {}
  local function held(seat) return seat.chips:amount() end -- in a view, too
  for i, row in ipairs(tournament.standings(t.seeding, held, "points")) do
    lines[i] = ("%d. %s: %s, %s%s"):format(row.place, row.seat.name,
      screen.plural(row.seat.chips:amount(), "chip"), screen.plural(row.seat.points, "point"),
      row.seat.out and " (out)" or "")
  end
  return lines
end

--- At a round's beginning: how it stands, and who meets whom.
function league.tell_round(t)
  if t.rules.balls ~= "real" then return end
  if t.round > 1 then
    t:say("Standings:")
    for _, line in ipairs(t:standings_told()) do t:say("%s", line) end
  end
  t:say("Round %d, for %s a rack:", t.round, t:price())
  for _, line in ipairs(t:pairings_told()) do t:say("%s", line) end
end

--- The rack of these two is over: what it came to is noted.
function league.note_result(t, winner, loser, paid, points)
  for _, fixture in ipairs(t.fixtures) do
    if fixture.a == winner or fixture.b == winner then
      fixture.winner, fixture.loser = winner, loser
      fixture.paid, fixture.points = paid, points
    end
  end
end

local function take_from_racks(t, fixture)
  for i, pair in ipairs(t.racks) do
    if pair[1] == fixture.a then return table.remove(t.racks, i) end
  end
end

-- The result of another table; the rack under way stays as it is.
local function take_result(t, result)
  local left = result.left
    or t.gm:ask { "left", "How many cards did %s have left?", result.loser, min = 0, max = 52 }
  t.gm:say("Noted: %s won against %s, who had %s left%s.", result.winner,
    result.loser, screen.plural(left, "card"), result.doubled and ", doubled" or "")
  take_from_racks(t, result.fixture)
  local doubled, left_over = t.doubled, t.left_over
  t.doubled, t.left_over = result.doubled, left
  t:pay_winner(result.winner, result.loser)
  t.doubled, t.left_over = doubled, left_over
  result.winner.last, result.loser.last = result.loser, result.winner
  t:measure("racks")
end

-- A rack whose result does not count is open again.
local function take_back(t, fixture)
  local winner, loser = fixture.winner, fixture.loser
  winner.chips:pay_up_to(fixture.paid, loser.chips)
  winner.points, winner.won = winner.points - fixture.points, winner.won - 1
  fixture.winner, fixture.loser = nil, nil
  t.racks[#t.racks + 1] = { fixture.a, fixture.b }
  t:say("The rack of %s and %s does not count and is played again.", fixture.a, fixture.b)
end

--- Does an errand of the round.
function league.run_errand(t, errand)
  for _, line in ipairs(errand.tell or {}) do t.gm:say("%s", line) end
  if errand.result then take_result(t, errand.result) end
  if errand.replay then take_back(t, errand.replay) end
end

-- What somebody without a result to follow would type.
local function bot_lines(t)
  local lines = { "standings", "pairings" }
  for _, pair in ipairs(t.racks) do
    lines[#lines + 1] = ("won %s 3"):format(pair[1].name)
    lines[#lines + 1] = ("won %s"):format(pair[2].name)
  end
  return lines
end

--- Where all racks are played elsewhere: the scorer types one result after another.
function league.results(t)
  if #t.racks == 0 then return done end
  local open = #t.racks == 1 and "1 rack is" or #t.racks .. " racks are"
  local line = t.gm:ask { "result",
    "Round %d, %s open. Which result? (`won %s 3`, `pairings`, `standings`, `replay`)", t.round,
    open, t.racks[1][1], text = 80, bot = bot_lines(t),
    why = function(line)
      local errand, why = t:errand(line)
      return not errand and (why or ("`%s`: expected a result, like `won %s 3`, or "
        .. "`pairings`, `standings`, `replay %s`"):format(line, t.racks[1][1].name,
        t.racks[1][1].name)) or nil
    end }
  t:run_errand((t:errand(line)))
end

-- Who comes late pays in, and plays from the next round on.
function league.arrive(t, seat)
  t.entries:pay(t.rules.entry, t.pot)
  t.seeding[#t.seeding + 1] = seat
  t:say("%s %s the tournament with %s chips; the pot is %s.", seat,
    t:verb(seat, "enters", "enter"), seat.chips, t.pot)
end

--- Who withdraws keeps a share of the pot for the chips they had.
function league.depart(t, seat)
  local chips = seat.chips:amount()
  for i, other in ipairs(t.seeding) do
    if other == seat then table.remove(t.seeding, i) end
  end
  t.withdrawn[#t.withdrawn + 1] = { name = seat.name, chips = chips }
  t:say("%s %s: %s chips are set aside, and paid at the end.", seat,
    t:verb(seat, "withdraws", "withdraw"), chips)
  seat:leave { cards = t.deck, pools = t.set_aside }
end

return league
