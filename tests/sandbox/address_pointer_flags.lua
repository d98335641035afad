-- 2: string.format: no `%p` here
return string.format("%%%-20p", {})
