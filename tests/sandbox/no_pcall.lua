-- 2: no `pcall` here: an error ends the step; only tests catch one
pcall(function() end)
