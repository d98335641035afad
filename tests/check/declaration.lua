--: 23:3: error: `seats`: expected { fewest, most }, the fewest first, from 1 to 32
--: 23:21: error: usual.sets: expected seats, who, gm or evening
--: 23:21: error: usual.seats: expected a whole number from 1 to 32
--: 23:21: error: usual.who: expected "people"
--: 23:21: error: usual.gm: expected rules and their values, in a game with a game master
--: 24:3: error: `deck`: expected the name of a deck kind, like "standard", or a kind { ... }, did you mean `standard`?
--: 25:13: error: rule `ante`: min and max are for numbers, and it starts with the text "one"
--: 25:13: warning: rule `ante` is read nowhere: to change it changes nothing (read it as t.rules.ante, or leave it out)
--: 25:49: error: rule `limit`: expected { default, "meaning", limits }
--: 25:60: error: rule tide = spade: expected one of spades, hearts
--: 25:60: warning: rule `tide` is read nowhere: to change it changes nothing (read it as t.rules.tide, or leave it out)
--: 26:5: error: rule `goal` has an unknown key `mni`, did you mean `min`?
--: 26:5: warning: rule `goal` is read nowhere: to change it changes nothing (read it as t.rules.goal, or leave it out)
--: 27:13: error: pile `lake` faces everybody: expected "nobody", "owner", "everyone", "top" or "gm", did you mean `everyone`?
--: 28:13: error: pool `pot` starts with purse: expected an amount, the name of a rule, or "mint"
--: 30:15: error: action `leave` runs a step `leving` that doesn't exist, did you mean `leaving`?
--: 30:15: error: actions.leave.when: there is no step `paly`, did you mean `play`?
--: 30:15: error: actions.leave.moment: expected a text, like "before the next hand"
--: 31:3: error: unknown field `ordr`: expected a step (a function) or one of the game's fields, did you mean `order`?
--: 32:21: error: the order names a step `paly` that doesn't exist, did you mean `play`?
--: 33:3: error: `deal` is one of the state and a step: expected another name
return game {
  seats = { 4, 2 }, usual = { seats = 40, who = "you", gm = 3, sets = 1 },
  deck = "standart",
  rules = { ante = { "one", "chips", min = 0 }, limit = 3, tide = { "spade", "suit", one_of = { "spades", "hearts" } },
    goal = { 5, "points", mni = 1 } },
  piles = { lake = "everybody", seat = { hand = "owner" } },
  pools = { pot = "purse" },
  state = { deal = 0 },
  actions = { leave = { "leave", step = "leving", when = { "deal", "paly" }, moment = 3 } },
  ordr = { "deal" },
  order = { "deal", "paly" },
  deal = function(t) t:finish() end,
  play = function(t) t:finish() end,
  leaving = function() end,
}
