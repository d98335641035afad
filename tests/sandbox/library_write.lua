-- 2: `string` is the host's and can't change
string.rep = nil
