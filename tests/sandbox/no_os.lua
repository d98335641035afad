-- 2: no `os` here: a script has no clock and no files
os.execute("id")
