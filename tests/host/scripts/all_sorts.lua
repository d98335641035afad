-- A little of everything that takes memory; its function then changes a local.
local t, n = { 3, 1, 2, x = { y = "z" } }, 0
table.sort(t) table.insert(t, ("ab"):rep(30))
for _, v in pairs(t) do n = n + #tostring(v) end
for w in ("a b c"):gmatch "%w" do n = n + #w:gsub("%w", "%0%0") end
local s = string.format("%s %d", {}, n) .. table.concat({ 1, 2 }, ",")
local hidden = 0
return function() hidden = #s + t.x.y:len() end
