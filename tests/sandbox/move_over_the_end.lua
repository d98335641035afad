-- 2: bad argument #4 to 'move' (too far)
table.move({ 1, 2, 3 }, 1, 3, math.maxinteger)
