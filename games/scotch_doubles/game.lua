-- Poker Pool Scotch Doubles: a rack of pool for two pairs, each running out a
-- hand of cards; and a tournament of such racks, played for chips.
--
-- Source: the league sheet named in RULES.md. A seat is a team: partners share
-- one hand, one stack of chips and one say; who of them shoots is the seat's
-- `shooter`. This file holds what is declared and the rack. Beside it: evening
-- (the tournament), league (several tables), scorer (a real table, as a person types it), model (a
-- table of chances in its place), screen (how it is drawn).
-- Always true: a ball is up or down (t:is_up; `up` has four bits to each, as cards has
-- them of a hand); a card is dead when its ball is down; nobody's hand is looked into
-- but by its own team.

local CARDS = require "scotch_doubles.cards"
local evening = require "scotch_doubles.evening"
local league = require "scotch_doubles.league"
local scorer = require "scotch_doubles.scorer"
local model = require "scotch_doubles.model"
local screen = require "scotch_doubles.screen"

local BALLS <const> = 15
local NEUTRAL <const> = 1 << 4 * 14 | 1 << 4 * 15 -- as if cards were held for them
local RACK <const> = ~15 -- all balls, four bits to each

-- What a team may make: a neutral ball, or one of a rank in the hand, however many of it.
local function is_legal(_, team, ball)
  return (team.hand:bits(CARDS) | NEUTRAL) >> 4 * ball & 15 ~= 0
end

-- All balls that a team may make, as bits, where a variant says what is legal.
local function legal_by_ball(t, team)
  local legal = 0
  for ball = 1, BALLS do
    if t:is_legal(team, ball) then legal = legal | 1 << 4 * ball end
  end
  return legal
end

-- What is told, worded only where somebody reads it.
local function told_lag(t, team)
  return "%s %s the lag and %s.", team, t:verb(team, "wins", "win"), t:verb(team, "breaks", "break")
end

local function told_break(t, team, shot)
  local made = #shot.balls > 0 and "makes the " .. screen.listed(shot.balls) or "makes no ball"
  local form = shot.scratch and "%s breaks, %s and scratches." or "%s breaks and %s."
  return form, t:who_shoots(team), made
end

local function told_foul(t, team, foul, player, cards)
  local drawn = cards == 0 and "no card" or cards == 1 and "a card" or cards .. " cards"
  local draws = t:verb(team, "draws", "draw")
  if not player then return "For %s, %s %s %s.", foul, team, draws, drawn end
  return "%s %s. Foul: %s %s %s.", player, foul, team, draws, drawn
end

-- "shoots out of turn, makes the 7 and scratches".
local function how_fouled(shot, balls)
  local deeds = { shot.wrong and "shoots out of turn" or nil }
  if #balls > 0 then deeds[#deeds + 1] = "makes the " .. screen.listed(balls) end
  if shot.scratch then deeds[#deeds + 1] = "scratches" end
  return screen.listed(deeds)
end

local function break_noted(_, team, shot)
  return { team = team, balls = shot.balls, scratch = shot.scratch }
end

local function shot_noted(_, team, player, shot, foul)
  return { team = team, player = player, balls = shot.balls, foul = foul }
end

-- Plurals without an s, the last words of a team's name.
local PLURALS = { mice = true, geese = true, men = true, women = true, children = true,
  people = true, folk = true, police = true }

local function told_spotted(_, balls)
  return #balls == 1 and "The %s is spotted." or "Spotted, in this order: %s.",
    screen.listed(balls)
end

local function told_next(t, team)
  if t.in_hand then return "%s %s ball in hand.", team, t:verb(team, "has", "have") end
  return "%s %s from where the cue ball lies.", team, t:verb(team, "shoots", "shoot")
end

local function told_win(t, team)
  return "%s %s the rack!", team,
    t:verb(team, "is out of cards and wins", "are out of cards and win")
end

local function told_paid(t, winner, loser, paid, left)
  return "%s %s %s from %s and %s %s.", winner, t:verb(winner, "takes", "take"),
    screen.plural(paid, "chip"), loser, t:verb(winner, "scores", "score"),
    screen.plural(left, "point")
end

local function told_dead(t, team, gone)
  local dead = {}
  for i = gone, 1, -1 do dead[#dead + 1] = t.discards:top(i) end
  return "%s %s %s.", team, t:verb(team, "discards", "discard"), dead
end

local function told_balls(_, player, balls)
  return "%s makes the %s.", player, screen.listed(balls)
end

local function at_table(t, seat)
  return not t:rack_over() and t.breaks > 0
    and (seat == t.breaker or seat == t.racker)
end

return game {
  title = "Poker Pool Scotch Doubles",
  one_line = "pairs of pool players pocket the balls on their cards, for chips",
  player = "team",
  master = "scorer",
  seats = { 2, 16 },
  gm = "open", -- all may watch the scorer's screen
  joining = { when = { "next_round" }, moment = "when this round is over",
    who = league.may_come },
  usual = { gm = { balls = "real" } },
  deck = "standard",
  check = function(rules)
    if rules.open_balls + rules.locked_balls > 1 then
      return "open_balls and locked_balls together can be at most 1"
    end
  end,

  rules = {
    balls = { "simulated", "the balls are simulated, or real and the scorer "
      .. "types what happened", one_of = { "simulated", "real" },
      from = "game" },
    partners = { 2, "players in a team, who shoot in turn", min = 1, max = 2,
      from = "game" },

    -- the evening
    chips = { 10, "chips each team starts with", min = 1, max = 10000,
      from = "game" },
    held_back = { 0, "chips the scorer holds back to award", min = 0,
      max = 10000, from = "game" },
    entry = { 20, "money each team puts into the pot, in whole units", min = 0,
      max = 100000, from = "game" },
    rounds = { 0, "rounds in the tournament (0: until fewer than two teams can "
      .. "cover the next)", min = 0, max = 1000 },
    draw = { true, "tied teams are ranked in an order drawn before the first round "
      .. "(no: in seat order)", from = "game" },

    -- the rack
    cards = { 7, "cards each team is dealt", min = 1, max = 25, from = "hand" },
    foul_cards = { 1, "cards drawn for a foul", min = 0, max = 5 },
    rotation_in_hand = { true, "a broken rotation gives ball in hand, as does "
      .. "a scratch" },
    doubling = { true, "teams may agree to double a rack" },
    timeouts = { 1, "timeouts a team has in a rack", min = 0, max = 15 },

    -- simulated balls
    break_legal = { 0.95, "simulated: chance that a break is legal",
      number = true, min = 0, max = 1 },
    break_ball = { 0.3, "simulated: chance that the break makes a ball, and "
      .. "then another", number = true, min = 0, max = 0.9 },
    illegal_breaks = { 10, "simulated: illegal breaks in a row, after which the "
      .. "next counts as legal", min = 0, max = 1000 },
    open_balls = { 0.35, "simulated: chance that a ball lies open to the shooter",
      number = true, min = 0, max = 1 },
    locked_balls = { 0.25, "simulated: chance that a ball is locked: no shot at it",
      number = true, min = 0, max = 1 },
    hard_shot = { 0.4, "simulated: share of a player's chance for a ball neither "
      .. "open nor locked", number = true, min = 0, max = 1 },
    bluff_locks = { 0.5, "simulated: chance that a bluff locks a ball for the "
      .. "next shooter", number = true, min = 0, max = 1 },
    most_shots = { 2000, "simulated: shots after which a rack has no result",
      min = 1, max = 100000 },
  },

  profile = {
    player_1 = { "", "name of the first player", text = true },
    player_2 = { "", "name of the second player", text = true },
    make_1 = { 0.6, "chance that the first player makes an open ball",
      number = true, min = 0, max = 1 },
    make_2 = { 0.6, "chance that the second player makes an open ball",
      number = true, min = 0, max = 1 },
    slop_1 = { 0.04, "the first player's chance that another ball drops too",
      number = true, min = 0, max = 1 },
    slop_2 = { 0.04, "the second player's chance that another ball drops too",
      number = true, min = 0, max = 1 },
    scratch_1 = { 0.04, "chance that the first player scratches", number = true,
      min = 0, max = 1 },
    scratch_2 = { 0.04, "chance that the second player scratches", number = true,
      min = 0, max = 1 },
  },

  piles = {
    discards = "everyone",
    seat = { dealt = "nobody", hand = "owner" },
  },
  pools = {
    entries = "mint", pot = 0, held = "held_back", set_aside = 0, paid = 0,
    seat = { chips = "chips", prize = 0 },
  },
  state = {
    -- the tournament
    seeding = {}, round = 0, racks = {}, rack = 0, racks_in_round = 0,
    fixtures = {}, withdrawn = {},
    -- the rack under way
    breaker = none, racker = none, shooting = none, winner = false,
    up = 0, lie = false, in_hand = false, bluffed = false, fouled = false,
    doubled = false, void = false, breaks = 0, shots = 0, left_over = none,
    seat = { points = 0, won = 0, out = false, last = none, byes = 0,
      shooter = 0, players = {}, timeouts = 0, drawn = 0, lacked = false },
  },
  measures = {
    rounds = "rounds of the tournament", racks = "racks played",
    shots = "shots, including breaks", fouls = { "fouls", by = "seat" },
    bluffs = { "bluffs", by = "seat" }, doubled = "racks doubled",
    arrivals = { "racks won on coming to the table", by = "seat" },
    reracks = "illegal breaks", unfinished = "racks without a result",
  },

  about = {
    enter = "Every team pays in; the first standings are drawn.",
    next_round = "Teams that can pay for the round are paired by standing.",
    lag = "The team that wins the lag breaks.",
    rack_up = "The balls are racked, and the cards dealt face down.",
    break_shot = "The break; if it is not legal, the other team breaks.",
    look = "Both teams look at their cards; the breakers lay down dead ones, and draw one "
      .. "for a scratch.",
    double = "Both teams say in secret whether they would double.",
    approach = "The team that comes to the table lays down the cards whose balls are gone.",
    shoot = "One shot: a legal ball keeps the table, a foul draws a card.",
    settle = "The winners take their chips, and a point for each card the others have left.",
    pay_out = "The pot is shared by chips.",
  },
  order = {
    "enter",
    {
      "next_round",
      {
        "next_rack", "lag", "rack_up", { "break_shot" }, "look", "double",
        { "approach", { "shoot" } },
        "settle",
      },
    },
    "pay_out",
  },
  actions = {
    timeout = { "take your team's timeout", step = "timeout",
      when = { "approach", "shoot" }, moment = "before the next shot",
      who = function(t, seat)
        return seat.number > 0 and at_table(t, seat)
          and seat.timeouts < t.rules.timeouts
      end },
    award = { "the scorer gives a team chips that were held back", step = "award",
      moment = "once the open question is answered",
      who = function(t, seat)
        if not t.held:has(1) then return "no chips are held back" end
        return seat == t.gm
          or "only the scorer awards chips: `:award` alone, and the scorer is then asked which team"
      end },
  },
  steps = { evening, league },
  screen = screen.lines,
  odds = screen.odds,
  scores = screen.scores,

  scored = scorer.scored,
  is_sure = scorer.is_sure,
  say_back = scorer.say_back,
  cards_elsewhere = scorer.cards_elsewhere,
  understood = scorer.understood,
  called = scorer.called,
  is_settled = scorer.is_settled,
  count_first = scorer.count_first,
  scored_lag = scorer.lag,
  which = scorer.which,
  look_at_hand = scorer.look_at_hand,

  modelled = model.shot,
  modelled_break = model.break_shot,
  lay_out = model.lay_out,
  lie_of = model.lie_of,
  lies = model.lies,
  aim = model.aim,
  aims = model.aims,
  chance_of = model.chance_of,

  -- The rack -----------------------------------------------------------------

  next_rack = function(t)
    local pair = table.remove(t.racks, 1)
    if not pair then return done end
    t.breaker, t.racker = pair[1], pair[2]
    t.breaks, t.shots = 0, 0
    for i, fixture in ipairs(t.fixtures) do
      if fixture.a == pair[1] then t.rack = i end
    end
    t.winner, t.left_over, t.doubled, t.void, t.up = false, nil, false, false, 0
    for _, team in ipairs(pair) do
      team.shooter, team.timeouts, team.drawn, team.lacked = 0, 0, 0, false
    end
    t:say("Round %d, rack %d of %d: %s against %s.", t.round, t.rack,
      t.racks_in_round, t.breaker, t.racker)
  end,

  -- The winner of the lag breaks, the loser racks and deals.
  lag = function(t)
    local winner = t.rules.balls == "real" and t:scored_lag()
      or t.rules.balls ~= "real" and t:choose { t.breaker, t.racker }
    if not winner then return end -- the rack is over
    if winner ~= t.breaker then t:change_breaker() end
    t:say(told_lag, t.breaker)
  end,

  change_breaker = function(t)
    t.breaker, t.racker = t.racker, t.breaker
  end,

  -- The cards lie face down until a break is legal.
  rack_up = function(t)
    if t:rack_over() then return end
    t:gather(t.deck)
    t.deck:shuffle()
    for _, team in ipairs { t.breaker, t.racker } do
      t.deck:deal(t.rules.cards, team.dealt)
    end
    t:rack_balls()
  end,

  rack_balls = function(t)
    t.up, t.in_hand, t.bluffed, t.fouled = RACK, false, false, false
  end,

  -- Repeats until a break is legal: otherwise the other team breaks.
  break_shot = function(t)
    local team = t.breaker
    if t:rack_over() then return done end
    t.shooting = team
    if team.shooter == 0 then t:name_shooter(team) end
    if t:rack_over() then return done end
    t.breaks = t.breaks + 1
    local shot = t:break_result(team)
    if shot.illegal then return t:rack_again(team) end
    if not t:cut_short(shot) then t:take_break(team, shot) end
    return done
  end,

  break_result = function(t, team)
    if t.rules.balls == "real" then return t:scored(team) end
    return t:modelled_break(team)
  end,

  -- Nobody draws or looks, and the shot doesn't count for the rotation.
  rack_again = function(t, team)
    t:measure("reracks")
    team.shooter = 0
    t:change_breaker()
    t:rack_balls()
    t:say("%s %s, but not legally: all balls are racked again, and %s %s.", team,
      t:verb(team, "breaks", "break"), t.breaker, t:verb(t.breaker, "breaks", "break"))
  end,

  -- What the break pockets stays down; without a scratch it keeps the table.
  take_break = function(t, team, shot)
    for _, ball in ipairs(shot.balls) do t:goes_down(ball) end
    t.shots, t.fouled, t.in_hand = 1, shot.scratch, shot.scratch
    t:tell_break(team, shot)
    team.shooter = t:partner_of(team)
    t.shooting = #shot.balls > 0 and not shot.scratch and team or t:other(team)
  end,

  tell_break = function(t, team, shot)
    t:say(told_break, team, shot)
    t:event("break", break_noted, team, shot)
  end,

  -- After a legal break: the breakers' dead cards go, a scratch draws a card.
  look = function(t)
    if t:rack_over() then return end
    local team = t.breaker
    for _, seat in ipairs { team, t.racker } do
      seat.dealt:move_all(seat.hand)
      seat.hand:sort("value")
    end
    t:drop_dead(team)
    if t.fouled then
      t:draw_foul_card(team, "the scratch on the break")
    elseif #team.hand == 0 then
      t:win(team)
    end
  end,

  double = function(t)
    if t:rack_over() or not t:may_double() then return end
    local answers = t:ask_all({ t.breaker, t.racker }, { "double",
      "This rack is for %s, and is doubled if both teams agree. Double it?", t.price,
      confirm = true, default = false, tells = screen.double_note })
    t.doubled = answers[t.breaker] and answers[t.racker]
    t:say(t.doubled and "Both say yes: the rack is doubled."
      or "The rack is not doubled.")
    if t.doubled then t:measure("doubled") end
  end,

  -- Offered only where both could pay it.
  may_double = function(t, one, other)
    local most = 2 * t:cover(t.round)
    return t.rules.doubling and (one or t.breaker).chips:has(most)
      and (other or t.racker).chips:has(most)
  end,

  -- A team comes to the table: what is dead goes, and that may be all it had.
  approach = function(t)
    local team = t.shooting
    if t:rack_over() then return done end
    t:drop_dead(team)
    if #team.hand == 0 then
      t:measure("arrivals", 1, team)
      t:win(team)
      return done
    end
    if team.shooter == 0 then t:name_shooter(team) end
    if t:rack_over() then return done end
  end,

  -- Repeats until the team misses, or the rack is over.
  shoot = function(t)
    local team = t.shooting
    if t.shots >= t.rules.most_shots and t.rules.balls == "simulated" then
      t:no_result()
      return done
    end
    local shot = t:shot_result(team)
    if t.rules.balls == "real" and t:cut_short(shot) then return done end -- only a scorer can
    t.shots = t.shots + 1
    t:judge(team, shot)
    if t.shooting ~= team or t:rack_over() then return done end
  end,

  shot_result = function(t, team)
    if t.rules.balls == "real" then return t:scored(team) end
    t:lay_out()
    local shot = t:modelled(team, t:aim(team))
    t.lie = false
    return shot
  end,

  -- What a shot means. Partners alternate; the wrong one's partner is the one
  -- whose turn it was, and still is.
  judge = function(t, team, shot)
    local foul, wrong = t:foul_of(team, shot), shot.wrong
    local player = t:who_shoots(team, wrong)
    if not wrong then team.shooter = t:partner_of(team) end
    t.in_hand, t.bluffed = false, shot.bluff or false
    t:event("shot", shot_noted, team, player, shot, foul)
    if foul then
      t:penalize(team, player, shot, foul)
    elseif #shot.balls == 0 then
      t:say("%s misses.", player)
      t.shooting = t:other(team)
    else
      t:pocket(team, player, shot.balls)
    end
  end,

  -- What a shot is a foul for, in words; nil when it is none.
  foul_of = function(t, team, shot)
    local balls = shot.balls
    if shot.wrong or shot.scratch then return how_fouled(shot, balls) end
    for i = 1, #balls do
      local ball = balls[i]
      if not t:is_legal(team, ball) then
        return #balls == 1 and "makes the " .. ball .. ", which they don't hold"
          or ("makes the %s, but they don't hold the %s"):format(screen.listed(balls), ball)
      end
    end
  end,

  -- One card however many fouls; every ball made is spotted, highest first.
  penalize = function(t, team, player, shot, foul)
    t:measure("fouls", 1, team)
    t:note_lacked(team, shot)
    t.in_hand = shot.scratch or shot.wrong and t.rules.rotation_in_hand or false
    t:draw_foul_card(team, foul, player)
    if #shot.balls > 0 then
      table.sort(shot.balls, function(a, b) return a > b end)
      t:say(told_spotted, shot.balls)
    end
    t.shooting = t:other(team)
    t:say(told_next, t.shooting)
  end,

  -- Everybody has seen which ball was not in the hand, and after how many cards
  -- drawn for fouls.
  note_lacked = function(t, team, shot)
    if shot.wrong or shot.scratch then return end
    for _, ball in ipairs(shot.balls) do
      if not t:is_legal(team, ball) then
        team.lacked = team.lacked or {}
        team.lacked[ball] = team.drawn
        return
      end
    end
  end,

  draw_foul_card = function(t, team, foul, player)
    local cards = t.deck:draw_up_to(t.rules.foul_cards, team.hand)
    t:say(told_foul, team, foul, player, #cards)
    team.drawn = team.drawn + #cards
    if #cards > 0 then team:say("You draw %s.", cards) end
  end,

  -- Legal balls go down and their cards go at once; the table is kept.
  pocket = function(t, team, player, balls)
    t:say(told_balls, player, balls)
    for i = 1, #balls do t:goes_down(balls[i]) end
    t:drop_dead(team, #balls == 1 and balls[1] or nil)
    if #team.hand == 0 then t:win(team) end
  end,

  -- Cards whose ball is down go, face up: of the one ball made, or of all.
  drop_dead = function(t, team, made)
    local hand, gone = team.hand, 0
    if made then
      gone = hand:take("value", made, t.discards)
    else
      local dead, ball = hand:bits(CARDS) & ~t.up, 0
      while dead ~= 0 do
        if dead & 15 ~= 0 then gone = gone + hand:take("value", ball, t.discards) end
        dead, ball = dead >> 4, ball + 1
      end
    end
    if gone > 0 then t:say(told_dead, team, gone) end
  end,

  win = function(t, team)
    t.winner = team
    t:say(told_win, team)
  end,

  -- A rack that the scorer ends: without a result, or as it ended elsewhere.
  cut_short = function(t, shot)
    if not (shot.again or shot.void or shot.winner) then return false end
    if shot.again then t:rack_anew() end
    if shot.void then t:no_result() end
    if shot.winner then
      t.left_over, t.doubled = shot.left, shot.doubled
      t:win(shot.winner)
    end
    return t:rack_over()
  end,

  -- The rack under way is played again from the lag.
  rack_anew = function(t)
    t.void = true
    table.insert(t.racks, 1, { t.breaker, t.racker })
    for _, fixture in ipairs(t.fixtures) do
      if fixture.a == t.racker then t.racks[1] = { t.racker, t.breaker } end
    end
    t:say("The rack is played again.")
  end,

  no_result = function(t)
    t.void = true
    t:note_void(t.breaker)
    t:measure("unfinished")
    t:say("The rack ends without a result.")
  end,

  settle = function(t)
    local a, b, winner = t.breaker, t.racker, t.winner
    a.last, b.last = b, a
    t:measure("racks")
    t:measure("shots", t.shots)
    if winner then t:pay_winner(winner, t:other(winner)) end
    t:gather(t.deck)
    t.shooting = nil
  end,

  pay_winner = function(t, winner, loser)
    local chips = t:stake(winner, loser) * (t.doubled and 2 or 1)
    local paid, left = loser.chips:pay_up_to(chips, winner.chips), t:cards_left(loser)
    winner.points, winner.won = winner.points + left, winner.won + 1
    t:note_result(winner, loser, paid, left)
    t:event("rack", { winner = winner, loser = loser, chips = paid, points = left })
    t:say(told_paid, winner, loser, paid, left)
  end,

  timeout = function(t, team)
    team.timeouts = team.timeouts + 1
    t:say("%s %s a timeout (%d of %d).", team, t:verb(team, "takes", "take"), team.timeouts,
      t.rules.timeouts)
  end,

  -- The points of a rack: dead cards count too.
  cards_left = function(t, loser) return t.left_over or #loser.hand end,

  -- Small things --------------------------------------------------------------

  -- A verb of which a team is the subject: "Ann & Bob win", "the Sharks win", but
  -- "Ann wins".
  verb = function(t, team, one, many)
    local name = team.name:lower()
    local plural = name:find("&", 1, true) or name:find(" and ", 1, true) or name:find("s$")
      or PLURALS[name:match("%a*$")]
    return t.rules.partners > 1 and plural and many or one
  end,

  rack_over = function(t) return t.winner and true or t.void end,

  other = function(t, team)
    return team == t.breaker and t.racker or t.breaker
  end,

  is_legal = is_legal,

  legal_balls = function(t, team)
    local balls, n = { nil, nil, nil, nil, nil, nil, nil, nil, nil, nil }, 0
    local legal = (t.is_legal == is_legal and team.hand:bits(CARDS) | NEUTRAL or legal_by_ball(t,
      team)) & t.up
    for ball = 1, BALLS do
      legal = legal >> 4
      if legal & 15 ~= 0 then
        n = n + 1
        balls[n] = ball
      end
    end
    return balls
  end,

  is_up = function(t, ball) return t.up >> 4 * ball & 15 ~= 0 end,

  goes_down = function(t, ball) t.up = t.up & ~(15 << 4 * ball) end,

  balls_up = function(t)
    local balls = {}
    for ball = 1, BALLS do
      if t:is_up(ball) then balls[#balls + 1] = ball end
    end
    return balls
  end,

  partner_of = function(t, team)
    return t.rules.partners == 1 and 1 or 3 - team.shooter
  end,

  -- Who shoots first of a team: the one who shoots, or at a real table the
  -- scorer, says it once a rack.
  name_shooter = function(t, team)
    local names = {}
    for i = 1, t.rules.partners do names[i] = t:player_name(team, i) end
    team.players = names
    local text = t.shots == 0 and "Who breaks for %s?" or "Who shoots first for %s?"
    if t.rules.balls == "real" then
      team.shooter = t:which("starts", text:format(team.name), names) or 0
    else
      local name = team:ask { "first", text, team, one_of = names, tells = screen.first_note }
      team.shooter = name == names[1] and 1 or 2
    end
  end,

  -- The player whose shot it is, or for true the partner.
  who_shoots = function(t, team, wrong)
    local i = wrong and t:partner_of(team) or team.shooter
    return team.players[i] or t:player_name(team, i)
  end,

  -- "Ann shoots for Ann & Bob", or alone "Ann shoots", and so "Cues 1 shoots".
  shooting_now = function(t, team)
    local player, does = t:who_shoots(team), t.shots == 0 and "breaks" or "shoots"
    local says_team = (player .. " "):find(team.name .. " ", 1, true) == 1
    return ("%s %s%s"):format(player, does, says_team and "" or " for " .. team.name)
  end,

  -- As the profile has it; or from a team called "Ann & Bob"; or by number.
  player_name = function(t, team, i)
    local given = i == 1 and team.profile.player_1 or team.profile.player_2
    if given ~= "" then return given end
    if t.rules.partners == 1 then return team.name end
    local name, one, two = team.name, nil, nil
    if name:find("&", 1, true) then one, two = name:match("^(.-)%s+&%s+(.+)$") end
    if not one and name:find(" and ", 1, true) then one, two = name:match("^(.-) and (.+)$") end
    if not one or one == two then return name .. " " .. i end
    return i == 1 and one or two
  end,
}
