-- The people at the keyboard, and which of them may look at the screen.
--
-- Always true: text private to a seat is written only while that seat's person looks at the screen (c.reader), and
-- where people share the screen it is cleared before another is let near it.

local screen = require "front.console.screen"
local english = require "shared.english"
local lists = require "shared.lists"

local people = {}

--- Does a person at the keyboard answer for the seat?
function people.holds(c, seat) return screen.is_here(c.s:answerer(seat)) end

--- The seats that are asked anything, the GM's first where the game has one.
function people.seats(c) return lists.joined(c.has_gm and { 0 } or {}, c.s:seats()) end

--- The bots that could answer, { name, what it does } each; or nil and a sentence.
function people.bots(c) return c.s.world:call_with_table("start.bots", "list") end

--- The names of possible answerers for a seat: "me", and the bots.
function people.answerers(c)
  local bots = lists.collect(people.bots(c) or { { "random" } }, 1)
  return lists.joined({ "me" }, c.phones and { "phone" } or {}, bots)
end

--- Counts the people again, after somebody has come or gone; c.alone is the seat of the only one at the keyboard, or nil.
--- Who plays on a phone is one of the people: what is theirs never shows here.
function people.count(c)
  local here = lists.collect(people.seats(c), function(seat) return people.holds(c, seat) and seat or nil end)
  c.people = #here + (c.phones and #c.phones:here() or 0)
  c.alone, c.shares = #here == 1 and here[1] or nil, #here > 1 and not c.one_person
end

--- Where seats come and go: counts the people again if the seats have changed. A newcomer is told what happens from now on.
function people.recount(c)
  if not c.s.joins then return end
  local seats = c.s:seats()
  local before, now = c.seated, table.concat(seats, " ")
  c.seated = now
  if before == nil or before == now then return end
  local shared, here = c.shares, c.reader == nil or c.reader == 0
  local events = c.s.world:engine "count"
  for _, seat in ipairs(seats) do
    here = here or seat == c.reader
    if not (" " .. before .. " "):find(" " .. seat .. " ", 1, true) then c.told[seat] = events end
  end
  people.count(c)
  if not here then c.reader, c.drawn = c.alone, nil end
  if c.shares and not shared and c.prompt then c.prompt:forget() end
end

--- Waits for Enter alone: true; false: the person leaves.
function people.wait_for_enter(c, text)
  local got, line = screen.read_aside(c, text)
  while got == "line" and line ~= "" and line:sub(1, 2) ~= ":q" do
    screen.bad(c, "Press only Enter: what you type before you see the question doesn't count.")
    got, line = screen.read_aside(c, text)
  end
  if got == "line" and line == "" then return true end
  c.leave, c.interrupted = true, got == "interrupt"
  return false
end

--- Hands the screen to a seat behind the curtain. False: nobody came. A screen with only public text is not cleared: the
--- first one, and that of a game master who hides nothing, on which the last answer is still confirmed.
function people.curtain(c, seat)
  if not c.clean then c.terminal:clear() elseif c.reader then screen.tell(c) end
  c.reader, c.clean = nil, false
  screen.note(c)
  local name = english.opening(c.s:name(seat))
  if not people.wait_for_enter(c, name .. ": press Enter when only you can see the screen. ") then return false end
  c.reader = seat
  return true
end

--- The screen belongs to this seat from now on. False: nobody came. What all may see needs no curtain.
function people.change_reader(c, seat)
  if c.reader == seat then return true end
  c.drawn = nil
  local open = seat == 0 and c.open_gm
  if c.shares and not open then return people.curtain(c, seat) end
  if c.shares and not c.clean then c.terminal:clear() end
  c.reader, c.clean = seat, open
  return true
end

return people
