-- 3: ran for more than LIMIT instructions without an answer
local function f(g)
  return g(g)
end
f(f)
