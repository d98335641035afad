-- 2: a script can't make a global: say `local count`
count = 1
