-- Loops of the host's own and long texts: each takes more than a million steps.
local function numbers(n)
  local t = {}
  for i = 1, n do t[i] = i end
  return t
end

local function fields()
  local t = {}
  for i = 1, 1000 do t["k" .. i] = i end
  return t
end

return {
  function() for _ = 1, 100000 do local _ = ("x"):rep(100000) end end,
  function() for _ = 1, 100000 do local _ = ("x"):rep(5000):find("y") end end,
  function()
    local t = numbers(1000)
    for _ = 1, 10000 do table.sort(t) end
  end,
  function()
    local t = numbers(1000)
    for i = 1, 1000 do t[i] = "x" end
    for _ = 1, 10000 do table.concat(t) end
  end,
  function()
    local t = numbers(1000)
    for _ = 1, 10000 do local _ = select("#", table.unpack(t)) end
  end,
  function()
    local t = numbers(1000)
    for _ = 1, 10000 do table.move(t, 1, 1000, 1, {}) end
  end,
  function()
    local t = fields()
    for _ = 1, 10000 do for _ in pairs(t) do break end end
  end,
  function()
    local s = ("x"):rep(1000)
    for _ = 1, 10000 do s:gsub("x", "y") end
  end,
  function()
    local t = {}
    for i = 1, 10000 do table.insert(t, 1, i) end
  end,
}
