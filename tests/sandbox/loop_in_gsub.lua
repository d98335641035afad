-- 3: ran for more than LIMIT instructions without an answer
("x"):gsub(".", function()
  while true do end
end)
