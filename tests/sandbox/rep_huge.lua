-- 2: string.rep: the text would have 4611686018427387904 characters, at most 1048576
return ("x"):rep(1 << 62)
