-- 2: invalid conversion specification: '%1234s'
string.format("%1234s", "é")
