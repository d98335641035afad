-- done
local ann, ben = { number = 2 }, { number = 1 }
local walked = {}
for seat in pairs { [ann] = 1, [ben] = 1 } do
  walked[#walked + 1] = seat.number
end
assert(table.concat(walked) == "12")
