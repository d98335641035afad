-- 2: a text has no field `dump`
return ("x"):dump()
