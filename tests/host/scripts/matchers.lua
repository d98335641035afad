-- Called with a library of find, match, gmatch and gsub, a subject, a pattern, a replacement and whether the library may
-- refuse the pattern: false when it does, else all that the four give, as one text.
local lib, s, p, r, refuses = ...
local function all(...)
  local t = table.pack(...)
  for i = 1, t.n do t[i] = tostring(t[i]) end
  return table.concat(t, ";")
end
if refuses and not pcall(lib.match, s, p) then return false end
local out = {}
local function add(f, ...)
  local t = table.pack(pcall(f, ...))
  if t[1] then out[#out + 1] = all(table.unpack(t, 2, t.n))
  else out[#out + 1] = "error" end
end
for _, at in ipairs { 1, 3, -2 } do
  add(lib.find, s, p, at) add(lib.match, s, p, at)
end
add(lib.gsub, s, p, r) add(lib.gsub, s, p, "<%0>", 2)
add(lib.gsub, s, p, function(...) return all(...) end)
add(function()
  local list = {}
  for a, b in lib.gmatch(s, p) do
    list[#list + 1] = all(a, b)
  end
  return table.concat(list, "|")
end)
return table.concat(out, "\n")
