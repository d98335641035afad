-- 3: x:3: said by nobody
-- What isn't the name of a file of Lua gets the line of the script.
error("x:3: said by nobody", 0)
