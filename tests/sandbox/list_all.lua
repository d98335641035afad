-- done
local function is(text, list) assert(table.concat(list, " ") == text, text) end
local list = { 1, 2, 3 }
table.insert(list, 4)
table.insert(list, 1, 0)
is("0 1 2 3 4", list)
assert(table.remove(list) == 4 and table.remove(list, 1) == 0 and table.remove({}) == nil)
assert(table.remove(list, 4) == nil)
is("1 2 3", list)
is("1 2 1 2 3", table.move({ 1, 2, 3 }, 1, 3, 3)) -- the places overlap
is("2 3 3", table.move({ 1, 2, 3 }, 2, 3, 1))
is("1 2 3 1 2 3", table.move({ 1, 2, 3 }, 1, 3, 4))
is("1 2 3", table.move({ 1, 2, 3 }, 3, 1, 1)) -- none
is("1 2 3", table.move({ 1, 2, 3 }, 1, 3, 1, {}))
is("1 2 3", { table.unpack({ 1, 2, 3 }) })
is("2", { table.unpack({ 1, 2, 3 }, 2, 2) })
is("", { table.unpack({ 1, 2, 3 }, 3, 1) })
local texts = { "b", "ab", "a", "", "a", "abc" }
table.sort(texts)
is(" a a ab abc b", texts)
table.sort(list, nil)
table.sort({ 1 }, function() error "not asked" end)
