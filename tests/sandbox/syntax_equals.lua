-- 2: 'then' expected near '='
if x = 1 then end
