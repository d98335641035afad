-- `:phones`, and the console's lines about seats on phones.

local porter = require "front.phones.porter"
local screen = require "front.console.screen"
local status = require "front.base.status"
local english = require "shared.english"
local lists = require "shared.lists"

local phone_verbs = {}

-- An address, and its code where the terminal can draw one that a phone can read.
local function show_code(c, label, where, rows)
  c.terminal:put(("%s%s\n"):format(label, where))
  if c.terminal:symbols() and c.terminal.color then
    c.terminal:code(rows)
  end
end

--- The door: for everybody who has no seat yet; and the table's own address.
function phone_verbs.invite(c)
  if not c.phones:has_seats() then return end
  show_code(c, "Phones: scan the code, or open ", c.phones:invite())
  c.terminal:put(("The table on a large screen: %s\n"):format(c.phones:table_address()))
  local others = porter.started.others
  if others ~= "" then
    c.terminal:say(("Other addresses of this machine, for `--phones ADDRESS`: %s"):format(others:gsub("\n", ", ")))
  end
  if not porter.started.is_local then
    c.terminal:say(("If a phone finds nothing there: is it on the same Wi-Fi, and not on a guest network? Does the "
      .. "firewall let port %d in?"):format(porter.started.port))
  end
end

local function screens(count)
  if not count then return "nobody has sat down yet" end
  return count == 0 and "away" or count == 1 and "here" or ("here, on %d phones"):format(count)
end

local function list(c)
  for _, row in ipairs(c.phones:here()) do c.terminal:say(("  %s: %s"):format(row[1], screens(row[2]))) end
  phone_verbs.invite(c)
end

--- `:phones`, with what follows it; seat_of(text) finds the seat that a text begins with, and what follows.
function phone_verbs.run(c, rest, seat_of)
  if not c.phones then
    status.refuse("no seat of this table is on a phone: begin one with `--seats Anna=phone,...`, or resume it with "
      .. "`--phones auto`")
  end
  local word = rest:lower()
  if word == "" then return list(c) end
  if word == "close" or word == "open" then
    c.phones:close_door(word == "close")
    return screen.good(c, word == "close" and "Nobody else can sit down now." or "Free seats can be taken again.")
  end
  local seat, more = seat_of(rest)
  local name = c.s:name(seat)
  if not lists.index(lists.collect(c.phones:here(), "seat"), seat) then
    status.refuse("%s isn't on a phone: `:seat %s phone` changes that", name, name)
  end
  if more:lower() == "new" then c.phones:renew(seat)
  elseif more ~= "" then status.refuse("expected `:phones %s` or `:phones %s new`", name, name) end
  show_code(c, english.possessive(name) .. " phone: ", c.phones:invite(seat))
end

return phone_verbs
