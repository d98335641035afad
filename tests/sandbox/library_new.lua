-- 2: `math` is the host's and can't change
function math.random() return 4 end
