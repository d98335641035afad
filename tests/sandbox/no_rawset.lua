-- 2: no `rawset` here: scripts have no metatables
rawset(function() end)
