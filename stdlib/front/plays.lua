-- What was done at a table, in order: answers, actions, changes by the game master, hashes of the state. Played again
-- from the same start they give the same game; so undo, resume, replay and verify are one thing.
--
-- Each has a form as one line of text, which is a journal's record:
--   a WHO SEAT STEP NAME TEXT   an answer; WHO is p (a person) or b
--   w SEAT ACTION [TEXT]        an action was asked for: it runs when it is due. TEXT says who is to `join`
--   x SEAT ACTION [TEXT]        it runs at this step boundary; TEXT `lapsed`: it is no longer allowed
--   s SEAT ANSWERER             who answers for a seat from now on
--   v RULE TEXT                 a rule was set: it changes when it may
--   r RULE TEXT                 it changes at this step boundary
--   p POOL AMOUNT               a pool was corrected
--   c CARD PILE                 a card was corrected
--   y SEAT NAME TEXT            a value of the state was corrected; SEAT -1: the table's
--   n SEAT HEX                  a bot's notes
--   m TEXT                      the table was told of something the GM did
--   h HASH                      the state at a step's end
-- Seats are 0 for the GM, else 1..32.

local plays = {}

local SEAT_TEXT, NAME_TEXT, PAIR = "^%a (%d+) (.*)$", "^%a (%S+) (.*)$", "^%a (%-?%d+) (%-?%d+)$"

--- A play as its line.
function plays.write(p)
  local kind, text = p.kind, p.text or ""
  if kind == "a" then
    return ("a %s %d %s %s %s"):format(p.person and "p" or "b", p.seat, p.step, p.name, text)
  elseif kind == "w" or kind == "x" then
    return ("%s %d %s%s"):format(kind, p.seat, p.name, text ~= "" and " " .. text or "")
  elseif kind == "s" or kind == "n" then return ("%s %d %s"):format(kind, p.seat, text)
  elseif kind == "v" or kind == "r" then return ("%s %s %s"):format(kind, p.name, text)
  elseif kind == "y" then return ("y %d %s %s"):format(p.seat, p.name, text)
  elseif kind == "p" or kind == "c" then return ("%s %d %d"):format(kind, p.a, p.b) end
  return ("%s %s"):format(kind, text)
end

local readers = {}

local ANSWER = "^a ([pb]) (%d+) (%S+) (%S+) (.*)$"

function readers.a(line)
  local who, seat, step, name, text = line:match(ANSWER)
  return who and { kind = "a", person = who == "p", seat = tonumber(seat), step = step, name = name, text = text }
end

function readers.w(line)
  local seat, name, rest = line:match("^%a (%d+) (%S+) ?(.*)$")
  if not seat or (rest ~= "" and rest ~= "lapsed" and name ~= "join") then return nil end
  return { kind = line:sub(1, 1), seat = tonumber(seat), name = name, text = rest ~= "" and rest or nil }
end
readers.x = readers.w

function readers.s(line)
  local seat, text = line:match(SEAT_TEXT)
  return seat and { kind = line:sub(1, 1), seat = tonumber(seat), text = text }
end
readers.n = readers.s

function readers.v(line)
  local name, text = line:match(NAME_TEXT)
  return name and { kind = line:sub(1, 1), name = name, text = text }
end
readers.r = readers.v

function readers.p(line)
  local a, b = line:match(PAIR)
  return a and { kind = line:sub(1, 1), a = math.tointeger(tonumber(a)), b = math.tointeger(tonumber(b)) }
end
readers.c = readers.p

function readers.y(line)
  local seat, name, text = line:match("^y (%-?%d+) (%S+) (.*)$")
  return seat and { kind = "y", seat = math.tointeger(tonumber(seat)), name = name, text = text }
end

function readers.h(line)
  return line:sub(2, 2) == " " and { kind = line:sub(1, 1), text = line:sub(3) } or nil
end
readers.m = readers.h

--- The play of a line; nil for what is none of the forms above.
function plays.read(line)
  local read = readers[line:sub(1, 1)]
  return read and read(line) or nil
end

--- The one play that another becomes when it is due, and back.
function plays.as(p, kind)
  return { kind = kind, seat = p.seat, name = p.name, text = p.text }
end

return plays
