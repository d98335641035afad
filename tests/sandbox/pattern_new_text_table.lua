-- 2: string.gsub: the new text is a table
return ("a"):gsub("a", function() return {} end)
