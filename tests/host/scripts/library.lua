-- A function of the host's that raises at line 3, or within one of Lua's own.
return function(x)
  if x then error "not so" end
  return ("x"):rep(-x.y)
end
