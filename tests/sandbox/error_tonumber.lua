-- 2: bad argument #2 to 'tonumber' (base out of range)
return tonumber("1", 99)
