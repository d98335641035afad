-- 2: no `getmetatable` here: scripts have no metatables
getmetatable(function() end)
