-- Campaign files: a file of players whose lines keep, from game to game, what
-- the game's `campaign` says: chips, wounds, fame. Here their text is changed,
-- field by field; everything else in it stays as somebody wrote it.

local disk = require "host.disk"
local english = require "shared.english"
local lists = require "shared.lists"

local campaign = {}

--- What a player takes to the next game: fields of the profile, each with a function that returns its new value when
--- the game is over, or nil if there is nothing to keep. `--campaign FILE` keeps them in the file of players.
---@topic A game's declaration: campaign
---@example profile = { chips = { 50, "chips brought along", min = 0 } },
--- pools = { bank = "mint", seat = { chips = 0 } },
--- campaign = { chips = function(t, seat) return seat.chips:amount() end }
---@see profile

-- "  Olaf: str 4, chips 20  # a Viking" -> the text before the fields, the fields, and the rest with the line's end.
local function split_line(line)
  local body, rest = line:match("^([^#]*)(.*)$")
  local head, fields = body:match("^(%s*[^:]-%s*:)(.*)$")
  if not head then return nil end
  local kept, space = fields:match("^(.-)(%s*)$")
  return head, kept, space .. rest
end

-- "str 4, chips 20" with another value of a field; and the value before, nil if the field was not there.
local function with_value(fields, name, value)
  local before
  local text = (fields .. ","):gsub("[^,]*,", function(part)
    local lead, key, old, after = part:match("^(%s*([%w_]+)[%s=]+)(.-)(%s*,)$")
    if key ~= name or before then return nil end
    before = old
    return lead .. value .. after
  end):sub(1, -2)
  if before then return text, before end
  return (text:find("%S") and text .. "," or text) .. " " .. name .. " " .. value
end

-- Makes one change in the line of its player: the new line, and a sentence to tell, if there is one.
local function change_line(line, change, where)
  local head, fields, rest = split_line(line)
  local before, after = change.before, change.after
  local changed, found = with_value(fields, change.field, after)
  if found == after then return line end
  if found ~= before then
    return line, ("%s: %s has %s %s there, not %s as when this game began, so %s was not written")
      :format(where, change.name, change.field, found or "not given", before or "none", after)
  end
  return head .. changed .. rest,
    ("%s: %s %s%s"):format(change.name, change.field, before and before .. " -> " or "", after)
end

local function find_line(lines, name)
  for i, line in ipairs(lines) do
    local head = split_line(line)
    if head and english.fold(head:match("^%s*(.-)%s*:$")) == english.fold(name) then return i end
  end
end

local function add_line(lines, change)
  lines[#lines] = lines[#lines]:gsub("[^\n]$", "%0\n")
  lines[#lines + 1] = change.name .. ":" .. (change.profile ~= "" and " " .. change.profile or "") .. "\n"
  return #lines
end

--- A campaign file's text with what has changed since the game began.
--- changes: list of { name =, profile =, field =, before = (nil: not given), after = }, all of it text.
--- Returns the new text, or nil when nothing is to be written; and sentences to tell.
function campaign.rewrite(text, path, changes)
  local lines, told, changed = lists.matches(text, "[^\n]*\n?"), {}, false
  for _, change in ipairs(changes) do
    local i = find_line(lines, change.name)
    if not i then i, changed = add_line(lines, change), true end
    local line, sentence = change_line(lines[i], change, path .. ":" .. i)
    changed, lines[i], told[#told + 1] = changed or line ~= lines[i], line, sentence
  end
  if not changed then return nil, told end
  return table.concat(lines), told
end

-- What a script gave for a field, if its profile may have it.
local function checked(b, name, value)
  local ok, sentence = require "script.rules".accepts(b.spec.profile[name], value)
  if not ok then error(("campaign: %s"):format(sentence), 0) end
  local text = tostring(value)
  if text:find "[,#]" or disk.unsafe(text) then
    error(("campaign: %s: `%s` can't be saved: it contains a comma, # or control characters"):format(name, text), 0)
  end
  return value
end

--- What the game keeps of each player, in the form that campaign.rewrite takes; profiles by seat, as text.
function campaign.changes(b, profiles)
  local list = {}
  for _, seat in ipairs(b.sitting) do
    local given = profiles[seat.number] or ""
    for field, keep in pairs(b.spec.campaign) do
      local ok, value = host.look(b.block, keep, keep, b.t, seat)
      if not ok then error(value, 0) end
      if value ~= nil and checked(b, field, value) ~= seat.profile[field] then
        list[#list + 1] = { name = b.names[seat.number], profile = given, field = field,
          before = select(2, with_value(given, field, "")), after = tostring(value) }
      end
    end
  end
  return list
end

--- A campaign file after a game: its new text or nil, and what to tell.
function campaign.keep(b, text, path, profiles)
  return campaign.rewrite(text, path, campaign.changes(b, profiles))
end

return campaign
