-- 3: one  two
-- U+009B begins an escape code too.
error("one \u{9b} two")
