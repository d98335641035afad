--: 8:14: warning: step `showdown` returned `done` to end its list of the order, and this drops it (say `return house.base.showdown(...)`, or keep what it gives and return that)
-- What deal gives is nothing, and may be dropped.
local house = variant "pond"
house.title = "Endless pond"

function house.showdown(t)
  t:say("Now!")
  house.base.showdown(t)
  t:say("Then!")
end

function house.deal(t)
  house.base.deal(t)
  t:say("Dealt.")
end

return house
