-- 2: attempt to concatenate a table value
return {} .. ""
