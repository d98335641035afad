-- What tostring says of values by their metatables' names and texts; -> "seattableAnna".
local function named(name, text)
  return setmetatable({}, { __name = name, __tostring = text and function() return text end })
end
return tostring(named "seat") .. tostring(named(5)) .. tostring(named(nil, "Anna"))
