-- What a character brings to a contest: the rating of an attribute (hole cards)
-- and of a skill (replacements), from its profile or, where that is silent,
-- from the GM, who is asked once for each.

local steps = {}
local characters = { steps = steps }

characters.ATTRIBUTES = { "strength", "dexterity", "intelligence", "wits",
  "awareness", "resolve" }

-- What a rating is worth, in words made once.
local HOLE, DRAWS = { "1 hole card" }, { [0] = "no replacements", "1 replacement" }
for n = 2, 5 do
  HOLE[n], DRAWS[n] = n .. " hole cards", n .. " replacements"
end

--- What a character's ratings are worth: "4 hole cards and 3 replacements".
function characters.worth(seat)
  return HOLE[seat.hole] .. " and " .. DRAWS[seat.draws]
end

--- The fields of a character's profile.
characters.profile = {
  skills = { "", "skills and their ratings, like Running 3; Stealth 2",
    text = true },
  attribute = { none, "rating of whichever attribute is used",
    min = 1, max = 5 },
  skill = { none, "rating of whichever skill is used (0: none)",
    min = 0, max = 5 },
  chips = { none, "chips kept from earlier contests", min = 0,
    max = 1000000 },
}
for _, name in ipairs(characters.ATTRIBUTES) do
  characters.profile[name] = { none, name .. ", 1 to 5", min = 1, max = 5 }
end

-- "Running 3; Stealth 2" -> { running = 3, stealth = 2 }, or nil and the part
-- that is not a skill.
local function read_skills(text)
  local list = {}
  if text == "" then return list end
  for part in text:gmatch("[^;]+") do
    local name, rating = part:match("^%s*(.-)%s+(%d+)%s*$")
    rating = tonumber(rating)
    if not rating or rating > 5 then return nil, part end
    list[name:lower()] = rating
  end
  return list
end

--- What is wrong with the skills of a player, as a sentence.
function characters.problem(player)
  local _, part = read_skills(player.profile.skills)
  if part then
    return ("%s: skills: `%s`: expected a skill and its rating from 0 to 5, "
      .. "like Running 3"):format(player.name, part)
  end
end

--- How many hole cards a character may get at most: five while the attribute
--- is unknown, or its rating.
function characters.most_cards(rules, player)
  local profile, name = player.profile, rules.attribute
  if profile.attribute then return profile.attribute end
  if name ~= "asked" then return profile[name] or 5 end
  local most = 1
  for _, one in ipairs(characters.ATTRIBUTES) do
    most = math.max(most, profile[one] or 5)
  end
  return most
end

--- Asks the GM for a rating that no profile gives, and keeps it.
function steps.learn(t, seat, name, least)
  local rating = t.gm:ask {
    "rating", "What is %s's rating in %s, the number of cards %s?", seat, name,
    least == 0 and "that may be replaced" or "dealt",
    min = least, max = 5,
  }
  seat.ratings[name] = rating
  return rating
end

-- Who is how good at it, as far as the sheets say.
local function attribute_note(name, t)
  local list = {}
  for seat in t:seats() do
    local rating = seat.profile[name] or seat.ratings[name]
    if rating then list[#list + 1] = ("%s %d"):format(seat.name, rating) end
  end
  return #list > 0 and table.concat(list, ", ") or nil
end

function steps.attribute_used(t)
  if t.attribute == "" then
    local name = t.rules.attribute
    if name == "asked" then
      name = t.gm:ask { "attribute", "Which attribute is used?",
        one_of = characters.ATTRIBUTES, tells = attribute_note }
    end
    t.attribute = name
  end
  return t.attribute
end

--- How many hole cards a character gets whose profile doesn't say.
function steps.attribute_of(t, seat)
  local name = t:attribute_used()
  return seat.profile[name] or seat.ratings[name] or t:learn(seat, name, 1)
end

-- A name that can stand in a line of players; attributes have fields of their
-- own.
local function is_plain_skill(name)
  return characters.profile[name] == nil and not name:find("[,;:#]")
end

-- The skills on the sheets of those who take part, as they are written there.
function steps.known_skills(t)
  local names, seen = {}, {}
  local function add(name)
    if not seen[name:lower()] then names[#names + 1], seen[name:lower()] = name, true end
  end
  for seat in t:seats() do
    local sheet = seat.profile.skills
    if sheet ~= "" then
      for name in (sheet .. ";"):gmatch("%s*(.-)%s+%d+%s*;") do add(name) end
    end
    for name in pairs(seat.ratings) do
      if is_plain_skill(name) then add(name) end
    end
  end
  return names
end

-- How many letters must be changed to make one word of the other.
local function distance(one, other)
  local row = {}
  for j = 0, #other do row[j] = j end
  for i = 1, #one do
    local corner = row[0]
    row[0] = i
    for j = 1, #other do
      local same = one:byte(i) == other:byte(j) and 0 or 1
      corner, row[j] = row[j], math.min(row[j] + 1, row[j - 1] + 1, corner + same)
    end
  end
  return row[#other]
end

-- The name that is meant: as it is written on a sheet, whatever the case; else nil, and the
-- nearest, which may begin so.
local function meant(names, text)
  local near, least = nil, #text // 3 + 1
  for _, name in ipairs(names) do
    local off = distance(name:lower(), text:lower())
    if off == 0 then return name end
    if #text > 1 and name:lower():sub(1, #text) == text:lower() then off = 1 end
    if off <= least then near, least = name, off end
  end
  return nil, near
end

-- A rating typed too early would name the skill.
local function no_name(text)
  if text:find("^[%s%d]+$") then
    return ("`%s` is not the name of a skill; type the name, and the ratings are asked "
      .. "next"):format(text)
  end
end

-- The name of the skill as it will be written; nil: it is asked again. `known` are those on the
-- sheets, where they were looked up.
function steps.skill_named(t, text, known)
  if text == nil or not text:find("%S") or text:lower() == "none" then return "none" end
  local name, near = meant(known or t:known_skills(), text)
  if name or t.rules.skill ~= "" then return name or text end
  local hint = near and (" (did you mean %s?)"):format(near) or ""
  local new = t.gm:ask { "new_skill", "Nobody in this contest has the skill %s%s. Add it?", text,
    hint, confirm = true, default = false }
  return new and text or nil
end

function steps.skill_used(t)
  local typed, known = t.rules.skill, nil
  while t.skill == "" do
    if t.rules.skill == "" then
      known = t:known_skills()
      typed = t.gm:ask { "skill", "Which skill is used? (%s)",
        #known > 0 and table.concat(known, ", ") or "like Running", text = 60, optional = true,
        why = no_name, bot = #known > 0 and known or { "Running", "Persuasion" } }
    end
    t.skill = t:skill_named(typed, known) or ""
  end
  return t.skill
end

--- How many cards a character may replace whose profile doesn't say.
function steps.skill_of(t, seat)
  local name = t:skill_used()
  local key = name:lower()
  if key == "none" then return 0 end
  local rating = read_skills(seat.profile.skills)[key]
  for known, told in pairs(seat.ratings) do
    if known:lower() == key then rating = rating or told end
  end
  return rating or t:learn(seat, name, 0)
end

-- What is kept from evening to evening ------------------------------------------

--- Chips, and what the GM has said of attributes and skills.
characters.campaign = {
  chips = function(_, seat) return seat.chips:amount() end,
}

for _, name in ipairs(characters.ATTRIBUTES) do
  characters.campaign[name] = function(_, seat) return seat.ratings[name] end
end

--- The skills of the profile, and those rated since, as far as a line is long.
function characters.campaign.skills(_, seat)
  local text = seat.profile.skills
  for name, rating in pairs(seat.ratings) do
    local one = name .. " " .. rating
    if is_plain_skill(name) and #text + #one < 200 then
      text = text == "" and one or text .. "; " .. one
    end
  end
  return text
end

--- The hole cards and replacements of all, before a contest: once and for all
--- where every profile says them.
function steps.ratings(t)
  if t.rated then return end
  t.attribute, t.skill, t.rated = "", "", true
  for seat in t:seats() do seat.hole, seat.draws = 0, 0 end
  for seat in t:seats() do
    local profile = seat.profile
    t.rated = t.rated and profile.attribute ~= nil and profile.skill ~= nil
    local hole = profile.attribute or t:attribute_of(seat)
    local draws = profile.skill or t:skill_of(seat)
    seat.hole, seat.draws = hole, draws
    t:say("%s: %s, %s.", seat, HOLE[seat.hole], DRAWS[seat.draws])
  end
end

return characters
