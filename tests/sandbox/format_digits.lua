-- 2: invalid conversion specification: '%123s'
string.format("%123s", "é")
