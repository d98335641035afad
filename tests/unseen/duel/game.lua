-- A duel with cards: the suit of a card is what you do, its number how soon, or how hard. Both choose in secret; the
-- quicker card acts first, and whoever falls does nothing more. Each bout has a hand of its own: one that is kept fills
-- up with what nobody wants to play, and the draw decides (a player who saw all cards won 80 to 85 in 100 from chance).
local initiative = require "initiative"

return game {
  title = "Duel of cards", one_line = "a card is what you do and how soon; the last on their feet wins",
  player = "duellist", seats = { 2, 4 },
  deck = kind { name = "duel",
    suits = {
      { "blade", "B", color = "red" }, { "guard", "G", color = "blue" },
      { "herb", "H", color = "green" }, { "feint", "F", color = "yellow" } },
    ranks = { { "1", value = 1 }, { "2", value = 2 }, { "3", value = 3 }, { "4", value = 4 }, { "5", value = 5 },
      { "6", value = 6 }, { "7", value = 7 }, { "8", value = 8 }, { "9", value = 9 } } },
  rules = {
    life = { 15, "wounds that fell a duellist", min = 1, max = 60, from = "game" },
    dealt = { 4, "cards in hand", min = 1, max = 6 },
    bouts = { 20, "bouts, after which the healthier wins", min = 1, max = 60 },
  },
  piles = { spent = "everyone", seat = { hand = "owner", card = "owner" } },
  pools = { surgeon = "mint", seat = { life = "life", guard = 0 } },
  state = initiative.with { bout = 0 },
  measures = { bouts = "bouts of a duel", felled = "duellists who fell before they acted" },
  order = { "open", { "draw", "pick", "reveal", { "act" }, "breathe" }, "over" },

  open = function(t) t.deck:shuffle() end,

  stands = function(_, seat) return seat.life:has(1) end,
  standing_up = function(t)
    local list = {}
    for seat in t:seats() do if t:stands(seat) then list[#list + 1] = seat end end
    return list
  end,

  draw = function(t)
    t.bout = t.bout + 1
    t:measure("bouts")
    for _, seat in ipairs(t:standing_up()) do
      while #seat.hand < t.rules.dealt do
        if #t.deck == 0 then t.spent:move_all(t.deck) t.deck:shuffle() end
        t.deck:deal(1, seat.hand)
      end
    end
  end,

  pick = function(t)
    local cards = t:ask_all(t:standing_up(), function(seat)
      return { "pick", "Which card do you fight with?", card = seat.hand }
    end)
    for seat, card in pairs(cards) do seat.card:put(card) end
  end,

  reveal = function(t)
    for _, seat in ipairs(t:standing_up()) do
      seat.card:show(seat.card:top())
      t:say("%s: %s.", seat, seat.card:top())
    end
    initiative.begin(t, function(seat) return t:speed(seat.card:top()) end)
  end,

  -- Light blows are quick, guards are quicker, herbs slow.
  speed = function(_, card)
    if not card then return 0 end
    if card.suit == "guard" then return 20 end
    return card.suit == "herb" and 1 or 10 - card.value
  end,

  act = function(t)
    local seat = initiative.turn(t, { hold = false, able = function(one) return #one.card > 0 end })
    if not seat then return done end
    local card = seat.card:top()
    if not t:stands(seat) then return t:measure("felled")
    elseif card.suit == "guard" then t.surgeon:pay(card.value, seat.guard)
    elseif card.suit == "herb" then t.surgeon:pay(math.min(t:half(card), t.rules.life - seat.life:amount()), seat.life)
    else t:strike(seat, card) end
  end,

  half = function(_, card) return (card.value + 1) // 2 end,

  -- A blade meets the guard first; a feint goes past it, for half.
  strike = function(t, seat, card)
    local others = {}
    for other in t:seats(seat:left()) do if other ~= seat and t:stands(other) then others[#others + 1] = other end end
    if #others == 0 then return end
    local target = seat:ask { "target", "Whom do you strike with %s?", card, one_of = others }
    local force = card.suit == "feint" and t:half(card) or card.value
    if card.suit == "blade" then force = force - target.guard:pay_up_to(force, t.surgeon) end
    target.life:pay_up_to(force, t.surgeon)
    t:say("%s strikes %s for %s; %s left.", seat, target, force, target.life:amount())
  end,

  breathe = function(t)
    for seat in t:seats() do
      seat.guard:empty_into(t.surgeon)
      seat.card:move_all(t.spent)
      seat.hand:move_all(t.spent)
    end
    if #t:standing_up() < 2 or t.bout == t.rules.bouts then return done end
  end,

  over = function(t) t:finish(t:rank_by("life")) end,
}
