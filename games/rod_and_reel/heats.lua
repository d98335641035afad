-- Who sits at the table: one table, or heats until one table is left.
-- `contenders` are those still in the tournament, `waiting` the tables of
-- this round that have not fished yet, `through` who went on from the others.

local heats = {}

--- Everybody who sat down is a contender.
function heats.sign_on(t)
  local contenders = {}
  for seat in t:seats() do contenders[#contenders + 1] = seat end
  t.contenders = contenders
end

--- The seats of a list in an order drawn by lot.
function heats.draw_lots(t, seats)
  local drawn = table.move(seats, 1, #seats, 1, {})
  for i = #drawn, 2, -1 do
    local j = t:random(1, i)
    drawn[i], drawn[j] = drawn[j], drawn[i]
  end
  return drawn
end

--- How many tables a round needs.
function heats.tables_needed(t, fishers)
  if not t.rules.heats then return 1 end
  return (fishers + t.rules.table_size - 1) // t.rules.table_size
end

--- Makes the tables of a round, as even as possible, by lot.
function heats.draw_tables(t)
  local count = t:tables_needed(#t.contenders)
  local tables = {}
  for i = 1, count do tables[i] = {} end
  local drawn = count > 1 and t:draw_lots(t.contenders) or t.contenders
  for i, seat in ipairs(drawn) do
    table.insert(tables[(i - 1) % count + 1], seat)
  end
  t.final, t.round, t.waiting = count <= 1, t.round + 1, tables
  t.going_on = t:how_many_go_on(#tables[count])
end

--- How many go on from each heat of a round: as many from each, and never all
--- of the smallest.
function heats.how_many_go_on(t, smallest)
  return math.max(1, math.min(t.rules.advance, smallest - 1))
end

--- Calls the next table to the water.
function heats.seat_table(t)
  if #t.waiting == 0 then t:draw_tables() end
  local fishers = table.remove(t.waiting, 1)
  for seat in t:seats() do seat.fishing = false end
  local heat = t:tables_needed(#t.contenders) - #t.waiting
  for _, seat in ipairs(fishers) do
    t:sit_down(seat)
    seat.heat = heat
  end
  t.hand, t.over, t.dealer, t.acting = 1, false, nil, {}
  if t.final then
    if t.round > 1 then t:say("The final: %s", fishers) end
    return
  end
  t:say("Round %d, heat %d: %s", t.round, heat, fishers)
  if t.going_on == 1 then
    t:say("Only the best goes on")
  else
    t:say("The best %d go on", t.going_on)
  end
end

--- A fisher starts fresh: no catch, no points, no bait, no cards.
function heats.sit_down(t, seat)
  t:take_points(seat)
  t:put_back(seat.hand)
  seat.fishing, seat.bait, seat.sits_out = true, 0, 0
  t:strike_catch(seat)
end

--- Forgets what a fisher has caught.
function heats.strike_catch(_, seat)
  seat.catch, seat.total, seat.best = {}, 0, 0
  seat.qualified, seat.qualifying = nil, nil
end

--- The fishers at the table now.
function heats.fishers(t)
  local list = {}
  for seat in t:seats() do
    if seat.fishing then list[#list + 1] = seat end
  end
  return list
end

--- A heat is over: the best go on, the others are out of the tournament.
function heats.close_table(t)
  if t.final then return done end
  local out = {}
  for i, record in ipairs(t:ranking_for_cut(t:fishers())) do
    if i <= t.going_on then
      t:say("%s goes on", record.seat)
      table.insert(t.through, record.seat)
    else
      record.seat.knocked_out = t.round
      out[#out + 1] = record.seat
    end
  end
  t:say("Out: %s", out)
  if #t.waiting == 0 then t.contenders, t.through = t.through, {} end
  return again
end

return heats
