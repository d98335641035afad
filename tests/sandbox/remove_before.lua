-- 2: remove at -1: the list has 2 values
table.remove({ 1, 2 }, -1)
