-- 2: a script can't make a global: say `local ipairs`
ipairs = nil
