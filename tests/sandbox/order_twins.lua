-- 3: a table with tables as keys can't be walked in a fixed order
local a, b = { number = 1 }, { number = 1 }
for _ in pairs { [a] = 1, [b] = 2 } do end
