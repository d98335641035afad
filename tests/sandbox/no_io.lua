-- 2: no `io` here: a script has no files
io.open("/etc/passwd")
