-- 3: attempt to call a nil value (field '__tostring')
-- There is no __tostring to recurse into.
local t = {}; t.__tostring = nil; t.__tostring()
