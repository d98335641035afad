-- 3: raised a table instead of a sentence
-- Not one that looks like a report of the host's.
error { "mine", "mine" }
