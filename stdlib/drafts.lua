-- Drafts: everybody takes a card of a hand, and the hands go round.
--
-- Owns the choosing in secret, the showing together and the passing on. Always true: nothing is kept here; the cards lie
-- in piles of the seats, and a turn of the draft is one step.
--
-- What all of them take: { hand = the name of the pile that is passed ("hand"), to = where taken cards go ("taken"),
-- count = how many are taken at a time (1), seats = who drafts, clockwise (all) }.

local fields = require "fields"

local drafts = {}

--- Drafts: everybody secretly takes a card from their hand, all show what they took, and the hands go round. A game deals
--- the hands and says what the taken cards are worth.
---
--- A turn of the draft is one step in a list that repeats: drafts.turn gives true when the hands are empty. The piles are
--- the game's own: `hand`, which is passed on, and `taken`, unless the options `hand` and `to` give other names.
---
--- The question is called "take". A bot answers it with a list of cards, even where one is taken.
---
--- Common mistakes: a hand that everyone sees (declare it `"owner"`); a table of options that is given to drafts.take and not
--- to drafts.pass, so that another pile is passed; dealing in the step that is repeated.
---@topic Around the game: drafts, drafting
---@field take the question: a list of as many cards as `count` says, { q.options[1] } for one
---@example local drafts = require "drafts"
--- return game {
---   title = "Tide Pool", seats = { 2, 5 }, deck = "standard",
---   piles = { seat = { hand = "owner", taken = "everyone" } },
---   order = { "deal", { "draft" }, "score" },
---   deal = function(t)
---     t.deck:shuffle()
---     for seat in t:seats() do t.deck:deal(5, seat.hand) end
---   end,
---   draft = function(t)
---     if drafts.turn(t) then return done end
---   end,
---   score = function(t)
---     t:finish(t:rank_by(function(seat)
---       return seat.taken:count("suit", "hearts")
---     end))
---   end,
--- }
---@example return { best = "crab",
---   crab = { one_line = "takes the highest card",
---     take = function(_, q)
---       local best = q.options[1]
---       for _, card in ipairs(q.options) do
---         if card.value > best.value then best = card end
---       end
---       return { best }
---     end },
--- }
---@see drafts.turn, drafts.take, drafts.pass, t:ask_all, library

local FIELDS = { hand = "name", to = "name", count = "whole", seats = "seats", right = "boolean",
  quiet = "boolean" }
local PILES = "declare it in `piles`, or say with `hand` and `to` which piles are used"

local function settled(verb, t, o, takes)
  o = o or {}
  fields.check_call(verb, t, o, FIELDS)
  fields.named(verb, t.seat[1], o.hand or "hand", PILES)
  if takes then fields.named(verb, t.seat[1], o.to or "taken", PILES) end
  return { hand = o.hand or "hand", to = o.to or "taken", count = o.count or 1, seats = o.seats or t.seat,
    right = o.right, quiet = o.quiet }
end

--- All choose cards from their hands in secret, asked "take"; then all lay them down together.
---@param t table the game's table
---@param o table|nil hand, to, count, seats; quiet = true: the others aren't told which, as when only the owner sees `to`
---@example drafts.take(t, { hand = "hand", to = "shown" })
--- #t.seat[1].shown --> 1
function drafts.take(t, o)
  o = settled("drafts.take", t, o, true)
  local taken = t:ask_all(o.seats, function(seat)
    local count = math.min(o.count, #seat[o.hand])
    if count == 0 then return nil end
    return { "take", count == 1 and "Which card do you take?" or "Which %s cards do you take?", count,
      cards = seat[o.hand], count = count }
  end)
  for _, seat in ipairs(o.seats) do
    if taken[seat] then
      seat[o.to]:put(taken[seat])
      t:say(o.quiet and "%s has chosen." or "%s takes %s.", seat, taken[seat])
    end
  end
end

--- All hands go on to the next seat.
---@param t table the game's table
---@param o table|nil hand, seats; right = true: to the right instead of the left
---@example local first = t.seat[1].hand:top()
--- drafts.pass(t)
--- t:where(first) == t.seat[2].hand --> true
function drafts.pass(t, o)
  o = settled("drafts.pass", t, o)
  local hands, n = {}, #o.seats
  for i, seat in ipairs(o.seats) do hands[i] = seat[o.hand]:list() end
  for i, cards in ipairs(hands) do
    local to = o.seats[(i - 1 + (o.right and -1 or 1)) % n + 1]
    to[o.hand]:put(cards)
  end
  t:say(o.right and "The hands go to the right." or "The hands go to the left.")
end

--- One turn of a draft: all take, and pass on what is left.
---@param t table the game's table
---@param o table|nil as drafts.take and drafts.pass
---@return boolean true when no hand has a card any more: `if drafts.turn(t) then return done end`
---@example drafts.turn(t, { to = "shown", right = true }) --> false
function drafts.turn(t, o)
  local said = settled("drafts.turn", t, o, true)
  drafts.take(t, o)
  local left = 0
  for _, seat in ipairs(said.seats) do left = left + #seat[said.hand] end
  if left > 0 then drafts.pass(t, o) end
  return left == 0
end

return drafts
