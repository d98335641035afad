-- 2: unknown name `table.inset`, did you mean `table.insert`?
table.inset({}, 1)
