-- Farmers and Fishermen, the Pokebacc of the villages: eight numbers and four
-- royals, a fee to become a citizen, and battles for three cities in which
-- competition is invited by putting money into the Treasury.

local decks = require "royal_pokebacc.decks"

local own = decks.of("Farmers and Fishermen", 8, { { "Princess", "Ps" }, { "Prince", "Pr" },
  { "Queen", "Q" }, { "King", "K" } })

local farmers = game_from "royal_pokebacc"
farmers.title = "Farmers and Fishermen"
farmers.one_line = "runs, sets and families; conquer three cities to win the country"
farmers.player = "citizen"
farmers.deck = own.kind
function farmers.check(rules, seats) return decks.check(own, rules, seats) end
function farmers.cards() return own end

farmers.words.hand = "battle"
farmers.words.deck = "Market"
farmers.words.discards = "Warehouse"
farmers.words.fund = "Treasury"
farmers.words.discard = "Which card do you discard to the Warehouse?"
farmers.words.wins_hand = "%s conquers the city."
farmers.words.wins_match = "%s conquers the country!"
farmers.words.fund_goes = "The Treasury of %s goes to %s."
farmers.words.withdraws = { "%s flees from the battle.",
  "announces that a player withdraws from a hand" }

farmers.rules.family = 60
farmers.rules.buy_in_once = { true, "the buy-in is paid once, before the first {hand}",
  from = "game" }
farmers.rules.fund_to = { "match", "who takes the fund: the winner of the {hand} or the match",
  one_of = { "hand", "match" } }
farmers.rules.any_sum = { false, "competition may be invited with any sum, and those who have less "
  .. "must withdraw" }
farmers.rules.most_invited = { 0, "largest sum that invites competition (0: no limit)",
  min = 0, max = 10000 }

farmers.state.asked = 0

-- Nothing is staked and raised; nobody retires.
farmers.rules.most_raise = none
farmers.actions.retire = none
farmers:drop("stake")
farmers.about = {
  fee = "Everybody pays into the fund.",
  invite = "The player may invite competition with a sum: the others match it or withdraw.",
  next_turn = "The turn passes to the left, unless the battle is over.",
  settle = "Points are counted; the most win the battle.",
  pay_fund = "The fund goes to the winner, if each battle is played for it.",
  crown = "Three cities win the country.",
  stake = none, raise_stakes = none,
}
farmers:before("deal", "fee")
farmers:before("draw", "invite")
farmers:before("raise_stakes", "pay_fund")
farmers:drop("raise_stakes")

function farmers.explain_money(t, rules, words)
  if rules.purse == 0 then return end
  local every = rules.buy_in_once and "the first" or "each"
  if rules.buy_in > 0 then
    t:say("Before %s %s everybody pays %s into the %s, which goes to the winner of the %s.", every,
      words.hand, rules.buy_in, words.fund, rules.fund_to == "hand" and words.hand or "match")
  end
  t:say("Before you draw you may invite competition with a sum: in turn the others pay as "
    .. "much into the %s, or withdraw from the %s. If they all withdraw, you win it.%s", words.fund,
    words.hand, rules.any_sum and "" or " Anyone who has nothing stays in without paying.")
end

-- Who can't pay all of it pays what there is, and plays all the same.
function farmers.fee(t)
  local fee = t.rules.buy_in
  if fee == 0 or t.rules.buy_in_once and t.hands > 0 then return end
  for _, seat in ipairs(t:inside(t.dealer)) do
    local paid = seat.chips:pay_up_to(fee, t.fund)
    if paid == 0 then
      t:say("%s has nothing to pay with, but plays anyway.", seat)
    elseif paid < fee then
      t:say("%s can't pay %s and puts in %s.", seat, fee, paid)
    end
  end
  t:say("The %s holds %s, for the winner of the %s.", t.words.fund, t.fund,
    t.rules.fund_to == "hand" and t.words.hand or "match")
end

function farmers.invite(t)
  local seat, most = t.turn, t:most_invited(t.turn)
  if most == 0 then return end
  local sum = seat:ask { "invite", "Invite competition, and with how much? The others match it or "
    .. "leave the %s.", t.words.hand, min = 1, max = most, optional = true }
  if not sum then return end
  t.asked = sum
  seat.chips:pay(sum, t.fund)
  t:say("%s invites competition with %s.", seat, sum)
  t:answer_invitation(seat, sum)
  if #t:inside(seat) == 1 then
    t:say("Everybody else has left: the %s is over.", t.words.hand)
    t.winner = seat
    return done
  end
end

-- At most what the poorest of those still in who has anything has, so that nobody is bought out
-- and no empty purse silences the others; nothing where no other has anything.
function farmers.most_invited(t, seat)
  local rules, most, payers = t.rules, seat.chips:amount(), 0
  for _, other in ipairs(t:inside(seat)) do
    local has = other.chips:amount()
    if has > 0 and other ~= seat then
      payers = payers + 1
      if has < most and not rules.any_sum then most = has end
    end
  end
  if payers == 0 and not rules.any_sum then return 0 end
  return rules.most_invited == 0 and most or math.min(most, rules.most_invited)
end

local function match_note(yes, t, seat)
  if yes then
    return "you pay %s of your %s into the %s, now %s", t.asked, seat.chips:amount(), t.words.fund,
      t.fund:amount()
  end
  return "you withdraw from the %s; what you have laid scores nothing", t.words.hand
end

-- Clockwise and openly: match it in full, or withdraw from the hand.
function farmers.answer_invitation(t, inviter, sum)
  for _, seat in ipairs(t:inside(inviter:left())) do
    if seat ~= inviter and t:stays_free(seat) then
      t:say("%s has nothing to pay with, and stays in.", seat)
    elseif seat ~= inviter then
      if t:can_match(seat, sum) and seat:ask { "match",
        "%s invites competition. Match the %s?", inviter, sum, confirm = true,
        tells = match_note } then
        seat.chips:pay(sum, t.fund)
        t:say("%s matches it.", seat)
      else
        t:withdraw(seat)
      end
    end
  end
end

-- Nobody with an empty purse is driven out, unless any sum may be asked.
function farmers.stays_free(t, seat)
  return not t.rules.any_sum and seat.chips:amount() == 0
end

function farmers.can_match(t, seat, sum)
  if seat.chips:has(sum) then return true end
  t:say("%s has only %s and can't match it.", seat, seat.chips)
  return false
end

-- What is laid stays there and scores nothing; back in the next hand.
function farmers.withdraw(t, seat)
  seat.out = true
  seat.hand:move_all(t.discards)
  t:say(t.words.withdraws, seat)
end

-- The fund goes to the winner of the hand, where it is played for so.
function farmers.pay_fund(t)
  if t.rules.fund_to == "hand" and t.last_winner and t.fund:has(1) then
    t:say("%s takes the %s in the %s.", t.last_winner, t.fund, t.words.fund)
    t.fund:empty_into(t.last_winner.chips)
  end
end

return farmers
