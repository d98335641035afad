-- Small words that all of the contract's own Lua shares: nearest names,
-- keys in a fixed order, lists as people read them.

local disk = require "host.disk"

local words = {}

local nearest = host and host.nearest or require("host.files").nearest -- in worlds, in the front

--- ", did you mean `x`?": the nearest of a list of names, or of the keys of a table; where none is near `otherwise`, or "".
function words.suggest(name, known, otherwise)
  local is_list = known and type(known[1]) == "string"
  local near = nearest(tostring(name), is_list and known or words.collect(words.keys(known), function(key)
    return type(key) == "string" and key or nil
  end))
  return near and (", did you mean `%s`?"):format(near) or otherwise or ""
end

--- What fn(value, key) gives of each field of a table, in the order of `pairs`, as a list; nothing where it gives nil.
function words.map(t, fn)
  local list = {}
  for key, value in pairs(t) do list[#list + 1] = fn(value, key) end
  return list
end

--- What fn(item, place) gives of each item of a list, in its order, as a list; nothing where it gives nil. A name in
--- place of fn: what each has in that field.
function words.collect(list, fn)
  local all = {}
  for i, item in ipairs(list) do
    if type(fn) == "function" then all[#all + 1] = fn(item, i) else all[#all + 1] = item[fn] end
  end
  return all
end

--- Does fn(item, its place) hold of all items of a list?
function words.all(list, fn)
  for i, item in ipairs(list) do if not fn(item, i) then return false end end
  return true
end

--- The items of a list, each once.
function words.distinct(list)
  local known = {}
  return words.collect(list, function(item)
    if known[item] then return nil end
    known[item] = true
    return item
  end)
end

--- For table.sort: which of two tables comes first by these fields, numbers (0 where there is none) or texts, of which the
--- first that differs decides; "-name" counts downwards.
function words.by(...)
  local fields = words.collect({ ... }, function(name) return { name:match "^(%-?)(.*)$" } end)
  return function(one, other)
    for _, field in ipairs(fields) do
      local a, b = one[field[2]] or 0, other[field[2]] or 0
      if a ~= b then return (a < b) == (field[1] == "") end
    end
    return false
  end
end

--- A copy of a value; of a table with copies of the tables in it, `depth` levels deep, all of them when left out.
function words.copy(value, depth)
  if type(value) ~= "table" or depth == 0 then return value end
  local new = {}
  for key, item in pairs(value) do new[key] = words.copy(item, depth and depth - 1) end
  return new
end

--- Are two values the same, tables by what they hold?
function words.is_equal(a, z)
  if type(a) ~= "table" or type(z) ~= "table" then return rawequal(a, z) end
  for key, value in pairs(a) do if not words.is_equal(value, z[key]) then return false end end
  for key in pairs(z) do if a[key] == nil then return false end end
  return true
end

--- What in a text fits a pattern, or its first capture, as a list.
function words.matches(text, pattern)
  local list = {}
  for part in text:gmatch(pattern) do list[#list + 1] = part end
  return list
end

--- The keys of a table, or of none, in the order of `pairs`: numbers, then texts.
function words.keys(t) return words.map(t or {}, function(_, key) return key end) end

--- Lists in one, one after another.
function words.joined(...)
  local all = {}
  for _, list in ipairs { ... } do table.move(list, 1, #list, #all + 1, all) end
  return all
end

local ENTITIES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

--- A value as text in HTML, cleaned.
function words.html(value) return (disk.clean(tostring(value), "\n"):gsub('[&<>"]', ENTITIES)) end

--- A whole page of HTML, of its title, its style (lines of CSS) and its body, which are put in as they are.
function words.html_page(title, style, body)
  return ('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    .. '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>%s</title>\n<style>\n%s'
    .. '</style>\n</head>\n<body>\n%s\n</body>\n</html>'):format(title, style, body)
end

--- A text of at most so many bytes, in whole characters; what is left out shows as "...".
function words.cut(text, most)
  if #text <= most then return text end
  return text:sub(1, utf8.offset(text, 0, most - 2) - 1) .. "..."
end

--- A name as people read it: "skill_points" is "skill points".
function words.spoken(name) return (tostring(name):gsub("_", " ")) end

--- A set of the items of a list, or of the words of a text: { [item] = true }.
function words.set(items)
  local set = {}
  if type(items) == "string" then
    for word in items:gmatch("%S+") do set[word] = true end
  else
    for _, item in ipairs(items) do set[item] = true end
  end
  return set
end

--- The columns that every row of --csv and --jsonl begins with; measures, which follow, are named otherwise.
words.ROW_COLUMNS = { "game", "version", "seed", "table", "number", "sets", "ending", "steps", "seat", "name", "bot",
  "place", "score", "questions" }

--- "1 error", "2 errors".
function words.count(n, what) return ("%d %s%s"):format(n, what, n == 1 and "" or "s") end

--- `pairs` of a table, or of none.
function words.each(t) return pairs(t or {}) end

--- "a fisher", "an angler".
function words.a(name) return (name:find "^[aeiouAEIOU]" and "an " or "a ") .. name end

--- The place of a value in a list; nil where it isn't there.
function words.index(list, value)
  for i, item in ipairs(list) do if item == value then return i end end
end

--- "a, b and c", or with another word than "and".
function words.list(list, last)
  local n = #list
  if n < 2 then return tostring(list[1] or "") end
  return ("%s %s %s"):format(table.concat(list, ", ", 1, n - 1), last or "and", list[n])
end

--- How many letters a text has: bytes, where it isn't UTF-8.
function words.length(text) return utf8.len(text) or #text end

--- Adds a text to lines of at most `width` letters (80), the first after `head`, the others indented as far. U+00A0 is a
--- space at which no line is broken.
function words.wrap(lines, head, text, width)
  local indent, line, empty = (" "):rep(words.length(head)), head, true
  for word in text:gmatch("%S+") do
    if not empty and words.length(line) + 1 + words.length(word) > (width or 80) then
      lines[#lines + 1] = line
      line, empty = indent, true
    end
    line, empty = line .. (empty and "" or " ") .. word:gsub("\u{a0}", " "), false
  end
  lines[#lines + 1] = line:gsub("%s+$", "")
end

--- Reads "name: key value, key value" lines (players and their profiles).
--- Returns a list of { name =, line =, fields = { { key, value } } } or nil and a sentence.
--- `examples` are two fields that a line may have, for the sentences.
function words.read_players(text, source, examples)
  local players, number = {}, 0
  examples = examples or { "str 14", "dex 12" }
  for line in (text .. "\n"):gmatch("(.-)\r?\n") do
    number = number + 1
    line = line:gsub("#.*", "")
    if line:find("%S") then
      local name, rest = line:match("^%s*([^:]-)%s*:%s*(.-)%s*$")
      if (name or "") == "" then
        return nil, ("%s:%d: expected a line like `Anna: %s`"):format(source, number, table.concat(examples, ", "))
      end
      local player = { name = name, line = number, fields = {} }
      for field in rest:gmatch("[^,]+") do
        local key, value = field:match("^%s*([%w_]+)[%s=]+(.-)%s*$")
        if not key or value == "" then
          return nil, ("%s:%d: `%s`: expected a key and a value like `%s`"):format(source, number, field,
            examples[1] or "str 14")
        end
        player.fields[#player.fields + 1] = { key, value }
      end
      players[#players + 1] = player
    end
  end
  return players
end

--- What is wrong with a player's name, or nil: it must look like no other one, and stand in --seats and in a file.
function words.wrong_name(name)
  if type(name) ~= "string" or name == "" or #name > 40 or name:find "[=,:+]" or name:find "^%s" or name:find "%s$" then
    return "expected a name of at most 40 bytes without = , : and +"
  end
  local at, code, after = disk.unsafe(name)
  if not at then return nil end
  if code == 0xfffd and after == at + 1 then return "expected a name in UTF-8" end
  return ("a name can't hold U+%04X, a character that nobody sees"):format(code)
end

--- { { name, line } } of a table of bots, sorted.
function words.bot_lines(bots)
  return words.map(bots, function(bot, name) return type(bot) == "table" and { name, bot.one_line or "" } or nil end)
end

--- What is played, with its variants: "Poker", "Poker: Deep stacks and Wild nights"; of a single variant whose title
--- begins with the game's, that title.
function words.title(spec)
  local titles = words.map(spec.variants or {}, function(one) return one.title or words.spoken(one.name) end)
  if #titles == 0 then return spec.title end
  if #titles == 1 and titles[1]:sub(1, #spec.title) == spec.title then return titles[1] end
  return spec.title .. ": " .. words.list(titles)
end

--- How many play: "2 to 6 players", "4 anglers".
function words.seats(spec)
  local low, high = spec.seats[1], spec.seats[2]
  local range = low == high and tostring(low) or ("%d to %d"):format(low, high)
  return ("%s %s%s"):format(range, spec.player, high == 1 and "" or "s")
end

return words
