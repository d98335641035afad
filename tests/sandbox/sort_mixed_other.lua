-- 2: attempt to compare number with string
table.sort { "a", 1 }
