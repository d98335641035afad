-- 2: table.insert: a list, perhaps a place, and a value
table.insert({}, 1, 2, 3)
