-- Text as people read and write it: counts, lists, suggestions, wrapped lines, names of players.

local disk = require "host.disk"
local lists = require "shared.lists"

local english = {}

local nearest = host and host.nearest or require("host.files").nearest -- in worlds, in the front

--- ", did you mean `x`?": the nearest of a list of names, or of the keys of a table; where none is near `otherwise`, or "".
function english.suggest(name, known, otherwise)
  local is_list = known and type(known[1]) == "string"
  local near = nearest(tostring(name), is_list and known or lists.collect(lists.keys(known), function(key)
    return type(key) == "string" and key or nil
  end))
  return near and (", did you mean `%s`?"):format(near) or otherwise or ""
end

local ENTITIES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

--- A value as text in HTML, cleaned.
function english.html(value) return (disk.clean(tostring(value), "\n"):gsub('[&<>"]', ENTITIES)) end

--- A whole page of HTML, of its title, its style (lines of CSS) and its body, which are put in as they are. policy: what
--- it may fetch and run, as a Content-Security-Policy; nil: anything.
function english.html_page(title, style, body, policy)
  local meta = policy and ('<meta http-equiv="Content-Security-Policy" content="%s">\n'):format(policy) or ""
  return ('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n%s'
    .. '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>%s</title>\n<style>\n%s'
    .. '</style>\n</head>\n<body>\n%s\n</body>\n</html>'):format(meta, title, style, body)
end

--- A text cut to a number of bytes, in whole characters; "..." marks the cut.
function english.cut(text, most)
  if #text <= most then return text end
  return text:sub(1, utf8.offset(text, 0, most - 2) - 1) .. "..."
end

--- A name as people read it: "skill_points" is "skill points".
function english.spoken(name) return (tostring(name):gsub("_", " ")) end

--- The columns that every row of --csv and --jsonl begins with; measures, which follow, are named otherwise.
english.ROW_COLUMNS = { "game", "version", "seed", "table", "number", "sets", "ending", "steps", "seat", "name", "bot",
  "place", "score", "questions" }

--- "1 error", "2 errors", "3 watches".
function english.count(n, what)
  local many = (what:find "[sxz]$" or what:find "[cs]h$") and "es" or "s"
  return ("%d %s%s"):format(n, what, n == 1 and "" or many)
end

--- "a fisher", "an angler".
function english.a(name) return (name:find "^[aeiouAEIOU]" and "an " or "a ") .. name end

--- "a, b and c", or with another word than "and".
function english.list(list, last)
  local n = #list
  if n < 2 then return tostring(list[1] or "") end
  return ("%s %s %s"):format(table.concat(list, ", ", 1, n - 1), last or "and", list[n])
end

--- "Anna's", "the Sharks'".
function english.possessive(name) return name .. (name:sub(-1) == "s" and "'" or "'s") end

--- A name at the head of a sentence: "The GM" of "the GM".
function english.opening(name) return (name:gsub("^the ", "The ")) end

--- How many letters a text has: bytes, where it isn't UTF-8.
function english.length(text) return utf8.len(text) or #text end

--- Adds a text to lines of at most `width` letters (80), the first after `head`, the others indented as far. U+00A0 is a
--- space at which no line is broken.
function english.wrap(lines, head, text, width)
  local indent, line, empty = (" "):rep(english.length(head)), head, true
  for word in text:gmatch("%S+") do
    if not empty and english.length(line) + 1 + english.length(word) > (width or 80) then
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
function english.read_players(text, source, examples)
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

--- A text as people compare it: without capitals, each letter in one form. A second way leaves out signs and emoji too, and
--- blanks at its ends: "🦊 Fox" is "fox".
english.fold = disk.fold
function english.without_symbols(text) return (disk.fold(text, true):gsub("%s+", " "):match("^ ?(.-) ?$")) end

--- Which of a list is called so: exactly, or as people compare names, or that one alone when signs are left out. Its place;
--- nil if there is none.
function english.find_name(names, text)
  local exact = lists.index(names, text)
  if exact then return exact end
  local folded = lists.index(lists.collect(names, english.fold), english.fold(text))
  local bare = english.without_symbols(text)
  if folded or bare == "" then return folded end
  local found
  for i, name in ipairs(names) do
    if english.without_symbols(name) == bare then
      if found then return nil end
      found = i
    end
  end
  return found
end

local LETTERS, BYTES = 40, 200 -- of a name

--- What is wrong with a player's name, or nil: it must look like no other one, and stand in --seats and in a file.
function english.wrong_name(name)
  if type(name) ~= "string" or name == "" or #name > BYTES or name:find "[=,:+]" or name:find "^%s"
    or name:find "%s$" then
    return ("expected a name of at most %d letters without = , : or +"):format(LETTERS)
  end
  local at, code, after = disk.unsafe(name)
  if not at then
    local letters = disk.letters(name)
    if not letters then return "a name can't contain a character that Unicode " .. disk.unicode() .. " doesn't know" end
    return letters > LETTERS and ("expected a name of at most %d letters"):format(LETTERS) or nil
  end
  if code == 0xfffd and after == at + 1 then return "expected a name in UTF-8" end
  return ("a name can't contain U+%04X, an invisible character"):format(code)
end

--- { { name, line } } of a table of bots, sorted.
function english.bot_lines(bots)
  return lists.map(bots, function(bot, name) return type(bot) == "table" and { name, bot.one_line or "" } or nil end)
end

--- What is played, with its variants: "Poker", "Poker: Deep stacks and Wild nights"; of a single variant whose title
--- begins with the game's, that title.
function english.title(spec)
  local titles = lists.map(spec.variants or {}, function(one) return one.title or english.spoken(one.name) end)
  if #titles == 0 then return spec.title end
  if #titles == 1 and titles[1]:sub(1, #spec.title) == spec.title then return titles[1] end
  return spec.title .. ": " .. english.list(titles)
end

--- "2 to 6", or the number alone where both are the same.
function english.range(low, high) return low == high and tostring(low) or ("%s to %s"):format(low, high) end

--- How many play: "2 to 6 players", "4 anglers".
function english.seats(spec)
  local low, high = spec.seats[1], spec.seats[2]
  return ("%s %s%s"):format(english.range(low, high), spec.player, high == 1 and "" or "s")
end

return english
