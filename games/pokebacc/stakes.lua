-- Playing Pokebacc for money, each class in its own way.
--
-- Two ways over one pool, t.fund: `rising` (Royal: a stake before the match,
-- raised by agreement between hands, lost by who retires) and `inviting`
-- (Merchant's, Farmers: a fee into a fund, and competition invited before a
-- turn). Each is { rules =, order =, actions =, steps = }, a part of the game's
-- declaration. Always true: money moves only between seat.chips and t.fund.

local stakes = {}

local rising = {}

stakes.rising = {
  steps = rising,
  rules = {
    most_raise = { 1000, "the most that the stakes can be raised by at once",
      min = 0, max = 10000 },
  },
  actions = {
    retire = { "retire from the match", step = "retirement", when = { "deal" },
      who = function(t, seat) return not seat.retired and #t:inside(seat) > 1 end },
  },
  order = {
    "explain", "stake", "draw_for_deal",
    {
      "deal",
      { "draw", "lay", "tax", "next_turn" },
      "settle", "raise_stakes", "crown", "clear",
    },
  },
}

function rising.stake(t)
  if t.rules.buy_in == 0 then return end
  for seat in t:seats() do
    seat.chips:pay(t.rules.buy_in, t.fund)
  end
  t:say("Everybody stakes %s: %s for who wins the match.", t.rules.buy_in, t.fund)
end

-- The winner of the hand (the dealer if there was none) may propose a raise;
-- it is paid if all who stay agree, and by all of them.
function rising.raise_stakes(t)
  local proposer = t.last_winner or t.dealer
  if proposer.retired then proposer = t:inside(proposer)[1] end
  local players = t:inside(proposer)
  local most = t:most_raise(players)
  if t.champion or most == 0 then return end
  local sum = proposer:ask { "raise", "Raise everybody's stake, if all agree? By how much?",
    min = 1, max = most, optional = true }
  if sum then t:answer_raise(players, proposer, sum) end
end

-- No more than all can pay.
function rising.most_raise(t, players)
  local most = t.rules.most_raise
  for _, seat in ipairs(players) do most = math.min(most, seat.chips:amount()) end
  return most
end

function rising.answer_raise(t, players, proposer, sum)
  t:say("%s proposes to raise the stakes by %s.", proposer, sum)
  table.remove(players, 1)
  local answers = t:ask_all(players, { "agree",
    "%s would raise the stakes by %s. (retire: leave the match and your stake)",
    proposer, sum, one_of = { "agree", "refuse", "retire" } })
  local agreed = true
  for _, seat in ipairs(players) do
    if answers[seat] == "refuse" then
      agreed = false
      t:say("%s refuses.", seat)
    elseif answers[seat] == "retire" then
      t:retire_seat(seat)
    end
  end
  if not t.champion and agreed then t:pay_raise(sum) end
end

function rising.pay_raise(t, sum)
  for _, seat in ipairs(t:inside(t.seat[1])) do seat.chips:pay(sum, t.fund) end
  t:say("The stakes are raised by %s.", sum)
end

-- Who retires leaves the stake to the winner; the last one left wins.
function rising.retire_seat(t, seat)
  seat.retired = true
  t:say("%s retires from the match.", seat)
  local left = t:inside(t.seat[1])
  if #left == 1 then t.champion = left[1] end
end

-- Out of turn, between two hands.
function rising.retirement(t, seat)
  t:retire_seat(seat)
  t:crown()
end

local inviting = {}

stakes.inviting = {
  steps = inviting,
  rules = {
    buy_in_once = { false, "the buy-in is paid once, before the first hand",
      from = "game" },
    fund_to = { "hand", "who takes the fund: the winner of the hand or the match",
      one_of = { "hand", "match" } },
    most_invited = { 0, "the most that competition is invited with (0: no limit)",
      min = 0, max = 10000 },
  },
  order = {
    "explain", "draw_for_deal",
    {
      "fee", "deal",
      { "invite", "draw", "lay", "tax", "next_turn" },
      "settle", "pay_fund", "crown", "clear",
    },
  },
}

-- Who can't pay sits this hand out; the last who can wins the match.
function inviting.fee(t)
  local fee = t.rules.buy_in
  if fee == 0 or t.rules.buy_in_once and t.hands > 0 then return end
  for _, seat in ipairs(t:inside(t.dealer)) do
    if seat.chips:has(fee) then
      seat.chips:pay(fee, t.fund)
    else
      seat.out = true
      t:say("%s can't pay %s and sits out.", seat, fee)
    end
  end
  t:say("The %s holds %s, for who wins the %s.", t.rules.words.fund, t.fund,
    t.rules.fund_to == "hand" and t.rules.words.hand or "match")
  local left = t:inside(t.dealer)
  if #left < 2 then
    t.champion = left[1]
    t:finish_match()
  end
end

function inviting.invite(t)
  local seat, most = t.turn, t:most_invited(t.turn)
  if most == 0 then return end
  local sum = seat:ask { "invite", "Invite competition? Who doesn't pay as much leaves the %s. With how much?",
    t.rules.words.hand,
    min = 1, max = most, optional = true }
  if not sum then return end
  t.asked = sum
  seat.chips:pay(sum, t.fund)
  t:say("%s invites competition with %s.", seat, sum)
  t:answer_invitation(seat, sum)
  if #t:inside(seat) == 1 then
    t.winner = seat
    return done
  end
end

function inviting.most_invited(t, seat)
  local most = seat.chips:amount()
  if t.rules.most_invited == 0 then return most end
  return math.min(most, t.rules.most_invited)
end

-- Clockwise and openly: match it in full, or withdraw from the hand.
function inviting.answer_invitation(t, inviter, sum)
  for _, seat in ipairs(t:inside(inviter:left())) do
    if seat ~= inviter then
      if t:can_match(seat, sum) and seat:ask { "match",
        "%s invites competition. Pay %s too? (no: withdraw from the %s)", inviter, sum,
        t.rules.words.hand,
        confirm = true } then
        seat.chips:pay(sum, t.fund)
        t:say("%s pays too.", seat)
      else
        t:withdraw(seat)
      end
    end
  end
end

function inviting.can_match(t, seat, sum)
  if seat.chips:has(sum) then return true end
  t:say("%s has %s and can't pay as much.", seat, seat.chips)
  return false
end

-- What is laid stays there and scores nothing; back in the next hand.
function inviting.withdraw(t, seat)
  seat.out = true
  seat.hand:move_all(t.discards)
  t:say(t.rules.words.withdraws, seat)
end

-- The fund goes to the winner of the hand, where it is played for so.
function inviting.pay_fund(t)
  if t.rules.fund_to == "hand" and t.last_winner then
    t:say("%s takes %s.", t.last_winner, t.fund)
    t.fund:empty_into(t.last_winner.chips)
  end
end

return stakes
