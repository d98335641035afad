-- 2: the pattern `(a)%0`: it repeats a capture that isn't there
return ("aa"):find "(a)%0"
