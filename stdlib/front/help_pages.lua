-- Pages of help about what stands in scripts. Two embedded texts hold them: topics.txt has `== GROUP: name, other
-- name`, reference.txt `== NAME`, each followed by its lines up to the next `==`.

local files = require "host.files"

local pages = {}

local SEE_ALSO = 8 -- pages named at most, where nothing is called by a name

local function add_page(list, head, text)
  local group, names = head:match("^([^:]*): (.*)$")
  local page = { group = group, heading = names or head, names = {}, text = text }
  for name in page.heading:gmatch("[^, ][^,]*") do page.names[#page.names + 1] = name end
  list[#list + 1] = page
end

-- The pages of an embedded text: lists of { heading = "title, one_line", names = { "title", "one_line" }, group =,
-- text = whole lines }.
local function read(name)
  local text, list, at = "\n" .. (files.embedded(name) or ""), {}, 1
  while at do
    local head, from = text:match("^\n== ([^\n]*)()", at)
    if not head then break end
    at = text:find("\n== ", from, true)
    add_page(list, head, text:sub(from + 1, at or -1))
  end
  return list
end

local function read_all() return read "topics.txt", read "reference.txt" end

-- What stands behind the last dot or colon, or nil.
local function tail_of(name) return name:match("[.:]([^.:]+)$") end

-- --- by name ---

-- The first lines of all that belongs to a library or thing; "" where there is none.
local function members(functions, library)
  local lines, n = {}, #library
  for _, page in ipairs(functions) do
    local name = page.heading
    local belongs = name:sub(1, n):lower() == library:lower() and name:find("^[.:]", n + 1)
    if belongs then lines[#lines + 1] = "  " .. page.text:match("[^\n]*") .. "\n" end
  end
  return table.concat(lines)
end

-- Is it the whole name, or what stands behind its dot or colon?
local function is_function(page, word)
  local name = page.heading
  return name:sub(-#word):lower() == word:lower() and (#name == #word or name:find("^[.:]", -#word - 1) ~= nil)
end

local function is_topic(page, word)
  for _, name in ipairs(page.names) do if name:lower() == word:lower() then return true end end
end

-- The pages of a name as parts of a text.
local function find(topics, functions, word)
  local parts, topic = {}, false
  local function add(text) if text ~= "" then parts[#parts + 1] = text end end
  for _, page in ipairs(topics) do
    if is_topic(page, word) then
      topic = true
      add(("%s (%s)\n%s"):format(page.heading, page.group, page.text))
      add(members(functions, page.names[1]))
    end
  end
  for _, page in ipairs(functions) do if is_function(page, word) then add(page.text) end end
  if not topic then add(members(functions, word)) end
  return parts
end

--- The page of a name, or what is called so behind a dot or a colon; nil where there is none.
function pages.find(name)
  local topics, functions = read_all()
  local parts, tail = find(topics, functions, name), tail_of(name)
  if #parts == 0 and tail then
    parts = find(topics, functions, tail)
    if #parts > 0 then
      table.insert(parts, 1, ("There is no page `%s`; this is `%s`:\n"):format(name, tail))
    end
  end
  if #parts > 0 then return (table.concat(parts, "\n"):gsub("\n+$", "")) end
end

-- --- all of them ---

--- All names, topics first.
function pages.names()
  local names, topics, functions = {}, read_all()
  for _, list in ipairs { topics, functions } do
    for _, page in ipairs(list) do table.move(page.names, 1, #page.names, #names + 1, names) end
  end
  return names
end

--- The names of topics, by their groups.
function pages.topics()
  local lines, group = {}, nil
  for _, page in ipairs(read "topics.txt") do
    if page.group == group then lines[#lines] = lines[#lines] .. ", " .. page.heading
    else
      group = page.group
      lines[#lines + 1] = group .. ":\n  " .. page.heading
    end
  end
  return table.concat(lines, "\n")
end

-- --- what is not there ---

-- Does the text have the word, or its plural, neither longer before nor behind?
local function speaks_of(page, word)
  local text, at = page.text:lower(), 1
  while true do
    local from, to = text:find(word:lower(), at, true)
    if not from then return false end
    if text:find("^s", to + 1) then to = to + 1 end
    if not text:find("^%w", to + 1) and (from == 1 or not text:find("^%w", from - 1)) then return true end
    at = from + 1
  end
end

--- A sentence for a name that no page has, with the nearest name, also of a list of others, and the pages that speak
--- of it.
function pages.missing(name, others)
  local names, found = table.move(others or {}, 1, #(others or {}), 1, {}), {}
  local topics, functions = read_all()
  for _, list in ipairs { functions, topics } do
    for _, page in ipairs(list) do
      for _, known in ipairs(page.names) do
        names[#names + 1] = known
        names[#names + 1] = tail_of(known)
      end
    end
  end
  for _, list in ipairs { topics, functions } do
    for _, page in ipairs(list) do
      if #found < SEE_ALSO and name ~= "" and speaks_of(page, name) then found[#found + 1] = page.names[1] end
    end
  end
  local near = files.nearest(name, names)
  return ("there is no help on `%s`%s%s"):format(name, near and (", did you mean `%s`?"):format(near) or ".",
    #found > 0 and " See also " .. table.concat(found, ", ") or "")
end

return pages
