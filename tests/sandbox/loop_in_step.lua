-- 4: ran for more than LIMIT instructions without an answer
-- The file is harmless, its step isn't.
return function()
  while true do end
end
