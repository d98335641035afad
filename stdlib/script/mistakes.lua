-- Mistakes in a script's declarations: what is wrong, and where it stands. They are collected in a spec and told together.

local mistakes = {}

local function read(file)
  local text = require "script.tokens"
  file.tokens = file.tokens or text.tokens(file.text or "")
  file.names = file.names or text.names(file.tokens)
  return file.names, text
end

-- The file that sets a name, the last of several; the game's where none does.
local function file_of(spec, name)
  for i = #spec.files, 1, -1 do
    if rawget(read(spec.files[i]), tostring(name)) then return spec.files[i] end
  end
  return spec.files[#spec.games]
end

--- A mistake in a file, at the line where it has the name.
function mistakes.of(file, name, sentence)
  local line, column = file.line or 1, nil
  if file.text then
    local names, text = read(file)
    local token = names[tostring(name)]
    if token then line, column = text.where(file.tokens, token) end
  end
  return { file = file.path, line = line, column = column, name = name, text = sentence }
end

--- Adds a mistake to a spec, in the file that is being read or, without one, in that which sets the name: `form` and its values say what is wrong with the name.
function mistakes.add(spec, name, form, ...)
  table.insert(spec.mistakes, mistakes.of(spec.at or file_of(spec, name), name, form:format(...)))
end

return mistakes
