-- 2: string.gsub: the text would have more than 1048576 characters
return ("x"):rep(10000):gsub(".", ("y"):rep(10000))
