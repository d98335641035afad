return { miser = { bid = function() return 0 end } }
