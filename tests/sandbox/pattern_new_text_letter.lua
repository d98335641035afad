-- 2: string.gsub: a `%` in the new text wants a digit or another `%`
return ("a"):gsub("a", "%x")
