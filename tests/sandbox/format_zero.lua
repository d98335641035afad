-- 2: invalid conversion '%-' to 'format'
string.format("%-\0", 1)
