-- 2: 'then' expected near '!'
if 1 != 2 then end
