-- 2: the pattern `(a%1)b`: it repeats a capture that doesn't exist
return ("aa"):find "(a%1)b"
