-- 2: no `debug` here: a script can't look into the host
debug.getregistry()
