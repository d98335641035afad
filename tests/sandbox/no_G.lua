-- 2: no `_G` here: a script has no globals of its own
_G.x = 1
