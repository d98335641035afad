-- 2: `table` is the host's and can't change
table.insert(table, 1)
