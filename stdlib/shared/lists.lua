-- Lists, sets and tables of any values: walking, sorting, copying, comparing them.

local lists = {}

--- What fn(value, key) gives of each field of a table, in the order of `pairs`, as a list; nothing where it gives nil.
function lists.map(t, fn)
  local list = {}
  for key, value in pairs(t) do list[#list + 1] = fn(value, key) end
  return list
end

--- What fn(item, place) gives of each item of a list, in its order, as a list; nothing where it gives nil. A name in
--- place of fn: what each has in that field.
function lists.collect(list, fn)
  local all = {}
  for i, item in ipairs(list) do
    if type(fn) == "function" then all[#all + 1] = fn(item, i) else all[#all + 1] = item[fn] end
  end
  return all
end

--- Does fn(item, its place) hold of all items of a list?
function lists.all(list, fn)
  for i, item in ipairs(list) do if not fn(item, i) then return false end end
  return true
end

--- The items of a list, each once.
function lists.distinct(list)
  local known = {}
  return lists.collect(list, function(item)
    if known[item] then return nil end
    known[item] = true
    return item
  end)
end

--- For table.sort: which of two tables comes first by these fields, numbers (0 where there is none) or texts, of which the
--- first that differs decides; "-name" counts downwards.
function lists.by(...)
  local fields = lists.collect({ ... }, function(name) return { name:match "^(%-?)(.*)$" } end)
  return function(one, other)
    for _, field in ipairs(fields) do
      local a, b = one[field[2]] or 0, other[field[2]] or 0
      if a ~= b then return (a < b) == (field[1] == "") end
    end
    return false
  end
end

--- A copy of a value; of a table with copies of the tables in it, `depth` levels deep, all of them when left out.
function lists.copy(value, depth)
  if type(value) ~= "table" or depth == 0 then return value end
  local new = {}
  for key, item in pairs(value) do new[key] = lists.copy(item, depth and depth - 1) end
  return new
end

--- Are two values the same, tables by what they hold?
function lists.is_equal(a, z)
  if type(a) ~= "table" or type(z) ~= "table" then return rawequal(a, z) end
  for key, value in pairs(a) do if not lists.is_equal(value, z[key]) then return false end end
  for key in pairs(z) do if a[key] == nil then return false end end
  return true
end

--- What in a text fits a pattern, or its first capture, as a list.
function lists.matches(text, pattern)
  local list = {}
  for part in text:gmatch(pattern) do list[#list + 1] = part end
  return list
end

--- The keys of a table, or of none, in the order of `pairs`: numbers, then texts.
function lists.keys(t) return lists.map(t or {}, function(_, key) return key end) end

--- Lists in one, one after another.
function lists.joined(...)
  local all = {}
  for _, list in ipairs { ... } do table.move(list, 1, #list, #all + 1, all) end
  return all
end

--- A set of the items of a list, or of the words of a text: { [item] = true }.
function lists.set(items)
  local set = {}
  if type(items) == "string" then
    for word in items:gmatch("%S+") do set[word] = true end
  else
    for _, item in ipairs(items) do set[item] = true end
  end
  return set
end

--- `pairs` of a table, or of none.
function lists.each(t) return pairs(t or {}) end

--- The place of a value in a list; nil where it isn't there.
function lists.index(list, value)
  for i, item in ipairs(list) do if item == value then return i end end
end

return lists
