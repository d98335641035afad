-- 2: no `coroutine` here: `ask` waits by itself
coroutine.create(function() end)
