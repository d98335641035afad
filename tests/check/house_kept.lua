-- A step wrapped so that what it gives is kept, and one that returns it itself.
local house = variant "pond"
house.title = "Kept pond"

function house.showdown(t)
  local ended = house.base.showdown(t)
  t:say("Then!")
  return ended
end

return house
