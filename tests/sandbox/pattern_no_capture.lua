-- 2: the pattern `(a%1)`: it repeats a capture that isn't there
return ("a"):find "(a%1)"
