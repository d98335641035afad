-- 2: invalid conversion specification: '%100d'
return string.format("%100d", 1)
