-- 2: the pattern `()()()()()()()()()()()()()()()()()()()()()()()()()()()()()()...`: it has too many captures
return ("a"):find(("()"):rep(40))
