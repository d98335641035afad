-- 2: raised a table instead of a sentence
error { message = "mine", traceback = "mine" }
