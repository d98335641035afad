-- 3: ran for more than LIMIT ms without an answer
("x"):gsub(".", function()
  while true do end
end)
