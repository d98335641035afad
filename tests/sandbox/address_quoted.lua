-- 2: bad argument #2 to 'string.format' (value has no literal form)
return string.format("%q", {})
