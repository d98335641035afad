-- 2: no `setmetatable` here: scripts have no metatables
setmetatable(function() end)
