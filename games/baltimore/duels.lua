-- Full contests: each player's hand against the GM's, or two players' against
-- one another, with betting as in poker and a pot for each pair. A pair is
-- { seat =, other =, pot = }; who folded stands in the player's `outcome`.

local betting = require "betting"

local duels = {}

--- The pairs that play against each other.
function duels.pairs_of(t)
  if t.opponent == "player" then
    return { { seat = t.seat[1], other = t.seat[2], pot = t.seat[1].pot } }
  end
  local list = {}
  for seat in t:seats() do
    list[#list + 1] = { seat = seat, other = t.gm, pot = seat.pot }
  end
  return list
end

--- The pairs in which nobody has folded.
function duels.open_pairs(t)
  local list = {}
  for _, pair in ipairs(t:pairs_of()) do
    if pair.seat.outcome == "" then list[#list + 1] = pair end
  end
  return list
end

local WHOM = { gm = "each plays against your hand", player = "the two play against each other" }

local function whom_note(whom) return WHOM[whom] end

--- Whom a full contest is against: two players may meet each other.
function duels.whom(t)
  if t.rules.opponent ~= "asked" then return t.rules.opponent end
  if #t.seat ~= 2 then return "gm" end
  return t.gm:ask { "opponent", "Against whom?", one_of = { "gm", "player" }, default = "gm",
    tells = whom_note }
end

--- What the GM's side brings to a full contest.
function duels.opposition(t)
  local rules, gm = t.rules, t.gm
  t.opponent = t:whom()
  if t.opponent == "player" then return end
  local hole, draws = rules.npc_attribute, rules.npc_skill
  gm.hole = hole ~= "asked" and hole or gm:ask { "npc_attribute",
    "What is the opposition's attribute, the number of cards you are dealt?", min = 1, max = 5,
    default = 3 }
  gm.draws = draws ~= "asked" and draws or gm:ask { "npc_skill",
    "What is the opposition's skill, the number of cards you may replace?", min = 0, max = 5,
    default = 2 }
end

--- The antes of the other side: the GM's in each pair; two players put theirs
--- together.
function duels.other_antes(t)
  if t.opponent == "player" then
    t.seat[2].pot:empty_into(t.seat[1].pot)
  elseif t.rules.gm_antes then
    for seat in t:seats() do t.gm.chips:pay(t.rules.ante, seat.pot) end
  end
end

--- The blinds of each pair, before the deal. The GM may have posted one in each pot.
function duels.post_blinds(t)
  for _, pair in ipairs(t:pairs_of()) do
    local seats = { pair.seat, pair.other }
    betting.begin(t, seats)
    betting.post_blinds(t, seats, pair.pot)
    pair.seat.other_blind = pair.other.bet
  end
end

-- One seat of a pair folded: what that makes of the contest.
local function note_fold(pair)
  local seat, other = pair.seat, pair.other
  if seat.folded then
    seat.outcome = "folded"
    if other.number > 0 then other.outcome = "unopposed" end
  elseif other.folded then
    seat.outcome = "unopposed"
    if other.number > 0 then other.outcome = "folded" end
  end
  other.folded = false
end

--- One round of betting of each pair.
function duels.bet_pairs(t, number)
  for _, pair in ipairs(t:open_pairs()) do
    local seats = { pair.seat, pair.other }
    t.contested = pair.seat.number
    if number == 1 then
      pair.other.bet = pair.seat.other_blind
      seats = betting.after_blinds(t, seats)
    end
    betting.round(t, { seats = seats, pot = pair.pot, number = number })
    pair.seat.shows_first = t.bettor
    note_fold(pair)
  end
  t.contested = 0
end

--- Does anybody still play against the GM's hand?
function duels.gm_plays(t)
  return t.gm.hole > 0 and #t:open_pairs() > 0
end

-- Showdown --------------------------------------------------------------------

local function judge_one(t, seat, mine, theirs)
  seat.success, seat.beaten = mine >= theirs, theirs
  seat.degree = mine == theirs and 0 or t:degree_of(mine, theirs)
end

--- Who bet last shows first, else who sits left of the dealer. The GM's hand is
--- always shown: without it there would be no degree.
function duels.order_shown(_, pair)
  if pair.seat.shows_first == pair.other then return { pair.other, pair.seat } end
  return { pair.seat, pair.other }
end

--- What a hand did: against the other one, or because somebody folded.
function duels.judge_pair(t, pair)
  local seat, other = pair.seat, pair.other
  if seat.outcome ~= "" then
    seat.success = seat.outcome == "unopposed"
    if other.number > 0 then other.success = not seat.success end
    return
  end
  judge_one(t, seat, seat.rank, other.rank)
  if other.number > 0 then judge_one(t, other, other.rank, seat.rank) end
end

function duels.judge_pairs(t)
  for _, pair in ipairs(t:open_pairs()) do
    t:open_hands(t:order_shown(pair))
    note_fold(pair)
  end
  for _, pair in ipairs(t:pairs_of()) do t:judge_pair(pair) end
  t:each(t.note_outcome)
end

-- Paying ----------------------------------------------------------------------

-- Who put in no ante gets a chip of the pot and no more; the rest goes to the
-- other one, or to the bank when that one put in none either.
local function pay_little(t, pair, winner, loser)
  local n = pair.pot:pay_up_to(t.rules.no_ante_pays, winner.chips)
  pair.pot:empty_into(loser.anted and loser.chips or t.gm.chips)
  t:say("%s, without an ante, gets %s.", winner, n)
end

local function pay_winner(t, pair, winner, loser)
  if not winner.anted then return pay_little(t, pair, winner, loser) end
  t:say("%s wins %s.", winner, pair.pot:empty_into(winner.chips))
end

local function share_pot(t, pair)
  local seat, other = pair.seat, pair.other
  if not seat.anted then return pay_little(t, pair, seat, other) end
  if not other.anted then return pay_little(t, pair, other, seat) end
  t:say("%s and %s share %s.", seat, other, pair.pot)
  pair.pot:split { seat, other }
end

--- Pays the pot of a pair to who won it.
function duels.pay_pair(t, pair)
  local seat, other = pair.seat, pair.other
  if pair.pot:amount() == 0 then return end
  if seat.outcome == "" and seat.rank == other.rank then
    share_pot(t, pair)
  elseif seat.success then
    pay_winner(t, pair, seat, other)
  else
    pay_winner(t, pair, other, seat)
  end
end

function duels.pay_pairs(t)
  for _, pair in ipairs(t:pairs_of()) do t:pay_pair(pair) end
end

return duels
