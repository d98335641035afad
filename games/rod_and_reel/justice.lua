-- Cheating and accusing: both out of turn, both judged by the GM.
-- A method is text for the GM alone; what the table sees of an accepted
-- cheat is only the card that is taken from the pile.

local methods = require "rod_and_reel.methods"

local justice = {}

local function no_method(text)
  return methods.normal(text) == "" and "describe how, in words, like `palms a card`" or nil
end

-- A method without the full stop that somebody may have typed.
local function as_said(method) return (method:gsub("[.%s]+$", "")) end

local function accept_note(yes)
  return yes and "once in each hand they may draw the card on the pile"
    or "nothing changes, and it can't be tried again"
end

local function ruling_note(yes)
  return yes and "the accused leaves the contest and loses their catch"
    or "nothing is proven, and both go on"
end

--- A fisher writes down how they will cheat; the GM judges it once.
function justice.declare_method(t, seat)
  seat.method = seat:ask {
    "method", "How do you cheat? (only the GM reads this)",
    text = 200, bot = t.rules.methods, why = no_method,
  }
  seat.cheating = t.gm:ask {
    "accept", '%s wants to cheat: "%s". Does it work?', seat, as_said(seat.method),
    confirm = true, tells = accept_note,
  }
  seat:say(seat.cheating and "The GM accepts your method"
    or "The GM does not accept your method")
end

--- The fishers whom a seat can accuse.
function justice.suspects(t, seat)
  local list = {}
  for other in t:seats() do
    if other.fishing and other ~= seat then list[#list + 1] = other end
  end
  return list
end

--- A fisher accuses another, naming the method, and misses the hand.
function justice.accusation(t, seat)
  local accused = seat:ask {
    "accused", "Whom do you accuse? You will miss a hand.", one_of = t:suspects(seat),
  }
  local method = seat:ask {
    "charge", "How does %s cheat?", accused, text = 200, bot = t.rules.methods, why = no_method,
  }
  t:say("%s accuses %s: %s", seat, accused, method)
  t:miss_a_hand(seat)
  t.charge = {
    accuser = seat, accused = accused, method = method, hand = t.hand,
  }
  t.charge.upheld = t:rule_on(t.charge)
  t:record_accusation(t.charge)
  if t.charge.upheld then t:expel(accused) end
end

--- An accusation costs a hand, and a second one another.
function justice.miss_a_hand(t, seat)
  local each = t.rules.accusing == "a hand each"
  seat.sits_out = each and seat.sits_out + 1 or 1
end

--- The GM compares the methods and rules.
function justice.rule_on(t, charge)
  local declared = charge.accused.method
  declared = declared == "" and "declared nothing" or ('declared "%s"'):format(as_said(declared))
  return t.gm:ask {
    "ruling", '%s accuses %s: "%s". %s had %s. Is the charge upheld?',
    charge.accuser, charge.accused, as_said(charge.method), charge.accused, declared,
    confirm = true, tells = ruling_note,
  }
end

--- Writes an accusation and its outcome into the contest's book.
function justice.record_accusation(t, charge)
  table.insert(t.accusations, charge)
  t:say(charge.upheld and "Upheld: %s leaves the contest"
    or "Not upheld: nothing is proven against %s", charge.accused)
end

--- A proven cheat leaves: catch struck, cards to the deck, points lost.
function justice.expel(t, seat)
  seat.fishing, seat.expelled = false, true
  t:strike_catch(seat)
  t:put_back(seat.hand)
  t:take_points(seat)
  if t.dealer == seat then t.dealer = t:next_dealer(seat) end
end

return justice
