-- What makes a file a picture of a card's: its size and its bytes, not its name. Known to the world, which finds it, and to the
-- front, which reads it.

local picture = {}

picture.MOST, picture.SMALL = 4 << 20, 24 << 10 -- bytes, of any and of one that phones show

--- "png", "jpeg" or "svg+xml"; nil for what is no picture. Of an SVG also its root's tag without ">", and all from there on.
function picture.type(bytes)
  if bytes:find "^\x89PNG\r\n\x1a\n" then return "png" end
  if bytes:find "^\xff\xd8\xff" then return "jpeg" end
  local root, rest = bytes:gsub("^\xef\xbb\xbf", ""):gsub("<!%-%-.-%-%->", ""):gsub("<[?!][^>]*>", "")
    :match "^%s*(<svg%f[%s>][^>]*)(>.*)$"
  if root then return "svg+xml", root, rest end
end

return picture
