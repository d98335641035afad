-- Who plays for a fund, here and at Merchant's Bank: the players of Royal
-- Pokebacc, who also invite competition and answer invitations.

local players = require "royal_pokebacc.players"

local HOPELESS = -90 -- points behind, the own hand counted

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

-- Where any sum may be asked: one that nobody can match wins the hand. It costs
-- nothing where the fund goes to who wins the hand, and is worth it near the end.
local function close_out(me, q)
  local rules = me.table.rules
  if not rules.any_sum or rules.fund_to ~= "hand" and not nearly_over(me) then return nil end
  local sum = richest_other(me) + 1
  return sum <= q.max and sum or nil
end

-- Twice a hand, when not behind: a little to be rid of those who give up.
local function dare(me, q)
  local notes, hand = me.notes, me.table.hands
  if notes.hand ~= hand then notes.hand, notes.dares = hand, 0 end
  if notes.dares == 2 or not players.leads_by(me, 0) then return nil end
  notes.dares = notes.dares + 1
  return math.max(1, q.max // 10)
end

-- Hands win the match, not money: only a hand that is as good as lost is given
-- up, and not even that to somebody for whom it is the last.
local function stay(me) return players.leads_by(me, HOPELESS + 1) or nearly_over(me) end

-- A player of Royal Pokebacc with more answers.
local function with(player, more)
  local bot = {}
  for question, answer in pairs(player) do bot[question] = answer end
  for question, answer in pairs(more) do bot[question] = answer end
  return bot
end

-- What courtier says to who asks for a hint.
local because = with(players.because, {
  buy = players.because.take,
  match = function(me, yes)
    local hand = me.table.words.hand
    return yes and ("the %s isn't lost yet"):format(hand)
      or ("the %s is as good as lost"):format(hand)
  end,
})

return {
  best = "courtier",
  courtier = with(players.courtier, {
    because = because,
    buy = players.likes_top,
    invite = function(me, q) return close_out(me, q) or dare(me, q) end,
    match = stay,
  }),
  hoarder = with(players.hoarder, {
    buy = players.likes_top,
    invite = function() return nil end,
    match = function(me) return players.leads_by(me, 0) end,
  }),
}
