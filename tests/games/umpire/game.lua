-- Umpire: a GM's ruling. Everybody writes how they would cross the river; the
-- GM, who alone has seen the weather, says how good it is and adds it up.
return game {
  title = "Umpire",
  one_line = "write a plan, the GM rules",
  seats = { 1, 6 },
  gm = true,
  deck = "standard",
  rules = { rounds = { 3, "rounds", min = 1, max = 10 },
    best = { 5, "points for the best plan", min = 1, max = 20 } },
  piles = { gm = { weather = "owner" } },
  state = { round = 0, seat = { plan = secret(""), points = 0 }, gm = { rulings = 0 } },
  order = { "shuffled", { "weather", "plans", "rulings" }, "standings" },

  shuffled = function(t) t.deck:shuffle() end,
  weather = function(t) t.deck:deal(1, t.gm.weather) end,

  plans = function(t)
    local plans = t:ask_all(nil, { "plan", "How do you cross?", text = 80, bot = { "swim", "wade", "a bridge" } })
    for seat in t:seats() do seat.plan = plans[seat] end
  end,

  rulings = function(t)
    for seat in t:seats() do
      local points = t.gm:ask { "ruling", "%s: %s. Points?", seat, seat.plan, min = 0, max = t.rules.best }
      seat.points = seat.points + points
      t.gm.rulings = t.gm.rulings + 1
      t:say("%s gets %s.", seat, points)
      if not t.gm:ask { "fair", "Shall that stand?", confirm = true } then
        seat.points = seat.points - points + t:roll("1d4", t.gm)
      end
    end
    t.round = t.round + 1
    return t.round >= t.rules.rounds and done or nil
  end,

  standings = function(t) t:finish(t:rank_by("points")) end,
}
