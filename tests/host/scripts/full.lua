-- Memory runs out within protected calls, again and again.
while true do
  pcall(function()
    local s = "x"
    while true do s = s .. s end
  end)
end
