-- done
local list = { 3, 1, 2, name = "list", 5 }
return function()
  assert(#list == 4 and list[2] == 1 and list.name == "list")
  assert(list[5] == nil and list.other == nil)
  assert(table.concat(list, ",") == "3,1,2,5")
  assert(select("#", table.unpack(list)) == 4)
  local walked = {}
  for i, v in ipairs(list) do walked[#walked + 1] = i .. "=" .. v end
  for k, v in pairs(list) do walked[#walked + 1] = k .. "=" .. v end
  assert(table.concat(walked, " ") ==
    "1=3 2=1 3=2 4=5 1=3 2=1 3=2 4=5 name=list")
  assert(next(list) == 1 and next(list, 4) == "name")
  local copy = table.move(list, 1, #list, 1, {})
  table.sort(copy)
  assert(table.concat(copy) == "1235")
  assert(("x y"):gsub("%w", { x = "1" }) == "1 y")
end
