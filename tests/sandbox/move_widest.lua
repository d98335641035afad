-- 2: table.move: from -9223372036854775808 to 9223372036854775807, at most 1000000 values
table.move({}, math.mininteger, math.maxinteger, 1)
