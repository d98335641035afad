-- Rod & Reel: a fishing contest in cards, after Mike Bourke's game.
-- This file holds what is declared and the hand: strains, cards, scoring.
-- Beside it: combinations (what scores), lines (what a strain permits), skill
-- (the pool and bait), catch (what comes of a hand), forage (the same without a
-- contest), heats (who sits at the table), standing (who wins), justice (cheating and accusing),
-- chance (odds), screen (the table as drawn), notes (what is read beside the answers).

local combinations = require "rod_and_reel.combinations"
local lines = require "rod_and_reel.lines"
local skill = require "rod_and_reel.skill"
local heats = require "rod_and_reel.heats"
local standing = require "rod_and_reel.standing"
local justice = require "rod_and_reel.justice"
local catch = require "rod_and_reel.catch"
local forage = require "rod_and_reel.forage"
local screen = require "rod_and_reel.screen"
local notes = require "rod_and_reel.notes"

local NO_SCORE = combinations.NO_SCORE
local is_value_card, card_note = lines.is_value_card, notes.card
local VICTORIES = {
  "biggest", "total", "first", "first_of_weight", "first_to_total",
}

-- Has the last hand begun? Who fishes in a hand is settled when it begins.
local function too_late(t)
  return #t.acting > 0 and t:is_last_hand() and "this is the last hand: it is too late"
end

local function can_cheat(t, seat)
  return seat.fishing and seat.method == "" and t.rules.mode == "contest"
    and (too_late(t) or true)
end

local function can_accuse(t, seat)
  return seat.fishing and t.rules.mode == "contest" and #t:fishers() > 1
    and (too_late(t) or true)
end

local function check_seats(rules, seats)
  if rules.heats and rules.mode == "foraging" then
    return "heats are for contests: foraging has none"
  end
  if not rules.heats and seats > 15 then
    return "more than 15 fishers need heats (--set heats=yes)"
  end
  if rules.heats and rules.advance * 2 > rules.table_size then
    return ("advance=%d: at most half of table_size=%d can go on from a heat"):format(rules.advance,
      rules.table_size)
  end
end

local function check_strains(rules)
  for _, strain in ipairs(rules.strains) do
    if not rules.permits[strain] then
      return string.format("strain +%s: permits[%s] is missing", strain, strain)
    end
  end
end

local function check_cards(rules, seats)
  local each = math.max(rules.dealt, rules.drawn_to, rules.bait_most)
    + rules.second_draws
  local most = rules.heats and math.min(seats, rules.table_size) or seats
  local cards = 52 * rules.decks
  if rules.first_discards > rules.dealt then
    return "first_discards can't be more than the cards dealt"
  end
  if each * most > cards then
    return string.format("%d cards for each of %d fishers: too many for decks=%d (%d cards)",
      each, most, rules.decks, cards)
  end
end

local function line_up_text(t)
  return "%s; %s deals", t:hand_text(), t.dealer
end

-- The cards drawn last lie behind the others.
local function drawn_text(_, seat, n)
  local hand = seat.hand:list()
  return "You draw %s", table.move(hand, #hand - n + 1, #hand, 1, {})
end

return game {
  title = "Rod & Reel",
  one_line = "a fishing contest: suited faces hook the fish, runs of numbers add weight",
  player = "fisher",
  seats = { 1, 32 },
  gm = true,
  deck = { "standard", copies = "decks" },
  check = function(rules, seats)
    return check_seats(rules, seats) or check_strains(rules)
      or check_cards(rules, seats)
  end,

  rules = {
    -- the contest
    mode = { "contest", "a contest, or foraging without one",
      one_of = { "contest", "foraging" }, from = "game" },
    victory = { "biggest", "what wins: the biggest fish, the total, the first "
      .. "fish, the first of minimum_fish, the first to goal_total",
      one_of = VICTORIES, from = "game" },
    hands = { 12, "hands in the contest", min = 1, max = 60 },
    minimum_fish = { 60, "points or weight a fish must reach for victory first_of_weight",
      number = true, min = 0, max = 10000 },
    goal_total = { 150, "total needed for victory first_to_total",
      number = true, min = 0, max = 100000 },
    thresholds = { "points", "minimum_fish and goal_total are score points, "
      .. "or weight", one_of = { "points", "weight" } },
    decks = { 3, "standard decks shuffled together", min = 1, max = 8,
      from = "game" },
    first_dealer = { "drawn", "the first dealer is drawn, or is the first seat",
      one_of = { "drawn", "first_seat" } },

    -- heats
    heats = { false, "qualifying heats when there are more than table_size" },
    table_size = { 8, "most fishers at one table when there are heats",
      min = 2, max = 15 },
    heat_hands = { 6, "hands in a heat", min = 1, max = 60 },
    advance = { 4, "most fishers who go on from a heat, the same number from each and "
      .. "never all of them", min = 1, max = 7 },

    -- foraging
    goal = { "fish", "foraging: what is counted, fish or weight",
      one_of = { "fish", "weight" } },
    goal_amount = { 3, "foraging: how many fish, or how much weight",
      number = true, min = 0, max = 100000 },
    hand_time = { 60, "foraging: minutes that each hand represents", min = 1,
      max = 1440 },
    together = { false, "foraging: the whole catch counts together, not "
      .. "each fisher's alone" },
    hand_limit = { 1000, "foraging: hands before giving up", min = 1,
      max = 1000 },

    -- skill and bait
    use_dex = { true, "the DEX modifier counts for the skill pool" },
    use_int = { true, "the INT modifier counts for the skill pool" },
    pool_size = { 1, "multiplies the skill pool (1, 1.5, 2, 3)", number = true,
      min = 0, max = 10 },
    tracking = { "chips", "the pool is in chips for all to see, or on paper",
      one_of = { "chips", "paper" }, from = "game" },
    bait_price = { 10, "skill points for each card that bait keeps", min = 0,
      max = 100 },
    bait_most = { 2, "most cards that bait can keep", min = 0, max = 5 },

    -- the hand
    strains = { { 0, 2, 4, 6 }, "breaking strains to choose from" },
    permits = { { [0] = "one_suit", [2] = "one_colour", [4] = "two_suits",
      [6] = "any_suits" }, "the runs that each strain permits",
      one_of = { "one_suit", "one_colour", "two_suits", "any_suits" } },
    cumulative = { false, "at +4 one card of the other colour and one of the "
      .. "same colour, not just one card of any suit" },
    dealt = { 5, "cards each fisher has after the deal", min = 1, max = 10 },
    first_discards = { 2, "most cards in the first discard", min = 0, max = 5 },
    drawn_to = { 7, "cards each fisher has after the first draw", min = 1,
      max = 12 },
    second_draws = { 2, "cards drawn after the second discard", min = 0,
      max = 4 },
    unused_faces = { "unreported", "a face card kept at the first discard "
      .. "but not scored is reported to nobody, the GM, or the table",
      one_of = { "unreported", "gm", "table" }, from = "hand" },

    -- scoring
    value_cards = { 3, "most value cards in a run", min = 0, max = 3 },
    after_gap = { 1, "points that each value card after a gap adds", min = 0,
      max = 10 },
    scoring = { "phases", "all declare, all commit, all roll; or each fisher "
      .. "in turn", one_of = { "phases", "turns" }, from = "hand" },
    exact = { false, "the fish pulls with exact tenths of its score" },
    divisor = { 10, "score points per unit of weight (0.2 at sea)",
      number = true, min = 0.01, max = 1000 },
    unit = { "lb", "unit of weight", text = true },
    scores = { {
      ace = { hearts = 93, diamonds = 75, clubs = 60, spades = 40 },
      king_queen = { hearts = 75, diamonds = 60, clubs = 45, spades = 30 },
      king_jack = { hearts = 53, diamonds = 40, clubs = 28, spades = 13 },
      queen_jack = { hearts = 45, diamonds = 30, clubs = 19, spades = 8 },
    }, "points for a scoring combination, by suit" },
    species = { {
      ace = { hearts = "sturgeon", diamonds = "catfish", clubs = "pike",
        spades = "eel" },
      king_queen = { hearts = "salmon", diamonds = "carp", clubs = "barbel",
        spades = "burbot" },
      king_jack = { hearts = "zander", diamonds = "lake trout",
        clubs = "tench", spades = "perch" },
      queen_jack = { hearts = "brown trout", diamonds = "bream",
        clubs = "chub", spades = "roach" },
    }, "the fish that a scoring combination stands for, by suit" },

    -- cheating
    accusing = { "a hand each", "what accusations cost the accuser: a hand "
      .. "each, or one hand in total",
      one_of = { "a hand each", "one hand for all" } },
    methods = { { "palms a card", "marked cards", "a helper's signals",
      "cards up the sleeve", "watches the deck's edge" },
      "ways of cheating that a bot knows" },
  },

  profile = {
    str = { 10, "strength score", min = 1, max = 60 },
    dex = { 10, "dexterity score", min = 1, max = 60 },
    int = { 10, "intelligence score", min = 1, max = 60 },
    str_mod = { none, "strength modifier, instead of the one from the score",
      min = -20, max = 30 },
    dex_mod = { none, "dexterity modifier, instead of the one from the score",
      min = -20, max = 30 },
    int_mod = { none, "intelligence modifier, instead of the one from the score",
      min = -20, max = 30 },
    ranks = { 6, "ranks in the fishing skill", min = 0, max = 60 },
    skill = { "yes", "has the fishing skill, has none, or one for other "
      .. "waters", one_of = { "yes", "none", "inappropriate" } },
  },

  piles = {
    discards = "everyone",
    seat = { hand = "owner", scoring = "everyone", values = "everyone" },
  },
  pools = { bank = "mint", spent = 0, seat = { points = 0 } },
  state = {
    round = 0, final = true, waiting = {}, contenders = {}, through = {}, going_on = 0,
    hand = 1, over = false, dealer = none, acting = {}, accusations = {},
    charge = none,
    seat = {
      fishing = false, sits_out = 0, expelled = false, heat = 0, knocked_out = 0,
      enough = none,
      tally = secret(0), bait = 0, strain = false, fish = false, run = {},
      plugged = 0, worth = 0, unused = secret({}), room = secret(0), catch = {}, total = 0,
      best = 0,
      qualified = none, qualifying = none, method = secret(""),
      cheating = secret(false),
    },
  },
  measures = {
    bites = { "hands in which a fish bit", by = "seat" },
    catches = { "fish landed", by = "seat" },
    plugs = { "runs improved by skill points", by = "seat" },
    dear_plugs = { "runs improved for 10 or more", by = "seat" },
    points = { "skill points spent on runs", by = "seat" },
    hands = "hands fished",
  },

  about = {
    sign_on = "All sit down; if there are too many for one table, heats are drawn.",
    roll_pools = "Each rolls for skill points.",
    buy_bait = "In secret each buys bait, which keeps cards from hand to hand.",
    cut_for_deal = "The first dealer is drawn.",
    choose_strains = "In secret each chooses a breaking strain.",
    shuffle_deck = "The deck is shuffled.",
    deal = "A card at a time, until each holds five.",
    first_discard = "Each discards up to two cards, face down.",
    first_draw = "All draw up to seven.",
    second_discard = "In turn, each lays a card on the pile and draws two.",
    declare = "In turn, each lays a combination and a run, or declares no score.",
    commit = "Each may spend skill points to plug gaps in the run.",
    convert = "Each rolls against the GM to land the fish.",
    final_discard = "Hands go under the deck, except the cards that bait keeps.",
    pass_deck = "The deal passes to the left.",
    close_table = "In heats, the best go on.",
    award = "The standings.",
  },
  order = {
    "explain", "sign_on",
    { "seat_table", "roll_pools", "buy_bait", "cut_for_deal",
      { "line_up", "choose_strains", "shuffle_deck", "deal", "first_discard",
        "first_draw", "second_discard", "declare", "commit", "convert",
        "judge", "final_discard", "pass_deck" },
      "close_table" },
    "award",
  },
  actions = {
    cheat = { "declare a way of cheating to the GM", step = "declare_method",
      who = can_cheat, when = { "roll_pools", "line_up" },
      moment = "before the next hand" },
    accuse = { "accuse somebody of cheating and miss a hand",
      step = "accusation", who = can_accuse, when = { "line_up" },
      moment = "before the next hand" },
  },
  odds = screen.odds,
  scores = screen.scores,

  screen = screen.screen,

  steps = { heats, skill, catch, forage, standing, justice },
  kinds = combinations.kinds,
  book = combinations.book,
  explain = screen.explain,

  -- The deck -----------------------------------------------------------------

  cut_for_deal = function(t)
    local fishers = t:fishers()
    if t.rules.first_dealer == "drawn" then
      t.dealer = t:choose(fishers)
    else
      t.dealer = fishers[1]
    end
    t:say("%s deals first", t.dealer)
  end,

  -- Who acts in this hand, from the dealer's right, the dealer last.
  line_up = function(t)
    local acting = {}
    for seat in t:seats_back(t.dealer:right()) do
      seat.strain = false
      if seat.fishing and seat.sits_out == 0 then acting[#acting + 1] = seat end
    end
    t.acting = acting
    t:measure("hands")
    t:say(line_up_text)
  end,

  -- Foraging goes on until there is enough: its limit is nobody's business.
  hand_text = function(t)
    if t.rules.mode == "foraging" then return ("Hand %d"):format(t.hand) end
    return ("Hand %d of %d"):format(t.hand, t:hands_in_all())
  end,

  next_dealer = function(_, dealer)
    local seat = dealer:left()
    while seat ~= dealer and not seat.fishing do seat = seat:left() end
    return seat
  end,

  hands_in_all = function(t)
    if t.rules.mode == "foraging" then return t.rules.hand_limit end
    return t.final and t.rules.hands or t.rules.heat_hands
  end,

  -- Under the deck, face down.
  put_back = function(t, pile)
    t.deck:put_under(pile)
  end,

  -- The hand -----------------------------------------------------------------

  choose_strains = function(t)
    local strains = t.rules.strains
    local answers = t:ask_all(t.acting, {
      "strain", "Which breaking strain?", one_of = strains,
      default = strains[1], tells = notes.strain,
    })
    for _, seat in ipairs(t.acting) do
      seat.strain = answers[seat]
      t:say("%s fishes at +%d", seat, seat.strain)
    end
  end,

  shuffle_deck = function(t)
    t.deck:shuffle()
  end,

  fill_up = function(t, seat, size)
    local missing = size - #seat.hand
    if missing > 0 then
      t.deck:deal(missing, seat.hand)
      seat:say(drawn_text, seat, missing)
    end
  end,

  -- A card at a time, round the table, to those who have fewer.
  deal = function(t)
    local size, have = t.rules.dealt, 0
    while have < size do
      local hands, up_to = {}, size
      for _, seat in ipairs(t.acting) do
        local held = #seat.hand
        if held <= have then hands[#hands + 1] = seat.hand
        elseif held < up_to then up_to = held end
      end
      t.deck:deal(up_to - have, hands)
      have = up_to
    end
  end,

  first_discard = function(t)
    local most = t.rules.first_discards
    local answers = t:ask_all(t.acting, function(seat)
      return {
        "first_discard", "Which cards do you discard before you fill your hand to %d?",
        t.rules.drawn_to, cards = seat.hand, min = 0, max = most, tells = card_note,
      }
    end)
    for _, seat in ipairs(t.acting) do
      t:throw_first(seat, answers[seat])
    end
  end,

  throw_first = function(t, seat, cards)
    if #cards > 0 then t.deck:put_under(cards) end
    t:say("%s discards %s", seat, #cards == 0 and "nothing" or #cards == 1 and "1 card"
      or #cards .. " cards")
    if t.rules.unused_faces ~= "unreported" then
      seat.unused, seat.room = t:faces_kept(seat), t:room_for_faces(#seat.hand + #cards, cards)
    end
  end,

  faces_kept = function(_, seat)
    local kept = {}
    for card in seat.hand:cards() do
      if not is_value_card(card) then kept[#kept + 1] = card end
    end
    return kept
  end,

  -- How many face cards more could have been thrown: so many in all, and never
  -- below three in hand.
  room_for_faces = function(t, held, thrown)
    local room = math.min(t.rules.first_discards, held - 3)
    for _, card in ipairs(thrown) do
      if not is_value_card(card) then room = room - 1 end
    end
    return math.max(room, 0)
  end,

  first_draw = function(t)
    local size = t.rules.drawn_to
    for _, seat in ipairs(t.acting) do t:fill_up(seat, size) end
  end,

  second_discard = function(t)
    for _, seat in ipairs(t.acting) do
      local former = seat.cheating and #t.discards > 0 and t.discards:top()
      local card = seat:ask {
        "second_discard", "Which card do you lay on the pile before you draw %d?",
        t.rules.second_draws, card = seat.hand, tells = card_note,
      }
      t.discards:put(card)
      t:say("%s lays %s on the pile", seat, card)
      t:second_draw(seat, former)
    end
  end,

  second_draw = function(t, seat, former)
    local draws = t.rules.second_draws
    if former and draws > 0 and t:takes_former(seat, former) then
      seat.hand:put(former)
      t:say("%s takes %s from the pile", seat, former)
      draws = draws - 1
    end
    if draws > 0 then
      t.deck:deal(draws, seat.hand)
      seat:say(drawn_text, seat, draws)
    end
  end,

  takes_former = function(_, seat, former)
    return seat:ask {
      "take", "Do you take %s from the pile?", former, confirm = true,
      tells = function(yes, t, me)
        if yes then return "as one of your draws; %s", notes.card(former, t, me) end
        return "you draw %d", t.rules.second_draws
      end,
    }
  end,

  -- Scoring ------------------------------------------------------------------

  -- The combinations a fisher may score with.
  combinations = function(t, seat)
    return combinations.held(t:once("book"), seat.hand)
  end,

  declare = function(t)
    local in_turn = t.rules.scoring == "turns"
    for _, seat in ipairs(t.acting) do
      t:declare_fish(seat)
      if in_turn and seat.fish then
        t:commit_points(seat)
        t:convert_score(seat)
      end
    end
  end,

  declare_fish = function(t, seat)
    local fish = t:choose_combination(seat, t:combinations(seat))
    seat.fish = fish
    if fish then
      t:measure("bites", 1, seat)
      t:lay_combination(seat, fish)
      t:lay_values(seat)
    else
      t:say("%s: no score", seat)
    end
    if t.rules.unused_faces ~= "unreported" then t:report_unused(seat) end
  end,

  -- Asked in secret, so that at a shared screen who holds no combination is called as others are.
  choose_combination = function(t, seat, choices)
    local choice = t:ask_all({ seat }, function()
      if #choices == 0 then return nil end
      choices[#choices + 1] = NO_SCORE
      return { "fish", "What do you score with?", one_of = choices, default = choices[1],
        tells = notes.fish }
    end)[seat]
    return choice and choice.kind and choice or false
  end,

  lay_combination = function(t, seat, fish)
    local cards = combinations.cards_of(seat.hand, fish)
    seat.scoring:put(cards)
    t:say("%s: a bite! %s", seat, cards)
  end,

  -- The test that says which cards a fisher's line holds together; of a strain not chosen yet, the
  -- least.
  value_test = function(t, seat)
    local permit = t.rules.permits[seat.strain or t.rules.strains[1]]
    if permit == "two_suits" and t.rules.cumulative then
      permit = "any_suits"
    end
    return lines.tests[permit]
  end,

  value_cards = function(_, seat)
    local list = {}
    for card in seat.hand:cards() do
      if is_value_card(card) then list[#list + 1] = card end
    end
    return list
  end,

  lay_values = function(t, seat)
    local cards = seat:ask {
      "values", "Which value cards do you lay with the fish?", cards = t:value_cards(seat),
      min = 0, max = t.rules.value_cards,
      fits = lines.of_value_cards(t:value_test(seat)), default = notes.best_values,
      tells = notes.in_run,
      why = function(chosen) return notes.no_run(t, seat, chosen) end,
    }
    seat.run, seat.plugged = t:run_of(cards), 0
    seat.values:put(cards)
    seat.worth = t:fish_score(t:laid_by(seat, 0))
    t:say("%s lays %s: %d points", seat, cards, seat.worth)
  end,

  -- Sorts a list of cards in place, the highest first, and gives it.
  highest_first = function(_, cards)
    for i = 2, #cards do
      local card, at = cards[i], i
      while at > 1 and cards[at - 1].value < card.value do
        cards[at] = cards[at - 1]
        at = at - 1
      end
      cards[at] = card
    end
    return cards
  end,

  -- The face values of cards, highest first.
  run_of = function(t, cards)
    local run = {}
    t:highest_first(cards)
    for i, card in ipairs(cards) do run[i] = card.value end
    return run
  end,

  -- What a run adds to the score when so many of its gaps are plugged.
  run_value = function(t, run, plugged)
    local sum, gaps = run[1] or 0, 0
    for i = 2, #run do
      if run[i - 1] - run[i] > 1 then gaps = gaps + 1 end
      sum = sum + (gaps <= plugged and run[i] or t.rules.after_gap)
    end
    return sum
  end,

  -- The points it takes to plug so many gaps of a run, from the top; nothing
  -- if it has fewer.
  plug_cost = function(_, run, plugged)
    local cost, left = 0, plugged
    for i = 2, #run do
      local above, below = run[i - 1], run[i]
      if above - below > 1 and left > 0 then
        cost = cost + (above + below) * (above - below - 1) // 2
        left = left - 1
      end
    end
    return left == 0 and cost or nil
  end,

  -- What a fisher may commit: nothing, one gap, two gaps, as far as the pool
  -- goes and the score grows.
  plug_costs = function(t, seat)
    local costs, run = { 0 }, seat.run
    local cost = t:plug_cost(run, 1)
    if not cost then return costs end
    local plugged, most, purse = 1, t:run_value(run, 0), t:skill_points(seat)
    while cost and cost <= purse do
      local value = t:run_value(run, plugged)
      if value > most then costs[#costs + 1], most = cost, value end
      plugged = plugged + 1
      cost = t:plug_cost(run, plugged)
    end
    return costs
  end,

  -- How many gaps of a run so many points plug.
  gaps_plugged = function(t, run, points)
    local plugged = 0
    while t:plug_cost(run, plugged) ~= points do plugged = plugged + 1 end
    return plugged
  end,

  commit = function(t)
    if t.rules.scoring == "turns" then return end
    for _, seat in ipairs(t.acting) do
      if seat.fish then t:commit_points(seat) end
    end
  end,

  -- By a fisher who has a fish.
  commit_points = function(t, seat)
    local costs = t:plug_costs(seat)
    if #costs == 1 then return end
    local cost = seat:ask {
      "plug", "How many skill points do you spend to plug the gaps in %s?",
      seat.values:list(), one_of = costs, default = 0, tells = notes.plug,
    }
    if cost > 0 then t:plug_run(seat, cost) end
  end,

  plug_run = function(t, seat, cost)
    seat.plugged = t:gaps_plugged(seat.run, cost)
    seat.worth = t:fish_score(t:laid_by(seat, seat.plugged))
    t:spend_points(seat, cost)
    t:measure("plugs", 1, seat)
    t:measure("points", cost, seat)
    if cost >= 10 then t:measure("dear_plugs", 1, seat) end
    t:say("%s spends %d skill point%s on the run: %d points", seat, cost, cost == 1 and "" or "s",
      seat.worth)
  end,

  -- What a fisher has laid, or would with so many gaps plugged: fish, the combination; cards, the
  -- value cards, and run, their values, the highest first; plugged.
  laid_by = function(_, seat, plugged)
    return { fish = seat.fish, cards = seat.values:list(), run = seat.run, plugged = plugged }
  end,

  -- The points of what is laid, or may be: the notes and the bots ask, too.
  fish_score = function(t, laid)
    return laid.fish.score + t:run_value(laid.run, laid.plugged)
  end,

  report_unused = function(t, seat)
    local unused = {}
    for _, card in ipairs(seat.unused) do
      if #unused < seat.room and not seat.scoring:has(card) then
        unused[#unused + 1] = card
      end
    end
    if #unused == 0 then return end
    if t.rules.unused_faces == "gm" then
      -- a card that lies in a hand would be told as one
      for i, card in ipairs(unused) do unused[i] = card.name end
      t.gm:say("%s kept %s without scoring", seat, table.concat(unused, ", "))
    elseif #unused == 1 then
      t:say("%s kept a face card that does not score", seat)
    else
      t:say("%s kept %d face cards that do not score", seat, #unused)
    end
  end,

  -- The end of the hand ------------------------------------------------------

  final_discard = function(t)
    local is_last = t:is_last_hand()
    for _, seat in ipairs(t.acting) do
      if seat.fish then t:take_up(seat) end
      if seat.bait > 0 and seat.fishing and not is_last then
        t:discard_all_but(seat, t:choose_kept(seat))
      else
        t:put_back(seat.hand)
      end
    end
    t:put_back(t.discards)
  end,

  -- What was laid down goes under the deck.
  take_up = function(t, seat)
    t:put_back(seat.scoring)
    t:put_back(seat.values)
    seat.fish, seat.run, seat.plugged, seat.worth = false, {}, 0, 0
  end,

  is_last_hand = function(t) return t.over or t.hand >= t:hands_in_all() end,

  choose_kept = function(_, seat)
    return seat:ask {
      "keep", "Which cards does your bait keep?", cards = seat.hand,
      min = 0, max = math.min(seat.bait, #seat.hand), default = notes.best_kept,
      tells = card_note,
    }
  end,

  discard_all_but = function(t, seat, kept)
    local is_kept, rest = {}, {}
    for _, card in ipairs(kept) do is_kept[card] = true end
    for card in seat.hand:cards() do
      if not is_kept[card] then rest[#rest + 1] = card end
    end
    if #rest > 0 then t.deck:put_under(rest) end
  end,

  pass_deck = function(t)
    for seat in t:seats() do
      if seat.sits_out > 0 then seat.sits_out = seat.sits_out - 1 end
    end
    t.dealer = t:next_dealer(t.dealer)
    if t:is_last_hand() then return done end
    t.hand, t.acting = t.hand + 1, {}
    return again
  end,

  -- The end ------------------------------------------------------------------

  award = function(t)
    if t.rules.mode == "foraging" then return t:end_hunt() end
    local standings, first = {}, t:fishers()
    t:place_seats(standings, first)
    local has_winner = #first > 0 and standings[1].seat.qualified
    for round = t.round - 1, 1, -1 do
      t:place_seats(standings, t:knocked_out_in(round))
    end
    t:place_seats(standings, t:expelled_fishers())
    if not has_winner then t:leave_first_place_empty(standings) end
    t:tell_what_placed()
    t:finish(standings)
  end,

  leave_first_place_empty = function(t, standings)
    for _, record in ipairs(standings) do record.place = record.place + 1 end
  end,

  -- Who went out in which heat of which round, and who qualified when.
  tell_what_placed = function(t)
    for round = 1, t.round - 1 do
      for heat = 1, #t.seat do
        local out = t:knocked_out_in(round, heat)
        if #out > 0 then t:say("Out in round %d, heat %d: %s", round, heat, out) end
      end
    end
    if not t.rules.victory:find "^first" then return end
    for _, seat in ipairs(t:fishers()) do
      if seat.qualified then t:say("%s qualified in hand %d", seat, seat.qualified) end
    end
  end,

  -- Appends seats to the standings, in their order, below those there are.
  place_seats = function(t, standings, seats)
    local above = #standings
    for _, record in ipairs(t:ranking(seats)) do
      standings[#standings + 1] = {
        seat = record.seat, score = record.score, place = above + record.place,
        by = t:figures_named(), keys = t:figures(record.seat),
      }
    end
  end,

  -- In one heat of the round, or in all.
  knocked_out_in = function(t, round, heat)
    local list = {}
    for seat in t:seats() do
      local here = not heat or seat.heat == heat
      if here and seat.knocked_out == round and not seat.expelled then
        list[#list + 1] = seat
      end
    end
    return list
  end,

  expelled_fishers = function(t)
    local list = {}
    for seat in t:seats() do
      if seat.expelled then list[#list + 1] = seat end
    end
    return list
  end,

}
