-- 3: note:12 is no place
-- No place without a colon and a space behind the number.
error("note:12 is no place", 0)
