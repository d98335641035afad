-- 2: the pattern `(a%1)b`: it repeats a capture that isn't there
return ("aa"):find "(a%1)b"
