-- 2: bad argument #1 to 'table.concat' (table expected, got number)
table.concat(5)
