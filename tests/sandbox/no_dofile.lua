-- 2: no `dofile` here: another file is read by `require`
dofile(function() end)
