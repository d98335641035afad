-- What benches in Lua share: `local tools = dofile "scripts/bench/tools.lua"`.

local tools = {}

--- A game with so many seats, all of which answer by chance.
function tools.by_chance(game, seats, sets)
  local c = { game = game, sets = sets or {}, players = { [0] = { name = "P0" } }, answerers = { [0] = "random" } }
  for i = 1, seats do c.players[i], c.answerers[i] = { name = "P" .. i }, "random" end
  return c
end

function tools.median(list)
  table.sort(list)
  return list[#list // 2 + 1]
end

return tools
