-- Completion of answers and commands. Answers are offered only to the seat that is asked and looks at the screen.

local people = require "front.console.people"
local screen = require "front.console.screen"
local lists = require "shared.lists"

local complete = {}

local function followed(names, after) return lists.collect(names, function(name) return name .. after end) end

-- Answers to the reader's question: the first typed one begins at `at`; gives the place where the one to complete begins.
local function answers(c, before, at)
  if c.s.state ~= "question" or c.reader == nil or c.reader ~= c.s.world:engine "asked" then return at, {} end
  local offers, several = c.s.world:call_with_table("ask.answers", "offers")
  if not several then return at, offers end
  local gap = before:find " [^ ]*$"
  return gap and gap >= at and gap + 1 or at, followed(offers, " ")
end

-- --- what follows a command ---

local function nothing(_, _, at) return at, {} end

local after = { why = answers, ["why!"] = answers, state = nothing, join = nothing, leave = nothing }

-- `:seat Ben angler`: a seat, then who answers.
function after.seat(c, before, at)
  local gap = before:find(" [^ ]*$", at)
  if not gap then
    return at, lists.collect(people.seats(c), function(seat) return (seat == 0 and "GM" or c.s:name(seat)) .. " " end)
  end
  return gap + 1, people.answerers(c)
end

-- `:move Kh to the deck`: behind "to" comes a pile.
function after.move(c, before, at)
  local _, to = before:find(" to ", at - 1, true)
  if to then return to + 1, screen.names(c, "piles") end
  local gap = before:find(" [^ ]*$", at)
  return gap and gap + 1 or at, { "to " }
end

function after.set(c, _, at) return at, followed(screen.names(c, "rules"), " ") end
function after.pool(c, _, at) return at, followed(screen.names(c, "pools"), " ") end

--- What could stand at the end of the line: the byte where the last word begins, and the words. `commands` are the
--- names of all.
function complete.words(c, before, commands)
  if before:sub(1, 1) ~= ":" then return answers(c, before, 1) end
  local name, at = before:match "^:([^ ]*) ()"
  if name then return (after[name:lower()] or nothing)(c, before, at) end
  return 1, lists.collect(commands, function(command)
    return ":" .. command[1] .. (after[command[1]] and " " or "")
  end)
end

return complete
