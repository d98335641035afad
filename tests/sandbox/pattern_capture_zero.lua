-- 2: the pattern `(a)%0`: it repeats a capture that does not exist
return ("aa"):find "(a)%0"
