-- A fight in which fighters come and go: a card says who acts when. Who acts
-- hits another; who has no wounds left to take leaves the fight.
return game {
  title = "Initiative", one_line = "a card a round says who acts when; fighters come and go", player = "fighter",
  seats = { 1, 8 },
  rules = {
    rounds = { 6, "rounds of the fight", min = 1, max = 50 },
    wounds = { 3, "wounds a fighter can take", min = 1, max = 9 },
    second_wind = { true, "who falls in the first two rounds is followed by a friend" },
  },
  profile = { quick = { false, "draws two cards and keeps the better" } },
  deck = "standard", piles = { spent = "everyone", seat = { card = "everyone" } },
  pools = { surgeon = "mint", seat = { life = "wounds" } },
  state = { round = 0, leader = none, seat = { hits = 0 } },
  measures = { newcomers = "fighters who came later", fallen = "fighters who fell" },
  joining = { when = { "draw" }, who = function(t, seat)
    if t.round < t.rules.rounds then return true end
    return seat and "nobody runs away in the last round" or "the fight is nearly over"
  end },
  order = { { "draw", "act", "clear" }, "over" },

  rank = function(_, card) return (card.value - 2) % 13 * 4 + card.index % 4 end,

  draw = function(t)
    t.round = t.round + 1
    if #t.deck < 2 * #t.seat then t.spent:move_all(t.deck) t.deck:shuffle() end
    if t.round == 1 then t.deck:shuffle() t.leader = t.seat[1] end
    for seat in t:seats(t.leader) do
      local best
      for _, card in ipairs(t.deck:draw(seat.profile.quick and 2 or 1, t.spent)) do
        if not best or t:rank(card) > t:rank(best) then best = card end
      end
      seat.card:put(best)
    end
    t.leader = t.leader:left()
  end,

  act = function(t)
    for _, row in ipairs(t:rank_by(function(seat) return t:rank(seat.card:top()) end)) do
      if row.seat.seated and #t.seat > 1 then t:strike(row.seat) end
    end
  end,

  strike = function(t, seat)
    local targets = {}
    for other in t:seats(seat:left()) do if other ~= seat then targets[#targets + 1] = other end end
    local target = seat:ask { "hit", "Whom do you hit?", one_of = targets }
    seat.hits = seat.hits + 1
    target.life:pay(1, t.surgeon)
    t:say("%s hits %s.", seat, target)
    if target.life:amount() == 0 then t:fall(target) end
  end,

  fall = function(t, seat)
    t:say("%s falls.", seat)
    t:measure("fallen")
    if #t.seat == 2 and not (t.rules.second_wind and t.round <= 2) then t:end_fight() end
    if t.rules.second_wind and t.round <= 2 and #t.seat < 8 then
      local friend = t:join { name = seat.name .. "'s friend " .. t.round .. #t.seat, after = seat }
      t:measure("newcomers")
      t:say("%s comes running.", friend)
      t.deck:deal(1, friend.card)
    end
    seat:leave { card = t.spent, pools = t.surgeon }
  end,

  clear = function(t)
    for seat in t:seats() do seat.card:move_all(t.spent) end
    return t.round >= t.rules.rounds and done or nil
  end,

  arrive = function(t, seat)
    t:measure("newcomers")
    t:say("%s joins the fight%s.", seat, seat.profile.quick and ", quick as a cat" or "")
  end,
  depart = function(t, seat)
    t:say("%s runs.", seat)
    seat:leave { cards = t.spent, life = none }
  end,

  end_fight = function(t) t:finish("hits") end,
  over = function(t) t:end_fight() end,
}
