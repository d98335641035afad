-- Pages of help about what stands in scripts. Two embedded texts hold them: topics.txt has `== GROUP: name, other
-- name`, reference.txt `== NAME`, each followed by its lines up to the next `==`.

local files = require "host.files"
local english = require "shared.english"
local lists = require "shared.lists"

local help_pages = {}

local SEE_ALSO = 8 -- pages named at most, where nothing is called by a name

--- The pages of an embedded text: lists of { heading = "title, one_line", names = { "title", "one_line" }, group = (of a
--- topic), text = whole lines }.
function help_pages.read(name)
  local list, text = {}, ("\n" .. (files.embedded(name) or "")):gsub("\n== ", "\n\0")
  for head, lines in text:gmatch "\0([^\n]*)\n([^\0]*)" do
    local group, names = head:match "^([^:]*): (.*)$"
    list[#list + 1] = { group = group, heading = names or head, text = lines,
      names = lists.matches(names or head, "[^, ][^,]*") }
  end
  return list
end

-- All of them, the topics first.
local function read_all() return lists.joined(help_pages.read "topics.txt", help_pages.read "reference.txt") end

-- What stands behind the last dot or colon, or nil.
local function tail_of(name) return name:match("[.:]([^.:]+)$") end

-- --- by name ---

-- The first lines of all functions that belong to a library or thing; "" where there is none.
local function members(all, library)
  local n = #library
  return table.concat(lists.collect(all, function(page)
    local name = page.heading
    local belongs = not page.group and name:sub(1, n):lower() == library:lower() and name:find("^[.:]", n + 1)
    return belongs and "  " .. page.text:match("[^\n]*") .. "\n" or nil
  end))
end

-- Is the page about the word: a topic by one of its names, a function by its name or what stands behind a dot or colon?
local function is_about(page, word)
  word = word:lower()
  for _, name in ipairs(page.names) do
    name = name:lower()
    local ends_so = not page.group and name:sub(-#word) == word and name:find("^[.:]", -#word - 1)
    if name == word or ends_so then return true end
  end
end

-- Those that have it for their first name come first.
local function by_first_name(all, word)
  local first = word:lower()
  local function has(so) return function(page) return (page.names[1]:lower() == first) == so and page or nil end end
  return lists.joined(lists.collect(all, has(true)), lists.collect(all, has(false)))
end

-- The pages of a name as parts of a text.
local function find(all, word)
  local parts, topic = {}, false
  local function add(text) if text ~= "" then parts[#parts + 1] = text end end
  for _, page in ipairs(by_first_name(all, word)) do
    local found = is_about(page, word)
    if found and page.group then
      topic = true
      add(("%s (%s)\n%s"):format(page.heading, page.group, page.text))
      add(members(all, page.names[1]))
    elseif found then add(page.text) end
  end
  if not topic then add(members(all, word)) end
  return parts
end

-- The lines of examples, with spaces at which none is broken.
local function unbroken(text)
  return (text:gsub("%f[^\n%z](  )(e%.g%. [^\n]*)", function(lead, line) return lead .. line:gsub(" ", "\u{A0}") end)
    :gsub("%f[^\n%z](        )([^\n]*)", function(lead, line) return lead .. line:gsub(" ", "\u{A0}") end))
end

--- The page of a name, or what is called so behind a dot or a colon; nil where there is none.
function help_pages.find(name)
  local all, tail = read_all(), tail_of(name)
  local parts = find(all, name)
  if #parts == 0 and tail then
    parts = find(all, tail)
    if #parts > 0 then
      table.insert(parts, 1, ("There is no page `%s`; this is `%s`:\n"):format(name, tail))
    end
  end
  if #parts > 0 then return (unbroken(table.concat(parts, "\n")):gsub("\n+$", "")) end
end

-- --- all of them ---

--- All names, topics first.
function help_pages.names() return lists.joined(table.unpack(lists.collect(read_all(), "names"))) end

--- The names of topics, by their groups.
function help_pages.topics()
  local lines, group = {}, nil
  for _, page in ipairs(help_pages.read "topics.txt") do
    if page.group == group then lines[#lines] = lines[#lines] .. ", " .. page.heading
    else
      group = page.group
      lines[#lines + 1] = group .. ":\n  " .. page.heading
    end
  end
  return table.concat(lines, "\n")
end

--- A line of help for each name in a group of topics: what the topic says of that field, or else its first sentence.
function help_pages.sentences(group)
  local sentences = {}
  for _, page in ipairs(help_pages.read "topics.txt") do
    for _, name in ipairs(page.group == group and page.names or {}) do
      sentences[name] = page.text:match("\n    " .. name .. "  +([^\n]+)") or page.text:match "^%s*(.-)[.:;]%s"
    end
  end
  return sentences
end

-- --- what is not there ---

-- Does the text have the word, or its plural, neither longer before nor behind?
local function speaks_of(page, word)
  local plain = word:lower():gsub("%W", "%%%0")
  return (" " .. page.text:lower() .. " "):find("%W" .. plain .. "s?%W") ~= nil
end

--- A sentence for a name that no page has, with the nearest name, also of a list of others, and the pages that speak
--- of it.
function help_pages.missing(name, others)
  local topics, functions, found = {}, {}, {}
  for _, page in ipairs(read_all()) do
    local names = page.group and topics or functions
    for _, known in ipairs(page.names) do
      names[#names + 1] = known
      names[#names + 1] = tail_of(known)
    end
    if #found < SEE_ALSO and name:find "%a" and speaks_of(page, name) then found[#found + 1] = page.names[1] end
  end
  return ("there is no help on `%s`%s%s"):format(name,
    english.suggest(name, lists.joined(others or {}, functions, topics), "."),
    #found > 0 and " See also " .. table.concat(found, ", ") or "")
end

return help_pages
