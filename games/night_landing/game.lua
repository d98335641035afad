-- Night Landing: load a boat in secret, bribe the officer in secret; the boat
-- that bribed least is searched.
--
-- The game is our own (RULES.md). A boat's cards are its owner's secret until
-- it lands or is searched, but everybody sees how many there are. A bribe is
-- nobody's business until all are given.

local goods = kind {
  name = "goods",
  suits = {
    { "lace", "L", color = "blue" }, { "brandy", "B", color = "red" },
    { "tea", "T", color = "green" }, { "salt", "S" },
  },
  ranks = {
    { "1", value = 1 }, { "2", value = 2 }, { "3", value = 3 },
    { "4", value = 4 }, { "5", value = 5 }, { "6", value = 6 },
    { "7", value = 7 }, { "8", value = 8 }, { "9", value = 9 },
  },
}

local TIMES = { "once", "twice" }

local function times(n) return TIMES[n] or n .. " times" end

local function goods_note(card, t) return "%s, sells for %s", card.suit, t:worth(card) end

return game {
  title = "Night Landing",
  one_line = "smuggle by night; the boat that bribes least is searched",
  player = "smuggler",
  seats = { 3, 5 },
  usual = { seats = 4 },
  deck = goods,

  rules = {
    turns = { 2, "nights that each smuggler runs the lantern", min = 1, max = 5 },
    purse = { 15, "coins each smuggler begins with", min = 0, max = 100 },
    dealt = { 5, "goods each smuggler begins with", min = 1, max = 7 },
    drawn = { 2, "goods drawn each night", min = 1, max = 3 },
    hold = { 7, "most goods in hand at the start of a night", min = 2, max = 7 },
    boat = { 3, "most goods in a boat", min = 1, max = 5 },
    tide = { 2, "the tide's goods sell for this many times their number", min = 1, max = 5 },
    fine = { 3, "coins to the pot for each card of goods found", min = 0, max = 20 },
    sleep = { 6, "coins per boat that, plus the tide's number, put the officer to sleep", min = 0,
      max = 30 },
    grace = { true, "a boat that was searched is left alone the next night" },
    ties = { "all", "who is searched if several bribed least",
      one_of = { "all", "nobody", "heaviest" } },
  },
  profile = {
    coins = { 0, "extra coins to begin with", min = 0, max = 50 },
    charm = { 0, "how much larger their bribes seem", min = 0, max = 5 },
  },

  piles = { tide = "everyone", muck = "everyone", seat = { hand = "owner", boat = "owner" } },
  pools = { bank = "mint", pot = 0, seat = { purse = 0 } },
  state = { night = 0, lantern = none, seat = { bribe = 0, searched = false, safe = false } },
  measures = { searched = { "boats searched", by = "seat" }, asleep = "nights without a search",
    bribes = { "coins for the officer", by = "seat" }, landed = { "coins for goods", by = "seat" },
    pot = { "coins from the pot", by = "seat" } },

  about = {
    meet = "Everybody brings a purse; one holds the lantern.",
    draw = "Hands are filled up with goods.",
    turn_tide = "A card shows which goods sell for more, and how much puts the officer to sleep.",
    load = "In secret each loads goods.",
    bribe = "In secret each bribes the officer.",
    search = "If the bribes are too small, whoever gave least is searched and fined.",
    share_pot = "If nobody is searched, the lantern gets the pot.",
    land = "The goods are sold.",
    dawn = "The lantern passes to the left.",
    reckon = "The fullest purse wins.",
  },
  order = {
    "explain", "meet",
    { "draw", "turn_tide", "load", "bribe", "search", "share_pot", "land", "dawn" },
    "reckon",
  },

  -- Told once, so that the questions need no book.
  explain = function(t)
    local rules = t.rules
    t:say("Each night all load up to %s cards, then bribe the officer, both in secret. Goods of "
      .. "the tide's kind sell for %s their number.", rules.boat, times(rules.tide))
    t:say("Whoever bribed least loses the cargo, and pays %s coins a card to the pot%s.",
      rules.fine, rules.grace and ", but is left alone the next night" or "")
    t:say("If the bribes together are enough, the officer sleeps and nobody is searched. %s. The "
      .. "most coins after %s nights win.", t:whose_pot(), t:nights())
  end,

  whose_pot = function() return "Then the pot goes to whoever runs the lantern" end,

  meet = function(t)
    t.deck:shuffle()
    t.lantern = t:choose(t.seat)
    for seat in t:seats() do
      t.bank:pay(t.rules.purse + seat.profile.coins, seat.purse)
      t.deck:deal(t.rules.dealt, seat.hand)
    end
  end,

  nights = function(t) return t.rules.turns * #t.seat end,

  -- All hands and the tide never take more than the 36 cards there are.
  draw = function(t)
    t.night = t.night + 1
    t:say("Night %s of %s. %s runs the lantern.", t.night, t:nights(), t.lantern)
    if #t.deck <= #t.seat * t.rules.drawn then
      t.muck:move_all(t.deck)
      t.deck:shuffle()
    end
    for seat in t:seats() do
      local room = math.max(0, t.rules.hold - #seat.hand)
      local drawn = t.deck:draw(math.min(room, t.rules.drawn), seat.hand)
      if #drawn > 0 then seat:say("You draw %s.", drawn) end
      seat.hand:sort()
    end
  end,

  turn_tide = function(t)
    t.deck:draw(1, t.tide)
    t:say("The tide brings %s: %s sells for %s its number. %s coins put the officer to sleep.",
      t.tide:top(), t:wanted(), times(t.rules.tide), t:asking())
  end,

  -- The kind of goods that the tide brings; nil before it is known.
  wanted = function(t)
    local card = t.tide:top()
    return card and card.suit
  end,

  -- What a card sells for; `tide` is the kind of goods wanted, if that is known.
  worth = function(t, card, tide)
    return card.suit == (tide or t:wanted()) and card.value * t.rules.tide or card.value
  end,

  cargo = function(t, cards)
    local coins, tide, worth = 0, t:wanted(), t.worth
    for card in cards:cards() do coins = coins + worth(t, card, tide) end
    return coins
  end,

  -- Who comes without goods stays ashore that night.
  load = function(t)
    local loads = t:ask_all(nil, function(seat)
      if #seat.hand == 0 then return nil end
      return { "load", "Which goods do you load?", cards = seat.hand, min = 1, max = t.rules.boat,
        tells = goods_note }
    end)
    for seat in t:seats() do
      if loads[seat] then seat.boat:put(loads[seat]) end
    end
  end,

  bribe = function(t)
    local bribes = t:ask_all(nil, function(seat)
      if #seat.boat == 0 then return nil end
      return { "bribe", "How much do you give the officer?", min = 0, max = seat.purse:amount() }
    end)
    for seat in t:seats() do
      seat.bribe = bribes[seat] or 0
      seat.purse:pay(seat.bribe, t.bank, "bribe")
      t:measure("bribes", seat.bribe, seat)
      if #seat.boat > 0 then
        local seems = t:gift(seat, seat.bribe)
        t:say("%s gave the officer %s%s.", seat, seat.bribe,
          seems ~= seat.bribe and ", which looks like " .. seems or "")
      end
    end
  end,

  -- What a bribe seems to be.
  gift = function(_, seat, coins) return coins + seat.profile.charm end,

  -- What all bribes together must seem for the officer to sleep.
  asking = function(t)
    local tide = t.tide:top()
    return t.rules.sleep * #t.seat + (tide and tide.value or 0)
  end,

  -- What all bribes together seem.
  gifts = function(t)
    local all = 0
    for seat in t:seats() do
      if #seat.boat > 0 then all = all + t:gift(seat, seat.bribe) end
    end
    return all
  end,

  sleeps = function(t) return t:gifts() >= t:asking() end,

  -- Those to be searched if the officer is awake.
  suspects = function(t)
    local list = t:best_seats(function(seat)
      return t:at_risk(seat) and -t:gift(seat, seat.bribe) or nil
    end)
    if #list < 2 or t.rules.ties == "all" then return list end
    if t.rules.ties == "nobody" then return {} end
    return t:best_seats(function(seat) return #seat.boat end, list)
  end,

  at_risk = function(_, seat) return #seat.boat > 0 and not seat.safe end,

  search = function(t)
    local sleeps = t:sleeps()
    t:say(sleeps and "The bribes count for %s, and %s is enough: the officer sleeps."
      or "The bribes count for %s of %s: the officer stays awake.", t:gifts(), t:asking())
    local list = sleeps and {} or t:suspects()
    for seat in t:seats() do seat.safe, seat.searched = false, false end
    for _, seat in ipairs(list) do
      seat.boat:show()
      local fine = seat.purse:pay_up_to(t.rules.fine * #seat.boat, t.pot, "fine")
      t:say("The officer searches %s, finds %c and takes a fine of %s.", seat, seat.boat, fine)
      t:measure("searched", 1, seat)
      seat.boat:move_all(t.muck)
      seat.searched, seat.safe = true, t.rules.grace
    end
  end,

  quiet = function(t)
    return #t:best_seats(function(seat) return seat.searched and 1 or nil end) == 0
  end,

  share_pot = function(t)
    if not t:quiet() then return end
    t:measure("asleep")
    t:say("No boat is searched.")
    t:give_pot(t.lantern)
  end,

  give_pot = function(t, seat)
    local coins = t.pot:empty_into(seat.purse, "the pot")
    t:measure("pot", coins, seat)
    if coins > 0 then t:say("%s takes the pot of %s.", seat, coins) end
  end,

  land = function(t)
    for seat in t:seats() do
      if #seat.boat > 0 then
        local coins = t:cargo(seat.boat)
        seat.boat:show()
        t:say("%s lands %c for %s coin%s.", seat, seat.boat, coins, coins == 1 and "" or "s")
        t:measure("landed", coins, seat)
        t.bank:pay(coins, seat.purse, "goods")
        seat.boat:move_all(t.muck)
      end
    end
  end,

  dawn = function(t)
    t.tide:move_all(t.muck)
    t.lantern = t.lantern:left()
    return t.night >= t:nights() and done or nil
  end,

  reckon = function(t)
    local rows = t:rank_by("purse")
    for _, row in ipairs(rows) do row.by = { "coins" } end
    t:finish(rows)
  end,

  screen = function(t, me)
    local lines = { ("Night %d of %d, pot %d"):format(t.night, t:nights(), t.pot:amount()) }
    if t:wanted() then
      lines[2] = { "Tide: %s, so %s sells for " .. times(t.rules.tide)
        .. " its number. " .. t:asking() .. " coins put the officer to sleep.", t.tide:top(),
        t:wanted() }
    end
    for seat in t:seats() do
      lines[#lines + 1] = ("  %s\t%3d coins%s"):format(seat.name, seat.purse:amount(),
        t:marks(seat))
    end
    if me and #me.boat > 0 then
      lines[#lines + 1] = (me.safe and "Your boat sells for %d and can't be searched"
        or "Your boat sells for %d; if searched, it is lost and the fine is %d"):format(
        t:cargo(me.boat), t.rules.fine * #me.boat)
    end
    return lines
  end,

  scores = function(t)
    local lines = { ("The most coins after %d nights win; this is night %d"):format(
      t:nights(), t.night) }
    for seat in t:seats() do
      lines[#lines + 1] = ("  %s\tcoins %d"):format(seat.name, seat.purse:amount())
    end
    return lines
  end,

  -- What else is to be seen of a seat.
  marks = function(t, seat)
    local text = ""
    local load = #seat.boat
    if load > 0 then
      text = (", %d %s in the boat"):format(load, load == 1 and "card" or "cards")
    end
    if t.night > 1 then text = ("%s, bribed %d last"):format(text, seat.bribe) end
    if seat.profile.charm > 0 then text = ("%s, charm %d"):format(text, seat.profile.charm) end
    if seat.safe then text = text .. ", safe tonight" end
    return t.lantern and seat.number == t.lantern.number and text .. ", the lantern" or text
  end,

  odds = function(t, me) return #me.boat > 0 and t:bribes_that_do(me) or t:next_tides(me) end,

  -- What a bribe must be, if the others give what they gave last.
  bribes_that_do = function(t, me)
    if t.night == 1 then
      return { "No bribe is known yet; from the second night on this goes by last night's." }
    end
    local rest, least = t:asking() - t:gift(me, 0), nil
    for seat in t:seats() do
      if seat.number ~= me.number and #seat.boat > 0 then
        local gift = t:gift(seat, seat.bribe)
        rest = rest - gift
        if t:at_risk(seat) then least = math.min(least or gift, gift) end
      end
    end
    local lines = { "If the others give what they gave last night:",
      t:if_given(rest, "the officer sleeps") }
    if me.safe then lines[3] = t:if_given(0, "you are left alone")
    elseif least then
      lines[3] = t:if_given(least + 1 - t:gift(me, 0), "yours is not the lowest bribe")
    else lines[3] = "  unless the officer sleeps, you are searched whatever you give" end
    return lines
  end,

  if_given = function(_, coins, what)
    if coins <= 0 then return "  whatever you give, " .. what end
    return ("  if you give %d or more, %s"):format(coins, what)
  end,

  -- What the next tide may bring, by the cards that a seat doesn't see.
  next_tides = function(_, me)
    local unseen, count, lines = me:unseen(), {},
      { "What the next tide may bring, while the deck lasts:" }
    for _, card in ipairs(unseen) do count[card.suit] = (count[card.suit] or 0) + 1 end
    for _, suit in ipairs { "lace", "brandy", "tea", "salt" } do
      lines[#lines + 1] = ("  %s: %d of %d unseen cards"):format(suit, count[suit] or 0, #unseen)
    end
    return lines
  end,
}
