-- Shoals: who can follow the suit that was led must, as in most trick games.
local tricks = require "tricks"

local house = variant "fish_out"
house.title = "Fish Out! in shoals"
house.one_line = "follow suit if you can"

function house.play(t)
  for seat in t:seats(t.leader) do
    if #seat.played == 0 then
      local lead = t.leader.played:top()
      local card = seat:ask { "play", "Which fish do you play? (follow suit if you can)",
        card = tricks.playable(seat.hand, lead and lead.suit),
        why = function(cards) return tricks.why(cards[1], seat.hand, lead and lead.suit) end }
      seat.played:put(card)
      t:say("%s plays %s.", seat, card)
    end
  end
end

return house
