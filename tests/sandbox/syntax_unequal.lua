-- 2: 'then' expected near '!' ("not" is `not`, unequal is `~=`)
if 1 != 2 then end
