-- 2: remove at 9: the list has 2 values
table.remove({ 1, 2 }, 9)
