-- Completion of what may be typed. Answers are offered to the seat that is asked and looks at the screen, to nobody
-- else.

local people = require "people"

local complete = {}

local function ask(c, name, ...) return c.s.world:table("world.console", name, ...) end

local function followed(names, after)
  local list = {}
  for i, name in ipairs(names) do list[i] = name .. after end
  return list
end

-- Answers to the reader's question, of which the first begins at `at`; the place where the one to complete does.
local function answers(c, before, at)
  if c.s.state ~= "question" or c.reader == nil or c.reader ~= c.s.world:engine "asked" then return at, {} end
  local words, several = c.s.world:table("world.answers", "offers")
  if not several then return at, words end
  local gap = before:find " [^ ]*$"
  return gap and gap >= at and gap + 1 or at, followed(words, " ")
end

-- --- what follows a command ---

-- Without those that belong to nobody who sits there.
local function there(names)
  local list = {}
  for _, name in ipairs(names) do if name ~= "" then list[#list + 1] = name end end
  return list
end

local after = {}

-- `:seat Ben angler`: a seat, then who answers.
function after.seat(c, before, at)
  local gap = before:find(" [^ ]*$", at)
  if not gap then
    local names = {}
    for i, seat in ipairs(people.seats(c)) do names[i] = seat == 0 and "GM" or c.s:name(seat) end
    return at, followed(names, " ")
  end
  local bots = { "me" }
  for _, bot in ipairs(people.bots(c) or {}) do bots[#bots + 1] = bot[1] end
  return gap + 1, bots
end

-- `:move Kh to the deck`: behind "to" comes a pile.
function after.move(c, before, at)
  local _, to = before:find(" to ", at - 1, true)
  if to then return to + 1, there(ask(c, "names").piles) end
  local gap = before:find(" [^ ]*$", at)
  return gap and gap + 1 or at, { "to " }
end

function after.why(c, before, at) return answers(c, before, at) end

after["why!"] = after.why
function after.set(c, _, at) return at, followed(ask(c, "names").rules, " ") end
function after.pool(c, _, at) return at, followed(there(ask(c, "names").pools), " ") end

local MORE = { seat = true, set = true, pool = true, move = true, why = true,
  state = true, join = true, leave = true,
  ["why!"] = true }

--- What could stand at the end of the line: the byte where the last word begins, and the words. `commands` are the
--- names of all.
function complete.words(c, before, commands)
  if before:sub(1, 1) ~= ":" then return answers(c, before, 1) end
  local name, at = before:match "^:([^ ]*) ()"
  if name then
    local offer = after[name:lower()]
    if not offer then return at, {} end
    return offer(c, before, at)
  end
  local list = {}
  for i, command in ipairs(commands) do list[i] = ":" .. command[1] .. (MORE[command[1]] and " " or "") end
  return 1, list
end

return complete
