-- Who can play Storm Watch besides people and `random`.

-- What old_salt goes by. guesses: how often a watch is imagined; held: how many
-- cards of another's hand are; whim: by how much all others may prefer one
-- station, drawn each time, so that old salts don't all run to the same one.
local MIND = { guesses = 24, held = 4, whim = 2 }
-- What things are worth in glory: a point of a card kept, a card drawn below, a
-- hull point late or early, the ship, what rivals earn, going where one is best.
local WORTH = { point = 0.4, rest = 3.5, hull = 4, ship = 30, rival = 0.5, skill = 1 }

local function strongest(t, cards, station)
  local best
  for _, card in ipairs(cards) do
    if not best or t:effort(card, station) > t:effort(best, station) then best = card end
  end
  return best
end

local function weakest(cards)
  local best = cards[1]
  for _, card in ipairs(cards) do if card.value < best.value then best = card end end
  return best
end

-- The cards not seen, as what each would give at both stations; storms have no suit.
local function unseen_efforts(me, storm)
  local effort, t, hard, soft, n = me.table.effort, me.table, {}, {}, 0
  local one, two = storm.hard, storm.soft
  for _, card in ipairs(me:unseen()) do
    if card.suit then
      n = n + 1
      hard[n], soft[n] = effort(t, card, one), effort(t, card, two)
    end
  end
  return hard, soft
end

-- One other sailor with a hand that might be theirs: what they give, and whether at the harder station.
local function imagine(me, hard, soft, whim, known)
  local one, two, many = 0, 0, #hard
  for _ = 1, many > 0 and MIND.held or 0 do
    local i = me:random(1, many)
    if hard[i] > one then one = hard[i] end
    if soft[i] > two then two = soft[i] end
  end
  local at_hard = one + whim + me:random(-2, 2) > two
  if known ~= nil then at_hard = known end
  return at_hard and one or two, at_hard
end

local function others(me)
  local list = {}
  for _, seat in ipairs(me.table.seat) do
    if seat.number ~= me.number and seat.station ~= "below" then list[#list + 1] = seat end
  end
  return list
end

-- What the others may do in this watch, guessed so many times.
local function guesses(me, storm)
  local hard, soft = unseen_efforts(me, storm)
  local rivals, list, whim = others(me), {}, MIND.whim * me:random(-10, 10) / 10
  for i = 1, MIND.guesses do
    local guess = { die = me:random(1, 6), hard = 0, soft = 0, hard_top = 0, soft_top = 0 }
    for _, seat in ipairs(rivals) do
      local known = seat.station and seat.station == storm.hard
      local given, at_hard = imagine(me, hard, soft, whim, known)
      local sum, top = at_hard and "hard" or "soft", at_hard and "hard_top" or "soft_top"
      guess[sum], guess[top] = guess[sum] + given, math.max(guess[top], given)
    end
    list[i] = guess
  end
  return list
end

-- One station: the glory it brings (what rivals get counts against it), what waits on, and the hull lost.
local function outcome(case, mine, given, top, need, glory, waiting)
  if given + mine < need then return 0, waiting, need - given - mine end
  glory = glory + waiting
  if mine > top then return glory, 0, 0 end
  if mine < top then return -glory * case.rival, 0, 0 end
  return 0, glory, 0
end

-- What it is worth to give so much to the harder station, or so much to the other.
local function worked_out(case, hard, soft)
  local sum, hull, fear, ship = 0, case.hull, case.fear, WORTH.ship
  for _, guess in ipairs(case.guesses) do
    local one, waiting, leak = outcome(case, hard, guess.hard, guess.hard_top, case.need + guess.die, case.strength,
      case.waiting)
    local two, _, more = outcome(case, soft, guess.soft, guess.soft_top, case.easy, case.rest, waiting)
    local lost = leak + more
    sum = sum + one + two - (lost >= hull and ship or lost * fear)
  end
  return sum / #case.guesses
end

-- The same, worked out once: cards that give as much are worth the same there, and below all are.
local function worth(case, hard, soft)
  local known = case.worths[hard] or {}
  case.worths[hard] = known
  known[soft] = known[soft] or worked_out(case, hard, soft)
  return known[soft]
end

local function case_of(me, storm)
  local t = me.table
  local left, hull = t.rules.watches - t.watch, t.hull:amount()
  return { worths = {}, guesses = guesses(me, storm), left = left, hull = hull, fear = WORTH.hull * left / hull,
    rival = WORTH.rival / (#t.seat - 1), waiting = t.waiting:amount(), need = t:demand(storm.strength),
    easy = t:demand(storm.rest), strength = storm.strength, rest = storm.rest }
end

-- What it is worth to be there with that card.
local function value(me, case, storm, where, card)
  local t = me.table
  local hard, soft = t:effort(card, storm.hard), t:effort(card, storm.soft)
  local sum = worth(case, where == storm.hard and hard or 0, where == storm.soft and soft or 0)
  if case.left > 0 then sum = sum - card.value * WORTH.point end
  if where == storm.hard then return sum + (hard - soft) * WORTH.skill end
  if where == storm.soft then return sum + (soft - hard) * WORTH.skill end
  return case.left > 0 and #me.hand < t.rules.most and sum + WORTH.rest or sum
end

local function plan(me, places, cards)
  local storm = me.table.storm:top()
  local case = case_of(me, storm)
  local best, most
  for _, where in ipairs(places) do
    for _, card in ipairs(cards) do
      local now = value(me, case, storm, where, card)
      if not best or now > most then best, most = { where = where, card = card }, now end
    end
  end
  return best
end

-- The card that was in mind when the station was chosen, if that was this watch's.
local function remembered(me, cards)
  local mind = me.notes.mind
  if not mind or mind.watch ~= me.table.watch or mind.where ~= me.choice then return nil end
  for _, card in ipairs(cards) do if card.name == mind.card then return card end end
end

return {
  best = "old_salt",

  old_salt = {
    one_line = "imagines what the others give; weighs glory, hull and cards",
    station = function(me, q)
      local best = plan(me, q.options, me.hand:list())
      me.notes.mind = { watch = me.table.watch, where = best.where, card = best.card.name }
      return best.where
    end,
    card = function(me, q) return remembered(me, q.options) or plan(me, { me.choice }, q.options).card end,
  },

  deckhand = {
    one_line = "gives the best card there is where it does most",
    station = function(me)
      local t, cards, storm = me.table, me.hand:list(), me.table.storm:top()
      local hard, soft = strongest(t, cards, storm.hard), strongest(t, cards, storm.soft)
      return t:effort(hard, storm.hard) >= t:effort(soft, storm.soft) and storm.hard or storm.soft
    end,
    card = function(me, q) return strongest(me.table, q.options, me.choice) end,
  },

  idler = {
    one_line = "sleeps while the hull is more than half whole",
    station = function(me)
      local t = me.table
      local safe = t.hull:amount() * 2 > t.rules.hull and t.watch < t.rules.watches
      return safe and "below" or t.storm:top().hard
    end,
    card = function(me, q)
      if me.choice == "below" then return weakest(q.options) end
      return strongest(me.table, q.options, me.choice)
    end,
  },
}
