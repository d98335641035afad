-- 2: string.gsub: `%2` but 1 captures
return ("a"):gsub("(a)", "%2")
