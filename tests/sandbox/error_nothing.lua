-- 2: raised a nil instead of a sentence
error()
