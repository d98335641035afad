-- 2: the pattern `(a%1)`: it repeats a capture that does not exist
return ("a"):find "(a%1)"
