-- 3: ran for more than LIMIT instructions without an answer
table.sort({ 2, 1 }, function()
  while true do end
end)
