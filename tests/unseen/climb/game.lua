-- Climbing: shed your cards. Whoever leads lays a set of equal cards or a run of three and more; the next lays as many of
-- the same shape, higher, or passes. When all others have passed the last to lay leads. Threes are low, twos high.
return game {
  title = "Uphill", one_line = "beat the last combination or pass; shed your cards", player = "climber",
  seats = { 2, 4 }, deck = "standard",
  rules = {
    dealt = { 10, "cards dealt to each", min = 5, max = 13 },
    deals = { 2, "deals of a match", min = 1, max = 20 },
  },
  piles = { spent = "everyone", top = "everyone", seat = { hand = "owner" } },
  state = { deal_number = 0, turn = none, last = none, shape = none, height = 0, seat = { points = 0 } },
  measures = { plays = "combinations laid" },
  order = { { "deal", { "play" }, "score" }, "over" },

  -- 3 is 1, the king 11, the ace 12 and the two 13.
  height_of = function(_, card) return (card.value + 10) % 13 + 1 end,

  deal = function(t)
    t.deal_number = t.deal_number + 1
    t:gather(t.deck)
    t.deck:shuffle()
    for seat in t:seats() do
      t.deck:deal(t.rules.dealt, seat.hand)
      seat.hand:sort()
    end
    t.turn = t.turn and t.turn:left() or t:choose(t.seat)
    t.last, t.shape = nil, nil
  end,

  -- The cards of a hand by height.
  ladder = function(t, cards)
    local rungs = {}
    for i = 1, 13 do rungs[i] = {} end
    for _, card in ipairs(cards) do table.insert(rungs[t:height_of(card)], card) end
    return rungs
  end,

  -- Is this more than what lies there, or may anything be led?
  beats = function(t, shape, height)
    return not t.last or shape == t.shape and height > t.height
  end,

  -- Everything that may be laid: cards, their shape ("set 2", "run 4") and height; a run has no twos.
  choices = function(t, seat)
    local rungs, list = t:ladder(seat.hand:list()), {}
    local function add(shape, height, cards)
      if not t:beats(shape, height) then return end
      local names = {}
      for i, card in ipairs(cards) do names[i] = card.name end
      list[#list + 1] = { text = table.concat(names, " "), cards = table.move(cards, 1, #cards, 1, {}), shape = shape,
        height = height }
    end
    for height, rung in ipairs(rungs) do
      local set, run = {}, {}
      for n, card in ipairs(rung) do
        set[n] = card
        add("set " .. n, height, set)
      end
      for low = height, 1, -1 do
        if height == 13 or #rungs[low] == 0 then break end
        table.insert(run, 1, rungs[low][1])
        if #run >= 3 then add("run " .. #run, height, run) end
      end
    end
    if t.last then list[#list + 1] = { text = "pass" } end
    return list
  end,

  play = function(t)
    local seat = t.turn
    if t.last == seat then
      t.last, t.shape = nil, nil
      t.top:move_all(t.spent)
    end
    local play = seat:ask { "lay", "What do you lay?", one_of = t:choices(seat) }
    if play.cards then
      t:measure("plays")
      t.top:move_all(t.spent)
      t.top:put(play.cards)
      t.last, t.shape, t.height = seat, play.shape, play.height
      t:say("%s lays %s.", seat, play.cards)
      if #seat.hand == 0 then return done end
    else t:say("%s passes.", seat) end
    t.turn = seat:left()
  end,

  -- Each pays the winner a point a card left, twice where none was laid.
  score = function(t)
    local winner = t.last
    for seat in t:seats() do
      if seat ~= winner then
        local points = #seat.hand * (#seat.hand == t.rules.dealt and 2 or 1)
        winner.points, seat.points = winner.points + points, seat.points - points
        t:say("%s pays %s for %s left.", seat, points, #seat.hand)
      end
    end
    t.turn = winner
    return t.deal_number == t.rules.deals and done or nil
  end,

  over = function(t) t:finish(t:rank_by("points")) end,
}
