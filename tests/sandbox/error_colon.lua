-- 2: : nothing before it
error(": nothing before it", 0)
