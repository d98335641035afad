-- 2: bad argument #2 to 'gsub' (text, table or function expected, got nil)
return ("a"):gsub("a", nil)
