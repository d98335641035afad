-- 2: no `string.dump` here: functions have no bytes here
return string.dump(function() end)
