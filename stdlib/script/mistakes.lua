-- Mistakes in a script's declarations: what is wrong, and in which line. A spec collects them, and they are reported
-- together.

local mistakes = {}

local function read(file)
  local text = require "script.tokens"
  file.tokens = file.tokens or text.tokens(file.text or "")
  file.names = file.names or text.names(file.tokens)
  return file.names, text
end

-- The last file that sets a name; if none does, the game's.
local function file_of(spec, name)
  for i = #spec.files, 1, -1 do
    if rawget(read(spec.files[i]), tostring(name)) then return spec.files[i] end
  end
  return spec.files[#spec.games]
end

--- A mistake in a file, at the line where the name stands.
function mistakes.of(file, name, sentence)
  local line, column = file.line or 1, nil
  if file.text then
    local names, text = read(file)
    local token = names[tostring(name)]
    if token then line, column = text.where(file.tokens, token) end
  end
  return { file = file.path, line = line, column = column, name = name, text = sentence }
end

--- Adds a mistake to a spec: `form` and its values say what is wrong with the name. It is in the file that is being read
--- or, where none is, in the last file that sets the name.
function mistakes.add(spec, name, form, ...)
  table.insert(spec.mistakes, mistakes.of(spec.at or file_of(spec, name), name, form:format(...)))
end

return mistakes
