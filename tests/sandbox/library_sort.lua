-- 2: bad argument #1 to 'sort' (table expected, got string)
table.sort("abc")
