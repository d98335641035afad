-- Who plays for a fund, here and at Merchant's Bank: the players of Royal
-- Pokebacc, who also invite competition and answer invitations.

local players = require "royal_pokebacc.players"

-- The most money that somebody else still in the hand has.
local function richest_other(me)
  local most = 0
  for seat in me.table:seats() do
    if seat.number ~= me.number and not seat.out then
      most = math.max(most, seat.chips:amount())
    end
  end
  return most
end

-- Is anybody one hand from winning the match?
local function nearly_over(me)
  for seat in me.table:seats() do
    if seat.won == me.table.rules.hands_to_win - 1 then return true end
  end
  return false
end

-- Near the end: a sum that nobody can match wins the hand.
local function close_out(me, q)
  local sum = richest_other(me) + 1
  return nearly_over(me) and sum <= q.max and sum or nil
end

-- Where the fund goes to the winner of the hand, money comes back with it.
local function bold(me) return me.table.rules.fund_to == "hand" end

-- Twice a hand, when not behind: a little to be rid of those who have nothing.
local function dare(me, q)
  local notes, hand = me.notes, me.table.hands
  if notes.hand ~= hand then notes.hand, notes.dares = hand, 0 end
  if notes.dares == 2 or players.lead(me) < (bold(me) and 0 or 60) then return nil end
  notes.dares = notes.dares + 1
  return math.max(1, q.max // 10)
end

-- Stays in for little money, for a good hand, or to stop somebody's last hand.
local function stay(me)
  local few = me.table.asked * 3 <= me.chips:amount()
  return players.lead(me) >= 60 or few and players.lead(me) >= 0
    or bold(me) and players.lead(me) > -60 or nearly_over(me)
end

-- A player of Royal Pokebacc with more answers.
local function with(player, more)
  local bot = {}
  for question, answer in pairs(player) do bot[question] = answer end
  for question, answer in pairs(more) do bot[question] = answer end
  return bot
end

return {
  best = "courtier",
  courtier = with(players.courtier, {
    buy = players.likes_top,
    invite = function(me, q) return close_out(me, q) or dare(me, q) end,
    match = stay,
  }),
  hoarder = with(players.hoarder, {
    buy = players.likes_top,
    invite = function() return nil end,
    match = function(me) return players.lead(me) >= 0 end,
  }),
}
