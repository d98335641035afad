-- 2: no `collectgarbage` here: memory is the host's
collectgarbage(function() end)
