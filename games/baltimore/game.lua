-- Baltimore draw 'em, the contest: a character's task decided by a hand of
-- cards, as many as the attribute, replaced as often as the skill allows,
-- against a target hand that chips lower.
-- Beside this file: characters (attribute and skill), targets (the hand to
-- beat), draw (board and replacing), duels (full contests), screen (the table as
-- drawn, and the chances). The poker itself is the game baltimore_poker.

local betting = require "betting"
local characters = require "baltimore.characters"
local targets = require "baltimore.targets"
local draw = require "baltimore.draw"
local duels = require "baltimore.duels"
local screen = require "baltimore.screen"

local effort_note = screen.effort_note
local KINDS = { "simple", "hidden", "full" }

local KIND_NOTES = { simple = "the target is known", hidden = "the target is shown at the end",
  full = "against another hand, with betting" }

local function kind_note(kind) return KIND_NOTES[kind] end

local function check_deal(rules, seats, players)
  local full = rules.contest == "full" or rules.contest == "asked"
  local cards = draw.BOARD + (rules.burn and 3 or 0)
  if full and rules.opponent ~= "player" then
    local npc = rules.npc_attribute
    cards = cards + (npc == "asked" and 5 or npc)
  end
  for i = 1, seats do
    cards = cards + (players and players[i]
      and characters.most_cards(rules, players[i]) or 5)
  end
  if cards > 52 then
    return ("%d characters may need %d cards, but the deck has 52: use fewer "
      .. "characters or lower attributes"):format(seats, cards)
  end
end

return game {
  title = "Baltimore draw 'em",
  one_line = "a task decided by a poker hand: chips lower the hand to beat",
  player = "character",
  seats = { 1, 12 },
  usual = { seats = 1, who = "people", evening = true },
  gm = true,
  deck = "standard",
  check = function(rules, seats, players)
    if rules.opponent == "player" and seats ~= 2 then
      return "opponent = player: that contest needs exactly two characters"
    end
    for _, player in ipairs(players or {}) do
      local problem = characters.problem(player)
      if problem then return problem end
    end
    return targets.problem(rules) or check_deal(rules, seats, players)
  end,

  rules = betting.with(betting.rules, draw.rules, {
    -- what is contested
    contest = { "asked", "simple (the target is known), hidden, or full "
      .. "(against a hand); or the GM is asked",
      one_of = { "asked", "simple", "hidden", "full" }, from = "hand" },
    contests = { 1, "number of contests (0: the GM is asked)",
      min = 0, max = 100000 },
    target = { "", "hand to beat, like fives full of twos (empty: the GM is "
      .. "asked)", text = true, from = "hand", secret = true },
    floor = { "", "hand below which the target never falls (none: no floor; empty: "
      .. "the GM is asked, if the target is asked for as well)", text = true,
      from = "hand", secret = true },
    open_floor = { false, "the floor is announced", from = "hand" },
    floor_shown = { false, "a secret floor is shown at the showdown to those "
      .. "whom it stopped; else only the GM knows it" },
    attribute = { "asked", "attribute used, or the GM is asked",
      one_of = { "asked", table.unpack(characters.ATTRIBUTES) },
      from = "hand" },
    skill = { "", "skill used (empty: the GM is asked; none: none)",
      text = true, from = "hand" },

    -- full contests
    opponent = { "asked", "a full contest is against the GM's hand, or between "
      .. "two players; or the GM is asked", one_of = { "asked", "gm", "player" },
      from = "game" },
    npc_attribute = { "asked", "attribute of the GM's side, or the GM is asked",
      one_of = { "asked", 1, 2, 3, 4, 5 }, from = "hand" },
    npc_skill = { "asked", "skill of the GM's side, or the GM is asked",
      one_of = { "asked", 0, 1, 2, 3, 4, 5 }, from = "hand" },
    gm_antes = { true, "in a full contest the GM puts in an ante too" },

    -- chips
    start_chips = { 20, "chips of a character with none kept from earlier contests", min = 0,
      max = 1000000, from = "game" },
    fresh_chips = { false, "each contest begins with start_chips again" },
    ante = { 1, "chips each puts in before the deal", min = 0, max = 1000 },
    kept_part = { 2, "a winner loses the bet divided by this number, "
      .. "rounded up", min = 1, max = 100 },
    no_ante_pays = { 1, "chips that a win without an ante pays", min = 0,
      max = 1000 },
    shared_effort = { false, "several players' chips lower one target" },

    -- the outcome
    degree_decides = { false, "success is a degree of 0 or more, whatever the "
      .. "lower cards are" },
    degree = { "named", "the degree compares the first named values, or the "
      .. "highest of all five cards", one_of = { "named", "highest" } },
    success_words = { { { 60, "spectacular" }, { 45, "amazing" },
      { 31, "triumphant" }, { 15, "excellent" }, { 5, "solid" },
      { 0, "marginal" } }, "words for a success, each with its least degree" },
    failure_words = { { { 60, "abysmal" }, { 45, "horrible" },
      { 30, "miserable" }, { 15, "painful" }, { 5, "irritating" },
      { 0, "marginal" } }, "words for a failure, each with its least degree" },
  }),

  profile = characters.profile,
  campaign = characters.campaign,

  piles = {
    muck = "nobody", board = "everyone",
    seat = { hand = "owner", discards = "owner" },
    gm = { hand = "owner", discards = "owner" },
  },
  pools = { seat = { chips = 0, pot = 0 }, gm = { chips = "mint" } },
  state = betting.with(betting.state, {
    kind = "", target = secret(0), floor = secret(0), known = 0,
    known_floor = 0, target_text = secret(""), floor_text = secret(""),
    played = 0, attribute = "", skill = "", rated = false,
    contested = 0, replaced = false, opponent = "gm",
    seat = betting.with(betting.seat, {
      hole = 0, draws = 0, drawn = 0, ratings = {}, anted = false, spent = 0,
      stands = false, rank = 0, beaten = 0, outcome = "", success = false,
      degree = secret(0), shows_first = false, other_blind = internal(0),
      successes = 0, degrees = 0, bet_in_all = 0,
    }),
    gm = betting.with(betting.seat, {
      hole = 0, draws = 0, drawn = 0, stands = false, rank = 0, anted = true,
    }),
  }),
  measures = {
    contests = "contests played", successes = { "successes", by = "seat" },
    degrees = { "degrees of success and failure, added up", by = "seat" },
    bet = { "chips bet in simple and hidden contests", by = "seat" },
    chips = { "chips left", by = "seat" },
  },

  about = {
    gather_party = "The characters bring their chips.",
    begin = "The GM says what kind of contest it is.",
    ratings = "The attribute gives the hole cards, the skill the replacements.",
    set_target = "The GM names the hand to beat, and perhaps a secret floor.",
    pay_ante = "Antes are paid, and in a full contest the blinds.",
    deal = "Hole cards are dealt.",
    first_bets = "Chips are bet: each lowers the target a step; in a full contest, they are bet "
      .. "as in poker.",
    lay_board = "Four cards are laid face up for all.",
    replace = "Players replace as many cards as the skill allows.",
    second_bets = "Players bet chips once more.",
    showdown = "Hands are shown and compared: success or failure, and its degree.",
    pay = "Those who succeed get part of their bets back; the winner of a full contest "
      .. "gets the pot.",
    clear = "The cards come back.",
    standings = "Successes and chips.",
  },
  order = {
    "gather_party",
    {
      "begin", "ratings", "set_target", "pay_ante", "deal", "first_bets",
      "lay_board", "replace", "second_bets", "showdown", "pay", "clear",
    },
    "standings",
  },
  steps = { characters.steps, targets.steps, draw.steps, duels },
  odds = screen.odds,
  screen = screen.screen,
  scores = screen.scores,

  -- Before the cards ----------------------------------------------------------

  gather_party = function(t)
    t:say("The best five of your cards and the board must be at least as good as the "
      .. "target, or as the opposing hand.")
    t:each(t.give_chips)
  end,

  give_chips = function(t, seat)
    t.gm.chips:pay(seat.profile.chips or t.rules.start_chips, seat.chips)
  end,

  -- What a chip does in a contest of this kind.
  explain_kind = function(t, kind)
    if kind == "full" then
      return t:say("Chips are bet in two rounds, before the board and after cards are replaced. "
        .. "The better hand at the end takes the pot; if you fold, you fail.")
    end
    t:say(t.chips_text)
  end,

  chips_text = function(t)
    return "The chips you bet lower the target, one step each, but never below a floor that the GM "
      .. "may %s; %s. `:odds` shows %s.", t.rules.open_floor and "set" or "keep secret",
      t:chips_advice(), t.kind == "hidden" and "how good a hand you may hope for"
      or "what one more chip would buy"
  end,

  -- What comes of chips bet against a target, in words.
  chips_advice = function(t)
    local parts = t.rules.kept_part
    if parts == 1 then return "none of them comes back" end
    local back = parts == 2 and "half of them (rounded down)" or "most of them"
    return back .. " come back if you succeed"
  end,

  begin = function(t)
    local kind = t.rules.contest
    if kind == "asked" then
      kind = t.gm:ask { "contest", "What kind of contest?", one_of = KINDS,
        default = "simple", tells = kind_note }
    end
    t.kind = kind
    t:explain_kind(kind)
    t.played = t.played + 1
    if t.rules.fresh_chips then t:each(t.give_fresh_chips) end
    if kind == "full" then t:opposition() end
  end,

  give_fresh_chips = function(t, seat)
    seat.chips:empty_into(t.gm.chips)
    t.gm.chips:pay(t.rules.start_chips, seat.chips)
  end,

  -- Who has too few chips for the ante plays without.
  pay_ante = function(t)
    t:each(t.put_in_ante)
    if t.kind == "full" then
      t:other_antes()
      t:post_blinds()
    end
  end,

  put_in_ante = function(t, seat)
    local ante = t.rules.ante
    seat.anted = seat.chips:has(ante)
    if seat.anted then
      seat.chips:pay(ante, seat.pot)
    else
      t:say("%s has no chips for the ante.", seat)
    end
  end,

  -- The cards -----------------------------------------------------------------

  deal = function(t)
    t.deck:shuffle()
    t:burn()
    t:each(t.deal_hand)
    if t.kind == "full" then t.deck:deal(t.gm.hole, t.gm.hand) end
  end,

  deal_hand = function(t, seat) t.deck:deal(seat.hole, seat.hand) end,

  replace = function(t)
    if t.rules.replacing == "in_turn" then
      t:bites_in_turn(t:drawing_seats())
    else
      t:bites_by_seat()
    end
    t.replaced = true
  end,

  bites_by_seat = function(t)
    t:each(t.take_bites)
    if t.kind == "full" and t:gm_plays() then
      while t:bite(t.gm) do end
    end
  end,

  take_bites = function(t, seat)
    while seat.outcome == "" and t:bite(seat) do end
    seat.stands = true
  end,

  -- Those whose hand still counts, the GM last.
  drawing_seats = function(t)
    local list = {}
    for seat in t:seats() do
      if seat.outcome == "" then list[#list + 1] = seat end
    end
    if t.kind == "full" and t:gm_plays() then list[#list + 1] = t.gm end
    return list
  end,

  -- Betting -------------------------------------------------------------------

  first_bets = function(t) t:bets(1) end,
  second_bets = function(t) t:bets(2) end,

  bets = function(t, number)
    if t.kind == "full" then return t:bet_pairs(number) end
    t:each(t.add_effort)
  end,

  -- Against a target: any number of chips, once in each phase.
  add_effort = function(t, seat)
    local chips = seat.chips:amount()
    if chips == 0 then return end
    local n = seat:ask { "effort", "How many chips do you bet?", min = 0,
      max = chips, default = 0, tells = effort_note }
    if n == 0 then return end
    seat.chips:pay(n, seat.pot)
    seat.spent = seat.spent + n
    t:say(t.effort_text, seat, n)
  end,

  effort_text = function(t, seat, n)
    local target = t:seen_target(seat)
    if target == 0 then return "%s bets %s.", seat, n end
    return "%s bets %s: the target is %h.", seat, n, target
  end,

  -- The outcome ---------------------------------------------------------------

  showdown = function(t)
    if t.kind == "full" then
      return t:judge_pairs()
    elseif t.kind == "hidden" then
      t:reveal_target()
    end
    t:each(t.judge)
  end,

  reveal_target = function(t)
    t.known = t.target
    t:say("The target was %h.", t.target)
    for seat in t:seats() do
      local lowered = t:lowered(seat, t.target, 0)
      if lowered < t.target then
        t:say("%s's chips lower it to %h.", seat, lowered)
      end
    end
  end,

  judge = function(t, seat)
    local rank, target = t:show_hand(seat), t:target_of(seat)
    local degree = t:degree_of(rank, target)
    seat.beaten, seat.degree = target, degree
    if target == t.floor and t:stopped_by_floor(seat) then t:tell_floor(seat) end
    seat.success = t:succeeds(rank, target)
    t:note_outcome(seat)
  end,

  -- Is this hand good enough for the target?
  succeeds = function(t, rank, target)
    if t.rules.degree_decides then return t:degree_of(rank, target) >= 0 end
    return rank >= target
  end,

  -- A secret floor that stopped somebody: the GM alone hears of it, and the table
  -- goes on seeing the target without it.
  tell_floor = function(t, seat)
    if t.rules.floor_shown then
      t:say("%s's chips could not lower it below %h, a secret floor.", seat,
        t.floor)
      return
    end
    t.gm:say("%s is held to the secret floor, %h: degree %d.", seat, t.floor,
      seat.degree)
    seat.beaten = t:lowered(seat, t.target, 0)
  end,

  note_outcome = function(t, seat)
    if seat.success then seat.successes = seat.successes + 1 end
    t:say(t.outcome_text, seat)
  end,

  outcome_text = function(t, seat)
    local success, degree = seat.success, seat.degree
    local verb = success and "succeeds" or "fails"
    if seat.outcome ~= "" then return "%s %s.", seat, verb end
    if t.kind ~= "full" and t:stopped_by_floor(seat) and not t.rules.floor_shown then
      return "%s %s: %s.", seat, verb, t:word_of(success, degree)
    end
    return "%s %s against %h: %s (%s).", seat, verb, seat.beaten,
      t:word_of(success, degree), degree
  end,

  -- Chips ---------------------------------------------------------------------

  pay = function(t)
    if t.kind == "full" then return t:pay_pairs() end
    t:each(t.pay_back)
  end,

  pay_back = function(t, seat)
    local n = t:winnings(seat)
    seat.pot:empty_into(t.gm.chips)
    if n > 0 then t.gm.chips:pay(n, seat.chips) end
    t:say("%s gets %s back; chips now: %s.", seat, n > 0 and n or "nothing", seat.chips)
  end,

  -- What comes back to a winner against a target; a loser gets nothing.
  winnings = function(t, seat)
    if not seat.success then return 0 end
    if not seat.anted then return t.rules.no_ante_pays end
    return seat.spent - t:lost_part(seat.spent)
  end,

  lost_part = function(t, spent)
    local parts = t.rules.kept_part
    return (spent + parts - 1) // parts
  end,

  -- Before the next contest -----------------------------------------------------

  clear = function(t)
    t:gather(t.deck)
    t:each(t.clear_seat)
    if t.kind == "full" then t:clear_gm() end
    t.known, t.known_floor, t.replaced = 0, 0, false
    if not t:another() then return done end
  end,

  clear_seat = function(t, seat)
    seat.bet_in_all = seat.bet_in_all + seat.spent
    seat.degrees = seat.degrees + seat.degree
    seat.spent, seat.outcome, seat.degree = 0, "", 0
    seat.drawn, seat.rank, seat.stands = 0, 0, false
    seat.folded, seat.shows_first = false, false
  end,

  clear_gm = function(t)
    t.gm.hole, t.gm.draws, t.gm.drawn, t.gm.rank = 0, 0, 0, 0
  end,

  another = function(t)
    local contests = t.rules.contests
    if contests > 0 then return t.played < contests end
    return t.gm:ask { "another", "Another contest?", confirm = true }
  end,

  standings = function(t)
    t:measure("contests", t.played)
    for seat in t:seats() do
      t:measure("successes", seat.successes, seat)
      t:measure("degrees", seat.degrees, seat)
      t:measure("bet", seat.bet_in_all, seat)
      t:measure("chips", seat.chips:amount(), seat)
    end
    local rows, best = t:rank_by("successes", "chips"), 0
    for _, row in ipairs(rows) do best = math.max(best, row.seat.successes) end
    for _, row in ipairs(rows) do row.place = row.place + (best == 0 and 1 or 0) end -- nobody won
    t:finish(rows)
  end,
}
