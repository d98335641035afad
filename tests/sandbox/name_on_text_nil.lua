-- 2: a text has no field [nil]
local function read(text, key) return text[key] end
return read("a")
