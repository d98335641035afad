-- 2: no `math.random` here: chance comes from the table
return math.random(6)
