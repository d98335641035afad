-- Merchant's Bank, the Pokebacc of merchants and shop owners: as the farmers play
-- it, but with ten numbers, four jewels in place of the royalty, a fee before
-- every sale, and the Escrow Fund for who wins it.

local decks = require "royal_pokebacc.decks"

-- the jewels: sapphire, diamond, emerald, ruby
local own = decks.of("Merchant's Bank", 10, { { "Triangle", "Tr" }, { "Square", "Sq" },
  { "Pentagon", "Pe" }, { "Hexagon", "He" } })

local bank = game_from "farmers_and_fishermen"
bank.title = "Merchant's Bank"
bank.one_line = "runs, sets and treasures; corner three markets for a monopoly"
bank.player = "merchant"
bank.deck = own.kind
function bank.check(rules, seats) return decks.check(own, rules, seats) end
function bank.cards() return own end

bank.words.hand = "sale"
bank.words.deck = "Bank"
bank.words.discards = "Vault"
bank.words.fund = "Escrow Fund"
bank.words.points = "Sergkin"
bank.words.family = "a Treasure"
bank.words.royal_family = "Crown Jewels"
bank.words.trove = { "a Treasure Trove", "one jewel in all four suits" }
bank.words.deals = "%s is the Executive."
bank.words.discard = "Which card do you put on the Vault as your reserve?"
bank.words.withdraws = "%s withdraws from the sale."
bank.words.wins_hand = "%s corners the market."
bank.words.wins_match = "%s forms a monopoly!"
bank.words.fund_goes = "The Escrow Fund of %s goes to %s."

bank.rules.family = 75
bank.rules.winners = { true, "Crown Jewels or a Treasure Trove wins the sale at once" }
bank.rules.buy_in_once = false
bank.rules.fund_to = "hand"

bank.about = {
  draw_for_deal = "All draw a card; the highest is the Executive.",
  fee = "Everybody pays the buy-in into the Escrow Fund.",
  deal = "Six cards each; the Executive begins.",
  lay = "The player lays down any combinations; the others may put a disaster on a treasure.",
  tax = "The player puts a card on the Vault.",
  next_turn = "The turn passes to the left, unless the sale is over.",
  settle = "Sergkin are counted; the most win the sale.",
  pay_fund = "The Escrow Fund goes to the winner, if each sale is played for it.",
  crown = "Three markets cornered make a monopoly.",
}

-- A second kind of treasure: one jewel in all four suits. It wins, too.
function bank.patterns(t)
  local list = bank.base.patterns(t)
  list[#list + 1] = { name = "trove", ranks = t:cards().royals, score = t:points_of "trove" }
  return list
end

function bank.is_family(t, meld) return meld.kind == "trove" or bank.base.is_family(t, meld) end

function bank.wins(t, meld) return meld.kind == "trove" or bank.base.wins(t, meld) end

function bank.to_spoil(t)
  return ("%s, %s or %s"):format(t.words.family, t.words.royal_family, t.words.trove)
end

function bank.families(t)
  return ("%s, or one of them in all four suits (%s)"):format(bank.base.families(t), t.words.trove)
end

function bank.what_wins(t)
  return ("%s all of one suit (%s) or %s wins the %s at once."):format(t:capital(t.words.family),
    t.words.royal_family, t.words.trove, t.words.hand)
end

return bank
