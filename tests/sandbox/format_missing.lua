-- 2: bad argument #2 to 'string.format' (no value)
string.format("%s")
