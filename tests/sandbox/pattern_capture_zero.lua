-- 2: the pattern `(a)%0`: it repeats a capture that doesn't exist
return ("aa"):find "(a)%0"
