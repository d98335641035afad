-- 2: other.txt:7: not this line
error("other.txt:7: not this line", 0)
