-- 2: insert at 0: the list has 2 values
table.insert({ 1, 2 }, 0, "x")
