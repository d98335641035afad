-- 2: a table with tables as keys can't be walked in a fixed order
for _ in pairs { [{}] = 1, [{}] = 2 } do end
