-- 3: a script can't make a global: say `local count`
return function()
  count = 1
end
