-- 2: a text has no field `lenght`
return ("x").lenght
