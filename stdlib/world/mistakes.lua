-- Mistakes in a script's declarations: what is wrong, and where it stands. They are collected in a spec and told together.

local mistakes = {}

--- Where a name stands in a source text: the line of `name =`, of `function x.name`, of "name", or 1.
function mistakes.line_of(source, name)
  local patterns = { "%f[%w_]" .. name .. "%s*=[^=]", "function%s+[%w_]+[.:]" .. name .. "%s*%(",
    "[\"']" .. name .. "[\"']", "%f[%w_]" .. name .. "%f[^%w_]" }
  for _, pattern in ipairs(patterns) do
    local at = source:find(pattern)
    if at then return select(2, source:sub(1, at):gsub("\n", "")) + 1 end
  end
  return 1
end

--- A mistake in a file, at the line where it has the name.
function mistakes.of(file, name, sentence)
  local line = file.text and mistakes.line_of(file.text, tostring(name):gsub("%W", "%%%0")) or file.line or 1
  return { file = file.path, line = line, name = name, text = sentence }
end

--- Adds a mistake to a spec, in the file that is being read: `form` and its values say what is wrong with the name.
function mistakes.add(spec, name, form, ...)
  table.insert(spec.mistakes, mistakes.of(spec.at, name, form:format(...)))
end

return mistakes
