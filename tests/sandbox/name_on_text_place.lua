-- 2: a text has no field [1]: say text:sub(i, i)
return ("x")[1]
