-- 2: plain
error("plain", 0)
