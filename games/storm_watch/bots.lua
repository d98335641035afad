-- Who can play Storm Watch besides people and `random`.

-- What old_salt goes by. guesses: how often a watch is imagined; held: how many
-- cards of another's hand are; whim: by how much all others may prefer one
-- station, drawn each time, so that old salts don't all run to the same one.
local MIND = { guesses = 10, held = 4, whim = 2 }
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
  local one, two, cards, last = storm.hard, storm.soft, me:unseen(), nil
  for i = 1, #cards do
    local card = cards[i]
    if card == last then -- a second copy follows the first
      n = n + 1
      hard[n], soft[n] = hard[n - 1], soft[n - 1]
    elseif card.suit then
      n, last = n + 1, card
      hard[n], soft[n] = effort(t, card, one), effort(t, card, two)
    end
  end
  return hard, soft
end

-- Whether each of the others is at the harder station; "unknown" where that is so.
local function known_stations(me, storm)
  local list, mine, harder = {}, me.number, storm.hard
  for i, seat in ipairs(me.table.seat) do
    local station = i ~= mine and (seat.station or "unknown") or "below"
    if station == "unknown" then list[#list + 1] = station
    elseif station ~= "below" then list[#list + 1] = station == harder end
  end
  return list
end

-- What the others may do in this watch, guessed so many times: each with a hand
-- that might be theirs, giving the best of it at the station that it likes
-- better, or where they are. All of a hand and a whim is one number; the die and two
-- of these are drawn as one. What is kept is by how much the die beats those at
-- the harder station, the sum at the other, and the best card at each.
local function guesses(me, storm)
  local hard, soft = unseen_efforts(me, storm)
  local random, many, held = me.random, #hard, #hard > 0 and MIND.held or 0
  local hands = many ^ held * 5 // 1 | 0
  local lacks, soft_sums, hard_tops, soft_tops = {}, {}, {}, {}
  local rivals, whim = known_stations(me, storm), MIND.whim * me:random(-10, 10) / 10
  for i = 1, MIND.guesses do
    local hards, softs, hard_top, soft_top = 0, 0, 0, 0
    local drawn = random(me, 1, 6 * hands * hands) - 1
    local die = drawn % 6 + 1
    drawn = drawn // 6
    for k = 1, #rivals do
      if k > 2 and k % 2 == 1 then drawn = random(me, 1, hands * hands) - 1 end
      local one, two, hand, at_hard = 0, 0, drawn % hands, rivals[k]
      drawn = drawn // hands
      for _ = 1, held do
        local card = hand % many + 1
        hand = hand // many
        local here, there = hard[card], soft[card]
        if here > one then one = here end
        if there > two then two = there end
      end
      if at_hard == "unknown" then at_hard = one + whim + hand - 2 > two end
      if at_hard then
        hards = hards + one
        if one > hard_top then hard_top = one end
      else
        softs = softs + two
        if two > soft_top then soft_top = two end
      end
    end
    lacks[i], soft_sums[i], hard_tops[i], soft_tops[i] = die - hards, softs, hard_top, soft_top
  end
  return { lacks = lacks, soft = soft_sums, hard_top = hard_tops, soft_top = soft_tops }
end

-- What it is worth to give so much to the harder station, or so much to the
-- other: the glory of both (what rivals get counts against it, what nobody gets
-- waits on to the next) less the hull lost.
local function worked_out(case, hard, soft)
  local sum, hull, fear, rival, guess = 0, case.hull, case.fear, case.rival, case.guesses
  local lacks, softs, hard_top, soft_top = guess.lacks, guess.soft, guess.hard_top, guess.soft_top
  local at_hard, at_soft, both = case.strength + case.waiting, case.rest, case.rest + case.waiting
  local need_hard, need_soft = case.need - hard, case.easy - soft
  for i = 1, #lacks do
    local glory, two = 0, both
    local leak, more = need_hard + lacks[i], need_soft - softs[i]
    if leak <= 0 then
      leak, two = 0, at_soft
      local top = hard_top[i]
      if hard > top then glory = at_hard elseif hard < top then glory = -at_hard * rival else two = two + at_hard end
    end
    if more <= 0 then
      more = 0
      local top = soft_top[i]
      if soft < top then two = -two * rival elseif soft == top then two = 0 end
    else
      two = 0
    end
    local lost = leak + more
    sum = sum + glory + two - (lost >= hull and WORTH.ship or lost * fear)
  end
  return sum / #lacks
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

-- What cards give at both stations.
local function efforts(t, cards, storm)
  local list = {}
  local effort, hard, soft = t.effort, storm.hard, storm.soft
  for i, card in ipairs(cards) do list[i] = { hard = effort(t, card, hard), soft = effort(t, card, soft) } end
  return list
end

-- What it is worth to be there with that card, which gives so much.
local function value(case, storm, where, card, effort)
  local hard, soft = effort.hard, effort.soft
  local sum = worth(case, where == storm.hard and hard or 0, where == storm.soft and soft or 0)
  if case.left > 0 then sum = sum - card.value * WORTH.point end
  if where == storm.hard then return sum + (hard - soft) * WORTH.skill end
  if where == storm.soft then return sum + (soft - hard) * WORTH.skill end
  return case.has_room and sum + WORTH.rest or sum
end

local function plan(me, places, cards)
  local t = me.table
  local storm = t.storm:top()
  local case, effort = case_of(me, storm), efforts(t, cards, storm)
  case.has_room = case.left > 0 and #me.hand < t.rules.most
  local best, most
  for _, where in ipairs(places) do
    for i, card in ipairs(cards) do
      local now = value(case, storm, where, card, effort[i])
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
