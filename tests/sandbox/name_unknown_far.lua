-- 2: unknown name `frobnicate`
frobnicate()
