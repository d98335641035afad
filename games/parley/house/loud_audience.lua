-- Loud audience: how much its favour is worth depends on its card: half of it,
-- and at least what the rule says.
local house = variant "parley"
house.title = "Parley before a loud audience"
house.one_line = "the audience's favour is worth half the value of its card"
house.rules.favour = 1

function house.sway(t)
  return math.max(t.rules.favour, t.audience:top().value // 2)
end

return house
