-- What a game says once, in a table, to a module of the library: has it the fields that are read there, and no others?
--
-- For the modules tricks and counting, whose tables are made when a script is read. Nothing is kept here.

local fields = {}

-- The names of a set, "a, b, c".
function fields.names(set)
  local list = {}
  for name in pairs(set) do list[#list + 1] = name end
  return table.concat(list, ", ")
end

-- What is wrong with the fields of a table, as a sentence, in which the table is called `what`; nil where nothing is. known:
-- the type of each field, as `type` has it; or "list", which may be words in a text, or "score", which may be a number.
function fields.wrong(said, known, what)
  if type(said) ~= "table" then return "expected a table, got " .. type(said) end
  for name, value in pairs(said) do
    local want, got = known[name], type(value)
    if not want then
      return ("%sno field `%s`, expected one of %s"):format(what and what .. " has " or "", tostring(name),
        fields.names(known))
    end
    local fits = got == want or want == "list" and (got == "string" or got == "table")
      or want == "score" and (got == "function" or got == "table" or math.type(value) == "integer")
    if not fits then return ("%s`%s` is a %s, expected a %s"):format(what and what .. ": " or "", name, got, want) end
  end
  if said.deck and not said.deck.is_kind then return "`deck` is not a kind { ... }" end
end

return fields
