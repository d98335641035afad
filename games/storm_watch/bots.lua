-- Who can play Storm Watch besides people and `random`.

-- What old_salt goes by: how often a watch is imagined; how many cards of
-- another's hand are; by how much all others may prefer one station, drawn each
-- time, so that old salts don't all run to the same one.
local GUESSES <const>, HELD <const>, WHIM <const> = 10, 4, 2
-- What things are worth in glory: a point of a card kept, a card drawn below, a
-- hull point late or early, the ship, what rivals earn, going where one is best.
local POINT <const>, REST <const>, HULL <const> = 0.4, 3.5, 4
local SHIP <const>, RIVAL <const>, SKILL <const> = 30, 0.5, 1

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

-- The cards not seen, as what each would give at both stations, and how many they
-- are; storms have no suit. The first list is the one of the cards, written over.
local function unseen_efforts(me, hard, soft)
  local t, cards, n, last, suit, one, two = me.table, me:unseen(), 0, nil, nil, nil, nil
  -- as long at once: a list that grows is copied again and again
  local softs = { table.unpack(cards) }
  local effort = t.effort
  for i = 1, #cards do
    local card = cards[i]
    if card ~= last then -- a second copy follows the first
      last, suit = card, card.suit
      if suit then one, two = effort(t, card, hard), effort(t, card, soft) end
    end
    if suit then
      n = n + 1
      cards[n], softs[n] = one, two
    end
  end
  return cards, softs, n
end

-- Whether each of the others is at the harder station; "unknown" where that is so.
local function known_stations(me, hard)
  local list, mine = {}, me.number
  for i, seat in ipairs(me.table.seat) do
    local station = i ~= mine and (seat.station or "unknown") or "below"
    if station == "unknown" then list[#list + 1] = station
    elseif station ~= "below" then list[#list + 1] = station == hard end
  end
  return list
end

-- A list with room for something of each guess: one that grows is copied again and again.
local function room() return { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } end

-- What the others may do in this watch, guessed so many times: each with a hand
-- that might be theirs, giving the best of it at the station that it likes
-- better, or where they are. All of a hand and a whim is one number; the die and two
-- of these are drawn as one. What is kept is by how much the die beats those at
-- the harder station, the sum at the other, and the best card at each.
local function guesses(me, harder, softer)
  local hard, soft, many = unseen_efforts(me, harder, softer)
  local random, held = me.random, many > 0 and HELD or 0
  local hands = many ^ held * 5 // 1 | 0
  local lacks, soft_sums, hard_tops, soft_tops = room(), room(), room(), room()
  local rivals, whim = known_stations(me, harder), WHIM * me:random(-10, 10) / 10
  local others = #rivals
  for i = 1, GUESSES do
    local hards, softs, hard_top, soft_top = 0, 0, 0, 0
    local drawn = random(me, 1, 6 * hands * hands) - 1
    local die = drawn % 6 + 1
    drawn = drawn // 6
    for k = 1, others do
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
  return lacks, soft_sums, hard_tops, soft_tops
end

local function case_of(me, storm, left)
  local t = me.table
  local hull, waiting = t.hull:amount(), t.waiting:amount()
  local lacks, softs, hard_tops, soft_tops = guesses(me, storm.hard, storm.soft)
  return { lacks = lacks, softs = softs, hard_tops = hard_tops, soft_tops = soft_tops, hull = hull,
    fear = HULL * left / hull, rival = RIVAL / (#t.seat - 1), need = t:demand(storm.strength),
    easy = t:demand(storm.rest), hard = storm.strength + waiting, soft = storm.rest,
    both = storm.rest + waiting }
end

-- What it is worth to give so much to the harder station, or so much to the
-- other: the glory of both (what rivals get counts against it, what nobody gets
-- waits on to the next) less the hull lost.
local function worked_out(case, hard, soft)
  local sum, hull, fear, rival = 0, case.hull, case.fear, case.rival
  local lacks, softs, hard_tops, soft_tops = case.lacks, case.softs, case.hard_tops, case.soft_tops
  local at_hard, at_soft, both, need, easy = case.hard, case.soft, case.both, case.need - hard,
    case.easy - soft
  for i = 1, GUESSES do
    local glory, two, lost, more = 0, both, need + lacks[i], easy - softs[i]
    if lost <= 0 then
      local top = hard_tops[i]
      lost, two = 0, at_soft
      if hard > top then glory = at_hard
      elseif hard < top then glory = -at_hard * rival
      else two = at_soft + at_hard end
    end
    if more > 0 then
      lost, two = lost + more, 0
    elseif soft <= soft_tops[i] then
      two = soft < soft_tops[i] and -two * rival or 0
    end
    sum = sum + glory + two - (lost >= hull and SHIP or lost * fear)
  end
  return sum / GUESSES
end

-- What cards give at both stations.
local function efforts(t, cards, hard, soft)
  local hards, softs, effort = {}, {}, t.effort
  for i = 1, #cards do hards[i], softs[i] = effort(t, cards[i], hard), effort(t, cards[i], soft) end
  return hards, softs
end

-- The best place and card. Cards that give as much there differ only by what they are worth later.
local function plan(me, places, cards)
  local t = me.table
  local storm, left = t.storm:top(), t.rules.watches - t.watch
  local hard, soft, case, point = storm.hard, storm.soft, case_of(me, storm, left),
    left > 0 and POINT or 0
  local rest, hards, softs = left > 0 and #me.hand < t.rules.most and REST or 0,
    efforts(t, cards, hard, soft)
  local place, best, most
  for _, where in ipairs(places) do
    local worth = {}
    for i = 1, #cards do
      local one, two = hards[i], softs[i]
      local given = where == hard and one or where == soft and two or 0
      local now = worth[given]
      if not now then
        now = worked_out(case, where == hard and one or 0, where == soft and two or 0)
        worth[given] = now
      end
      now = now - cards[i].value * point
      if where == hard then now = now + (one - two) * SKILL
      elseif where == soft then now = now + (two - one) * SKILL
      else now = now + rest end
      if not best or now > most then place, best, most = where, cards[i], now end
    end
  end
  return place, best
end

-- The card that was in mind when the station was chosen, if that was this watch's.
local function remembered(me, cards)
  local mind = me.notes.mind
  if not mind or mind.watch ~= me.table.watch or mind.where ~= me.choice then return nil end
  for _, card in ipairs(cards) do if card.name == mind.card then return card end end
end

-- What old_salt says of its choices to who asks for a hint.
local because = {
  station = function(_, where)
    if where == "below" then return "the cards you draw are worth more than what you could give" end
    return "your cards do most there for glory and hull together"
  end,
  card = function(me)
    return me.choice == "below" and "you will miss it least"
      or "it is worth more there than if kept for later"
  end,
}

return {
  best = "old_salt",

  old_salt = {
    one_line = "imagines what the others give; weighs glory, hull and cards",
    because = because,
    station = function(me, q)
      local where, card = plan(me, q.options, me.hand:list())
      me.notes.mind = { watch = me.table.watch, where = where, card = card.name }
      return where
    end,
    card = function(me, q)
      return remembered(me, q.options) or select(2, plan(me, { me.choice }, q.options))
    end,
  },

  deckhand = {
    one_line = "gives its best card where it does the most good",
    station = function(me)
      local t, cards, storm = me.table, me.hand:list(), me.table.storm:top()
      local hard, soft = strongest(t, cards, storm.hard), strongest(t, cards, storm.soft)
      return t:effort(hard, storm.hard) >= t:effort(soft, storm.soft) and storm.hard or storm.soft
    end,
    card = function(me, q) return strongest(me.table, q.options, me.choice) end,
  },

  idler = {
    one_line = "sleeps while the hull has more than half its points",
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
