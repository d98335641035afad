-- 3: '}' expected (to close '{' at line 2) near 'b'
local t = { a = 1
  b = 2 }
