-- 2: string.rep: the text would have 9223372036854775800 characters, at most 1048576
return (""):rep(math.maxinteger, "12345")
