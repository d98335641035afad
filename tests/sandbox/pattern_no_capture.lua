-- 2: the pattern `(a%1)`: it repeats a capture that doesn't exist
return ("a"):find "(a%1)"
