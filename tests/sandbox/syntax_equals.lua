-- 2: 'then' expected near '=' (a comparison is `==`)
if x = 1 then end
