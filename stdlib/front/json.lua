-- JSON, only written.

local json = {}

local short = { ["\b"] = "\\b", ["\f"] = "\\f", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t", ['"'] = '\\"',
  ["\\"] = "\\\\" }

--- A text in quotes.
function json.text(text)
  return '"' .. text:gsub('[%c"\\\127]', function(c) return short[c] or ("\\u%04x"):format(c:byte()) end) .. '"'
end

return json
