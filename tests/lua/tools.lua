-- What suites here share: `local tools = dofile "tests/lua/tools.lua"`.

local tools = {}

--- Writes a text to a file.
function tools.write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

--- The text of a file; an error where there is none.
function tools.read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

return tools
