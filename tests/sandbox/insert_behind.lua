-- 2: insert at 4: the list has 2 values
table.insert({ 1, 2 }, 4, "x")
