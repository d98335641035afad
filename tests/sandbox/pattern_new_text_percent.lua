-- 2: string.gsub: a `%` in the new text needs a digit or `%`
return ("a"):gsub("a", "100%")
