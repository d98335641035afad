-- 2: no `load` here: a script is read from its file only
load(function() end)
