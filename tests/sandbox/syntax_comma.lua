-- 3: '}' expected (to close '{' at line 2) near 'b' (perhaps a comma is missing before it)
local t = { a = 1
  b = 2 }
