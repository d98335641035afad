-- Storm Watch: hold the ship together, and be seen to have done it.
--
-- The game is our own (RULES.md). Where a sailor goes is `choice`, a secret,
-- until all have given a card; from then on it is `station`, for all to see.

local STATIONS = { "sails", "pumps", "guns" }
local BELOW = "below"

local effort = kind {
  name = "effort",
  suits = { { "sails", "s" }, { "pumps", "p", color = "blue" }, { "guns", "g", color = "red" } },
  ranks = {
    { "1", value = 1 }, { "2", value = 2 }, { "3", value = 3 }, { "4", value = 4 },
    { "5", value = 5 }, { "6", value = 6 }, { "7", value = 7 }, { "8", value = 8 },
  },
}

-- A wind strikes one station hard and a second one less: a card for each pair.
local WINDS = { { "squall", "q", 3, 1 }, { "gale", "a", 4, 2 }, { "storm", "t", 5, 3 },
  { "hurricane", "h", 6, 5 } }

local function storm_card(wind, hard, soft)
  return { ("%s on %s and %s"):format(wind[1], hard, soft),
    wind[2] .. hard:sub(1, 1) .. soft:sub(1, 1), hard = hard, soft = soft, strength = wind[3],
    rest = wind[4] }
end

local function storm_cards()
  local list = {}
  for _, wind in ipairs(WINDS) do
    for _, hard in ipairs(STATIONS) do
      for _, soft in ipairs(STATIONS) do
        if hard ~= soft then list[#list + 1] = storm_card(wind, hard, soft) end
      end
    end
  end
  return list
end

-- The least and the most that each die shows.
local DICE = { d4 = { 1, 4 }, d6 = { 1, 6 }, d8 = { 1, 8 }, ["2d6"] = { 2, 12 } }

local function place_note(place, t, seat) return t:place_note(place, seat) end

local function card_note(card, t, seat)
  if seat.choice == BELOW then return nil end
  local given = t:effort(card, seat.choice)
  return "gives %s%s", given, t:enough(given, seat.choice)
end

return game {
  title = "Storm Watch",
  one_line = "save the ship together, and be the one who did it",
  player = "sailor",
  seats = { 2, 5 },
  usual = { seats = 4 },
  decks = { deck = { effort, copies = 2 },
    storms = kind { name = "storms", extras = storm_cards() } },

  rules = {
    watches = { 6, "watches until the storm is over", min = 1, max = 12 },
    hull = { 18, "hull points of the ship", min = 1, max = 100, from = "game" },
    dealt = { 4, "effort cards dealt to each sailor", min = 1, max = 6 },
    rested = { 3, "cards drawn by a sailor who rested below", min = 1, max = 4 },
    most = { 7, "hand size at which drawing stops", min = 1, max = 8 },
    trained = { 3, "bonus for a card of the station's own suit", min = 0, max = 8 },
    weather = { "d6", "die added to the harder station's need",
      one_of = { "d4", "d6", "d8", "2d6" } },
    ties = { "wait", "when sailors tie, glory waits for the next station or is split",
      one_of = { "wait", "split" } },
  },

  piles = { storm = "everyone", past = "everyone", spent = "everyone",
    seat = { hand = "owner", effort = "everyone" } },
  pools = { hull = 0, sea = "mint", waiting = 0, admiralty = "mint", seat = { glory = 0 } },
  state = { watch = 0, seat = { choice = secret(none), station = none } },
  measures = { sunk = "ships lost", damage = "hull points lost", held = "stations that held",
    rested = { "watches slept through below", by = "seat" },
    waited = "stations that brought nobody glory" },

  about = {
    muster = "Cards are dealt.",
    rise = "A storm card shows which two stations the wind tests, and how hard.",
    go_to = "Each secretly goes to a station, or below to sleep.",
    give = "Each secretly gives a card to the station.",
    hold = "A station given enough holds, and whoever gave most earns its glory; otherwise the "
      .. "hull loses points.",
    relieve = "Those who slept draw three cards, the others one.",
    harbour = "The most glory wins, if the ship is afloat.",
  },
  order = { "muster", { "rise", "go_to", "give", "hold", "relieve" }, "harbour" },

  muster = function(t)
    t:explain()
    t.sea:pay(t.rules.hull, t.hull)
    t.deck:shuffle()
    t.storms:shuffle()
    for seat in t:seats() do t.deck:deal(t.rules.dealt, seat.hand) end
  end,

  -- Told once, so that the questions need no book.
  explain = function(t)
    local rules = t.rules
    t:say("Each watch a storm tests two stations. %s A card gives its number, and %s more at the "
      .. "station of its own suit.", t:how_to_go(), rules.trained)
    t:say("A station given what the wind demands holds, and the sailor who gave most earns "
      .. "its glory (if tied, %s). Any shortfall is taken from the hull's %s points.",
      rules.ties == "split" and "they share it" or "it waits for the next station", rules.hull)
    t:say("Those who sleep draw %s cards, the others one. %s.", rules.rested, t:aim())
  end,

  how_to_go = function()
    return "Each sailor goes to one, or below to sleep, and gives a card there, both in secret."
  end,

  -- What wins, in words.
  aim = function(t)
    return ("Most glory after watch %d wins; if the hull is gone, nobody"):format(t.rules.watches)
  end,

  rise = function(t)
    t.watch = t.watch + 1
    t.storms:draw(1, t.storm)
    local storm = t.storm:top()
    t:say("Watch %s of %s: %s. The %s need %s plus a %s, the %s %s.", t.watch, t.rules.watches,
      storm.long, storm.hard, t:demand(storm.strength), t.rules.weather, storm.soft,
      t:demand(storm.rest))
  end,

  -- What a wind of that strength demands of a station.
  demand = function(t, strength) return (strength * #t.seat + 1) // 2 end,

  -- What is said beside a place where a seat may go.
  place_note = function(t, place, seat)
    local storm = t.storm:top()
    if place == BELOW then return "sleep: drop a card, draw %s", t.rules.rested end
    local best = 0
    for card in seat.hand:cards() do best = math.max(best, t:effort(card, place)) end
    local hard = place == storm.hard
    return "needs %s%s for %s glory; your best gives %s",
      t:demand(hard and storm.strength or storm.rest), hard and " plus a " .. t.rules.weather or "",
      hard and storm.strength or storm.rest, best
  end,

  -- Whether so much would hold a station without the others, in words.
  enough = function(t, given, station)
    local storm, die = t.storm:top(), t.rules.weather
    local least, most = table.unpack(station == storm.hard and DICE[die] or { 0, 0 })
    local over = given - t:demand(station == storm.hard and storm.strength or storm.rest)
    if over >= most then return ", enough alone" end
    if over < least then return "" end
    return (", enough alone if the %s shows %d%s"):format(die, over, over > least and " or less"
      or "")
  end,

  -- What a card gives at a station.
  effort = function(t, card, station)
    return card.value + (card.suit == station and t.rules.trained or 0)
  end,

  places = function(t) return { t.storm:top().hard, t.storm:top().soft, BELOW } end,

  go_to = function(t)
    local chosen = t:ask_all(nil, { "station", "Where do you go?", one_of = t:places(),
      tells = place_note })
    for seat in t:seats() do seat.choice = chosen[seat] end
  end,

  give = function(t)
    local cards = t:ask_all(nil, function(seat)
      local asleep = seat.choice == BELOW
      return { "card", asleep and "Asleep %s: which card do you drop?"
        or "Which card do you give to the %s?", seat.choice, card = seat.hand, tells = card_note }
    end)
    for seat in t:seats() do
      seat.station, seat.choice = seat.choice, nil
      seat.effort:put(cards[seat])
      local asleep = seat.station == BELOW
      t:say(asleep and "%s is asleep %s, and drops %s." or "%s is at the %s with %s.", seat,
        seat.station, cards[seat])
    end
  end,

  hold = function(t)
    local storm, die = t.storm:top(), t:roll(t.rules.weather)
    local need = t:demand(storm.strength) + die
    t:say("The %s shows %s: the %s need %s.", t.rules.weather, die, storm.hard, need)
    t:stand(storm.hard, storm.strength, need)
    if not t:sinks() then t:stand(storm.soft, storm.rest, t:demand(storm.rest)) end
  end,

  sinks = function(t) return t.hull:amount() == 0 end,

  -- What a sailor gives to a station, nil for one who is elsewhere.
  gives = function(t, seat, station)
    return seat.station == station and t:effort(seat.effort:top(), station) or nil
  end,

  -- One station against the wind: glory for whoever gave most, or a leak.
  stand = function(t, station, glory, need)
    local given = 0
    for seat in t:seats() do given = given + (t:gives(seat, station) or 0) end
    if given >= need then
      t:say("The %s hold: %s given, %s needed.", station, given, need)
      t:measure("held")
      t.admiralty:pay(glory, t.waiting)
      t:praise(station)
    else
      local lost = t.hull:pay_up_to(need - given, t.sea)
      t:measure("damage", lost)
      t:say("The %s give way: %s given, %s needed. The hull loses %s, %s left.", station, given,
        need, lost, t.hull)
    end
  end,

  praise = function(t, station)
    local best = t:best_seats(function(seat) return t:gives(seat, station) end)
    if #best == 1 or #best > 1 and t.rules.ties == "split" then
      t:say("Glory for %s: %s.", best, t.waiting)
      t.waiting:split(best, "glory")
    else
      t:measure("waited")
      t:say("No single sailor gave the most: %s glory waits for the next station.", t.waiting)
    end
  end,

  relieve = function(t)
    if t:sinks() or t.watch >= t.rules.watches then return done end
    t.storm:move_all(t.past)
    for seat in t:seats() do seat.effort:move_all(t.spent) end
    for seat in t:seats() do
      t:fill(seat, seat.station == BELOW and t.rules.rested or 1)
      if seat.station == BELOW then t:measure("rested", 1, seat) end
      seat.station = nil
    end
  end,

  -- A hand with so many cards more, as long as it holds fewer than the most.
  fill = function(t, seat, n)
    n = math.min(n, math.max(t.rules.most - #seat.hand, 0))
    if #t.deck < n then
      t:gather(t.deck, t.spent)
      t.deck:shuffle()
    end
    local drawn = t.deck:draw_up_to(n, seat.hand)
    if #drawn > 0 then seat:say("You draw %s.", drawn) end
  end,

  harbour = function(t)
    if t:sinks() then
      t:measure("sunk")
      return t:founder()
    end
    t:say("The storm is over, with %s of the hull left.", t.hull)
    t:finish("glory")
  end,

  -- A lost ship has no winner: the places begin with the second.
  founder = function(t)
    t:say("The ship goes down with all hands and their glory: nobody wins.")
    local lost = {}
    for seat in t:seats() do
      seat.glory:empty_into(t.admiralty)
      lost[#lost + 1] = { seat = seat, score = 0, place = 2, by = { "glory" } }
    end
    t:finish(lost)
  end,

  screen = function(t, me)
    local lines = { ("Watch %d of %d; hull %d, glory waiting %d"):format(t.watch, t.rules.watches,
      t.hull:amount(), t.waiting:amount()) }
    local storm = t.storm:top()
    if storm then
      lines[2] = ("The %s need %d plus a %s (glory %d), the %s %d (glory %d)"):format(storm.hard,
        t:demand(storm.strength), t.rules.weather, storm.strength, storm.soft, t:demand(storm.rest),
        storm.rest)
    end
    for seat in t:seats() do
      local where = seat.station or me and seat.number == me.number and me.choice
      lines[#lines + 1] = ("  %s\tglory %2d, %d card%s%s"):format(seat.name, seat.glory:amount(),
        #seat.hand, #seat.hand == 1 and "" or "s", where and ", " .. where or "")
    end
    return lines
  end,

  scores = function(t)
    local lines = { ("%s (%d of %d left)"):format(t:aim(), t.hull:amount(), t.rules.hull) }
    for seat in t:seats() do
      lines[#lines + 1] = ("  %s\tglory %d"):format(seat.name, seat.glory:amount())
    end
    return lines
  end,
}
