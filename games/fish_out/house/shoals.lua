-- Shoals: who can follow the suit that was led must, as in most trick games.
local tricks = require "tricks"

local house = variant "fish_out"
house.title = "Fish Out! in shoals"
house.one_line = "follow suit if you can"

function house.what_to_play() return "a fish of the suit that was led, or any if they hold none" end

function house.play_question(t, seat)
  local question, lead = house.base.play_question(t, seat), t.leader.played:top()
  question[2] = "Which fish do you play? (follow suit if you can)"
  question.card = tricks.playable(seat.hand, lead and lead.suit)
  function question.why(cards) return tricks.why(cards[1], seat.hand, lead and lead.suit) end
  return question
end

return house
