-- 2: table.move: from 1 to 9223372036854775806, at most 1000000 values
table.move({}, 1, (1 << 63) - 2, 1)
