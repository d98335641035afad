-- Mistakes in a script's declarations: what is wrong, and where it stands. They are collected in a spec and told together.

local mistakes = {}

--- A mistake in a file, at the line where it has the name.
function mistakes.of(file, name, sentence)
  local line, column = file.line or 1, nil
  if file.text then
    local text = require "script.tokens"
    file.tokens = file.tokens or text.tokens(file.text)
    file.names = file.names or text.names(file.tokens)
    local token = file.names[tostring(name)]
    if token then line, column = text.where(file.tokens, token) end
  end
  return { file = file.path, line = line, column = column, name = name, text = sentence }
end

--- Adds a mistake to a spec, in the file that is being read: `form` and its values say what is wrong with the name.
function mistakes.add(spec, name, form, ...)
  table.insert(spec.mistakes, mistakes.of(spec.at, name, form:format(...)))
end

return mistakes
