-- A league night: several tables, one scorer. Who meets whom stands from the
-- beginning of a round; the result of any table may come at any time.
--
-- t.fixtures are the racks of the round: { a =, b =, winner =, paid =, points = },
-- the last three when it is over; t.racks are those still to be played here.
-- Always true: a rack is in t.racks, under way, or has a winner or no result.

local screen = require "scotch_doubles.screen"
local tournament = require "tournament"

local league = {}

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

-- Is a rack under way at this table?
local function is_under_way(t) return t.breaker and not t:rack_over() end

-- The racks without a result, the one under way among them.
local function is_open(t)
  local pending = is_pending(t)
  return function(fixture)
    local is_here = is_under_way(t) and (fixture.a == t.breaker or fixture.a == t.racker)
    return is_here or pending(fixture)
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

local function is_over(fixture) return fixture.winner ~= nil or fixture.void ~= nil end

-- Why no open rack has that name, and which are open.
local function why_not_open(t, line, whole, name)
  local fixture, team = find_fixture(t, whole, is_over)
  if not fixture and name then fixture, team = find_fixture(t, name, is_over) end
  return ("`%s`: %s; open: %s"):format(line,
    fixture and ("their rack is over (`replay %s` opens it again)"):format(team.name)
    or "no team in an open rack has that name", names_of(t, is_open(t)))
end

-- A word that needs a name here.
local function whose(t, word, fits, state)
  return ("`%s`: say whose rack, like `%s %s`; %s: %s"):format(word, word, t.fixtures[1].a.name,
    state, names_of(t, fits))
end

-- The team of the rack under way that a text means, by its whole name or also the beginning.
local function team_here(t, text, is_whole)
  if not is_under_way(t) then return nil end
  local team = t:called(text)
  return team and (not is_whole or team.name:lower() == text:lower()) and team or nil
end

-- The winner and the loser that a text names, and their fixture where it is not under way here.
local function find_winner(t, text, is_whole)
  local team = team_here(t, text, is_whole)
  if team then return team, t:other(team) end
  local fixture, winner = find_fixture(t, text, is_pending(t))
  if fixture then return winner, winner == fixture.a and fixture.b or fixture.a, fixture end
end

-- What the scorer may type at any prompt, besides what a shot did: each gives an errand,
-- { result =, replay =, voids =, timeout = or look = }; a shot that ends the rack under way; or
-- nil and a sentence.
local commands = {}

-- A result that could be typed.
local function example(t)
  for _, fixture in ipairs(t.fixtures) do
    if is_open(t)(fixture) then
      return ("`won %s 3` or `won %s 3 doubled`"):format(fixture.a.name, fixture.a.name)
    end
  end
  return "`won Sharks 3`"
end

-- `won Sharks 3 doubled`
function commands.won(t, text)
  local short = text:gsub("%s+[Dd][Oo][Uu][Bb][Ll][Ee][Dd]$", "")
  local name, left = short:match("^(.-)%s+(%d+)$")
  left = math.tointeger(tonumber(left))
  if short == "" then return nil, "`won`: say who won, like " .. example(t) end
  local winner, loser, fixture = find_winner(t, short, name ~= nil) -- "Table 9" is a name, too
  if winner then
    left = nil
  elseif name then
    winner, loser, fixture = find_winner(t, name)
  end
  if not winner then return nil, why_not_open(t, "won " .. text, short, name) end
  if left and left > 52 then
    return nil, ("`won %s`: at most 52 cards can be left"):format(text)
  end
  local doubled = short ~= text
  if doubled and not t:may_double(winner, loser) then
    return nil, "this rack can't be doubled: one of the teams could not cover it"
  end
  if not fixture then return { balls = {}, winner = winner, left = left, doubled = doubled } end
  return { result = { fixture = fixture, winner = winner, loser = loser, left = left,
    doubled = doubled } }
end

function commands.replay(t, text)
  local fixture = find_fixture(t, text, is_over)
  if fixture then return { replay = fixture } end
  if is_under_way(t) and (text == "" or team_here(t, text)) then
    return { balls = {}, again = true }
  end
  if names_of(t, is_over) == "none" then
    return nil, "no rack of this round is over yet (`:undo` goes back further)"
  end
  if text == "" then return nil, whose(t, "replay", is_over, "over") end
  return nil, ("`replay %s`: they have finished no rack in this round (`:undo` goes back "
    .. "further); over: %s"):format(text, names_of(t, is_over))
end

function commands.void(t, text)
  if is_under_way(t) and (text == "" or team_here(t, text)) then
    return { balls = {}, void = true }
  end
  local fixture = find_fixture(t, text, is_pending(t))
  if fixture then return { voids = fixture } end
  if text == "" then return nil, whose(t, "void", is_open(t), "open") end
  return nil, why_not_open(t, "void " .. text, text)
end

-- The team of the rack under way that a word is for.
local function team_for(t, word, text)
  if not is_under_way(t) then
    return nil, ("`%s`: no rack is being played at this table"):format(word)
  end
  local team = team_here(t, text)
  if team then return team end
  return nil, ("%s: expected `%s %s` or `%s %s`"):format(screen.typed(word .. " " .. text), word,
    t.breaker.name, word, t.racker.name)
end

function commands.timeout(t, text)
  if text == "" and is_under_way(t) and t.shooting then text = t.shooting.name end
  local team, why = team_for(t, "timeout", text)
  if not team then return nil, why end
  if team.timeouts >= t.rules.timeouts then
    return nil, ("%s %s no timeout left in this rack"):format(team.name,
      t:verb(team, "has", "have"))
  end
  return { timeout = team }
end

function commands.look(t, text)
  local team, why = team_for(t, "look", text)
  if not team then return nil, why end
  if t.shots == 0 then return nil, "no team may look at its cards before a legal break" end
  return { look = team }
end

-- "won", "Sharks 3" of `won Sharks 3`, and of `Sharks won 3`.
local function command_of(line)
  local word, rest = line:match("^%s*(%a+)%s*(.-)%s*$")
  word = word and word:lower()
  local name, left = line:match("^%s*(.-)%s+[Ww][Oo][Nn]%f[%s\0]%s*(.-)%s*$")
  if name and not commands[word] then return "won", (name .. " " .. left):match("^(.-)%s*$") end
  return word, rest
end

--- A line that is no shot: an errand or a shot, as the table above has it; or nil and a
--- sentence; and nothing at all where it begins with none of the words.
function league.errand(t, line)
  local word, rest = command_of(line)
  if word and commands[word] then return commands[word](t, rest) end
end

--- What a line only asks for, or nil: who meets whom, and the teams as they stand.
function league.looked_up(t, line)
  local word = command_of(line)
  if word == "pairings" then return table.concat(t:pairings_told(), "\n") end
  if word == "standings" then return table.concat(t:standings_told(), "\n") end
end

--- Who meets whom in the round, and what came of it so far.
function league.pairings_told(t)
  local lines = {}
  for i, fixture in ipairs(t.fixtures) do
    local line = ("%d. %s against %s"):format(i, fixture.a.name, fixture.b.name)
    if fixture.winner then
      line = ("%s: %s won by %s%s"):format(line, fixture.winner.name,
        screen.plural(fixture.points, "card"), fixture.doubled and ", doubled" or "")
    elseif fixture.void then
      line = line .. ": no result"
    end
    lines[i] = line
  end
  return lines
end

--- The teams as they stand, and those that have withdrawn.
function league.standings_told(t)
  local lines = {}
  local function held(seat) return seat.chips:amount() end -- in a view, too
  for i, row in ipairs(tournament.standings(t.seeding, held, "points")) do
    lines[i] = ("%d. %s: %s, %s%s"):format(row.place, row.seat.name,
      screen.plural(row.seat.chips:amount(), "chip"), screen.plural(row.seat.points, "point"),
      row.seat.out and " (out)" or "")
  end
  for _, gone in ipairs(t.withdrawn) do
    lines[#lines + 1] = ("%s: withdrew with %s"):format(gone.name,
      screen.plural(gone.chips, "chip"))
  end
  return lines
end

--- At a round's beginning: who meets whom, and how it stands where the screen doesn't have that
--- because racks are played here.
function league.tell_round(t)
  if t.rules.balls ~= "real" then return end
  if t.breaker then
    t:say("Standings:")
    for _, line in ipairs(t:standings_told()) do t:say("%s", line) end
  end
  t:say("Round %d, each rack for %s: %s.", t.round, t:price(),
    table.concat(t:pairings_told(), "; "))
end

--- The rack of these two is over: what it came to is noted.
function league.note_result(t, winner, loser, paid, points)
  for _, fixture in ipairs(t.fixtures) do
    if fixture.a == winner or fixture.b == winner then
      fixture.winner, fixture.loser = winner, loser
      fixture.paid, fixture.points, fixture.doubled = paid, points, t.doubled
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
    or t.gm:ask { "left", "How many cards did %s have left?", result.loser, min = 0, max = 52,
      why = t.count_first }
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
  if winner then
    winner.chips:pay_up_to(fixture.paid, loser.chips)
    winner.points, winner.won = winner.points - fixture.points, winner.won - 1
  end
  fixture.winner, fixture.loser, fixture.void, fixture.doubled = nil, nil, nil, nil
  t.racks[#t.racks + 1] = { fixture.a, fixture.b }
  t:say("The rack of %s and %s does not count and is played again.", fixture.a, fixture.b)
end

--- A rack of this team has ended without a result.
function league.note_void(t, team)
  local fixture = find_fixture(t, team.name, function() return true end)
  if fixture then fixture.void = true end
end

-- A rack at another table ends without a result.
local function void_elsewhere(t, fixture)
  if not t:is_sure(fixture.a, fixture.b) then return end
  take_from_racks(t, fixture)
  fixture.a.last, fixture.b.last = fixture.b, fixture.a
  t:note_void(fixture.a)
  t:measure("unfinished")
  t:say("The rack of %s and %s ends without a result.", fixture.a, fixture.b)
end

--- Does an errand of the round.
function league.run_errand(t, errand)
  if errand.result then take_result(t, errand.result) end
  if errand.replay then take_back(t, errand.replay) end
  if errand.voids then void_elsewhere(t, errand.voids) end
  if errand.timeout then t:timeout(errand.timeout) end
  if errand.look then t:look_at_hand(errand.look) end
end

-- What somebody without a result to follow would type.
local function bot_lines(t)
  local lines = {}
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
    tells = function(line) return t:looked_up(line) end,
    why = function(line)
      local errand, why = t:errand(line)
      local name = t.racks[1][1].name
      return not errand and (why or ("%s: expected a result, like `won %s 3`, or `pairings`, "
        .. "`standings`, `replay %s`, `void %s`"):format(screen.typed(line), name, name, name))
        or nil
    end }
  t:run_errand((t:errand(line)))
end

--- May a team still come? Not where it is known that no round is left for it. All may withdraw.
function league.may_come(t, seat)
  local round, last, chips = t.round + 1, t.rules.rounds, t.rules.chips
  if not seat and round > last and last > 0 then return "no team can join in the last round" end
  return seat ~= nil or chips >= t:cover(round) or ("a new team has %s, too few for round %d: no "
    .. "team can join now"):format(screen.plural(chips, "chip"), round)
end

--- Who comes late pays in, and plays from the next round on; where there is none for them, they
--- neither pay nor are paid.
function league.arrive(t, seat)
  t.seeding[#t.seeding + 1] = seat
  local round = t.round + 1
  if not (t:can_cover(seat, round) and t:may_play_on(t:by_standing(round))) then
    t.seeding[#t.seeding] = nil
    t:say("%s %s too late: there is no round left for them to play.", seat,
      t:verb(seat, "comes", "come"))
    return seat:leave { cards = t.deck, pools = t.set_aside }
  end
  t.entries:pay(t.rules.entry, t.pot)
  t:say("%s %s the tournament with %s; the pot is %s.", seat, t:verb(seat, "enters", "enter"),
    screen.plural(seat.chips:amount(), "chip"), t.pot)
end

--- Who withdraws keeps a share of the pot for the chips they had.
function league.depart(t, seat)
  local chips = seat.chips:amount()
  for i, other in ipairs(t.seeding) do
    if other == seat then table.remove(t.seeding, i) end
  end
  t.withdrawn[#t.withdrawn + 1] = { name = seat.name, chips = chips }
  t:say("%s %s: %s set aside, and paid at the end.", seat,
    t:verb(seat, "withdraws", "withdraw"), screen.plural_are(chips, "chip"))
  seat:leave { cards = t.deck, pools = t.set_aside }
end

return league
