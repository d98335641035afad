-- 2: a table with a function as a key can't be walked in a fixed order
for _ in pairs { [assert] = 1 } do end
