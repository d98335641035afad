-- 2: the pattern `a[`: a `[` isn't closed
return ("a"):find "a["
