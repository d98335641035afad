-- 3: ran for more than LIMIT steps without an answer
("x"):gsub(".", function()
  while true do end
end)
