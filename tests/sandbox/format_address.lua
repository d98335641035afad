-- 2: string.format: no `%p` here
string.format("%p", {})
