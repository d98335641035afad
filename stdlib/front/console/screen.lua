-- The console's output: the table, the hand, events, the question, the standings. The world makes every line for its reader
-- (stdlib/tell/console_lines.lua); this module knows who reads and which lines they have seen.
--
-- Events are counted as they are told to each seat, so that nobody misses those told while another looked: c.told[seat], and
-- c.told.all for any reader.

local phones = require "front.phones.phones"
local rules_page = require "front.console.rules_page"
local terminal = require "front.base.terminal"
local english = require "shared.english"
local lists = require "shared.lists"

local screen = {}

local GOOD, BAD, DIM, STRONG, PLAIN = "\3", "\4", "\5", "\8", "\1"

--- Is this answerer of a seat a person at the keyboard, not a phone or a bot?
function screen.is_here(answerer) return answerer == "me" or answerer == "person" end

--- Is this answerer of a seat a person, here or on a phone?
function screen.is_person(answerer) return screen.is_here(answerer) or phones.is_phone(answerer) end

--- Calls a function of the world's side of the console (tell/console_lines.lua).
function screen.ask(c, name, ...) return c.s.world:call_with_table("tell.console_lines", name, ...) end

--- The names of the table's piles, pools or rules, without those that belong to nobody who sits there.
function screen.names(c, what)
  return lists.collect(screen.ask(c, "names")[what], function(name) return name ~= "" and name or nil end)
end

function screen.good(c, text) c.terminal:say(GOOD .. text .. PLAIN) end
function screen.bad(c, text) c.terminal:say(BAD .. text .. PLAIN) end
function screen.dim(c, text) c.terminal:say(DIM .. text .. PLAIN) end

--- Says something that all may know: at once; or, if the screen is shared and may be cleared first, at the next call without
--- a text.
function screen.note(c, text)
  if text then c.notice[#c.notice + 1] = text end
  if text and c.shares or #c.notice == 0 then return end
  screen.good(c, table.concat(c.notice, "\n"))
  c.notice = {}
end

--- The reader: the person at the screen, false for what all may know, or, where only bots play, true for everything.
function screen.reader(c) return c.reader or c.people == 0 end

-- --- what has happened ---

-- The seats whose whispers the reader hears: a person with several seats hears the whispers to any of them.
local function heard_seats(c, reader)
  local seats = {}
  for _, seat in ipairs { 0, table.unpack(c.s:seats()) } do
    seats[seat] = seat == reader or c.people == 0 or c.one_person and screen.is_here(c.s:answerer(seat))
  end
  return seats
end

local function events_since(c, from)
  return screen.ask(c, "heard", from, screen.reader(c), heard_seats(c, c.reader), c.style)
end

-- Is a phone asked? Nobody there waits until a page is turned here.
local function asks_phone(c)
  return c.s and c.s.state == "question" and phones.is_phone(c.s:answerer((c.s.world:engine "asked")))
end

--- Reads a line that answers no question; meanwhile people on phones may take seats.
function screen.read_aside(c, text)
  local got, line
  repeat
    got, line = c.prompt:read(text, true, c.phones)
    for _, said in ipairs(got == "event" and select(2, c.phones:take()) or {}) do screen.good(c, said) end
  until got ~= "event"
  return got, line
end

-- Asks at the end of a page whether the reader wants more. A command that is typed there is in c.typed_ahead, to be run
-- next; an answer would be to a question that nobody has seen yet.
local function turn_page(c, words)
  local got, typed = screen.read_aside(c, words)
  c.typed_ahead = got == "line" and typed:match "^ *:.*" or c.typed_ahead
  if got ~= "line" or c.typed_ahead or typed:find "^ *[Qq]u?i?t? *$" then return false end
  if typed:find "%S" then screen.bad(c, ("`%s` was not used: the question is still to come."):format(typed)) end
  return true
end

-- Lets fn write, a page at a time where a person reads. False: the reader has stopped.
local function by_pages(c, fn)
  if asks_phone(c) then return fn() end
  return c.terminal:by_pages(function() return turn_page(c, terminal.MORE) end, fn)
end

--- Events since the reader looked last: how many lines there were.
function screen.tell(c)
  local who = (not c.reader or c.one_person) and "all" or c.reader -- for whom it is counted what was told
  local lines, count = events_since(c, c.told[who] or 0)
  local function say() for _, line in ipairs(lines) do c.terminal:say(line) end end
  -- phones don't wait for somebody to turn a page here
  if c.prompt and c.people > 0 and not c.phones and #lines > 1 then by_pages(c, say) else say() end
  c.told[who] = count
  return #lines
end

local function page_lines(c, lines, none) screen.pages(c, #lines > 0 and table.concat(lines, "\n") or none) end

--- The last trick, hand or round again.
function screen.last(c)
  page_lines(c, screen.ask(c, "last", screen.reader(c), heard_seats(c, c.reader), c.style),
    "Nothing has been completed yet.")
end

--- Everything that was told.
function screen.log(c)
  page_lines(c, screen.ask(c, "log", screen.reader(c), heard_seats(c, c.reader), c.style), "Nothing has happened yet.")
end

--- What people have answered after their first `after` answers, as far as whoever comes to the screen may know it; and
--- what has been announced out of turn since.
function screen.answered(c, after)
  local reader = not c.shares and c.reader or false
  return screen.ask(c, "answered", after, reader, heard_seats(c, reader), c.style)
end

-- Does this reader see the line? Where several people look at the screen, only what all may know.
local function is_told(line, who, seats)
  if not line.seat then return true end
  return line.seat == who or who == "all" and seats[line.seat] == true
end

--- After an undo: nobody counts as told what came after the place that it led back to.
function screen.forget_undone(c)
  local count = c.s.world:engine "count"
  for who, heard in pairs(c.told) do c.told[who] = math.min(heard, count) end
end

-- Up to which event a reader has heard the lines of `now`, having heard those of `before` up to the event `heard`: as far
-- as the two agree.
local function still_heard(before, now, heard, who, seats)
  local at, same = 1, 0
  for _, line in ipairs(before) do
    if line.at > heard then break end
    if is_told(line, who, seats) then
      while now[at] and not is_told(now[at], who, seats) do at = at + 1 end
      if not now[at] or now[at].seat ~= line.seat or now[at].text ~= line.text then break end
      same, at = now[at].at, at + 1
    end
  end
  return same
end

--- After the game was played again: those who heard lines `before` don't hear them twice, as far as they are the same.
function screen.heard(c, before)
  local now, seats = screen.ask(c, "said"), heard_seats(c, nil)
  if c.people == 0 then seats = {} end
  for who, heard in pairs(c.told) do c.told[who] = still_heard(before, now, heard, who, seats) end
end

-- --- the table ---

--- The text of what tell.layout makes for the reader (lines, hand, rules, scores, odds, peek); "" where there is nothing
--- to show; nil after a sentence.
function screen.text(c, what)
  local is_open = not c.reader and c.people > 0 and what ~= "peek" -- to whoever looks
  if is_open and (what == "hand" or what == "odds") then
    screen.bad(c, "everybody can see the screen now")
    return nil
  end
  local reader = c.one_person and "all" or c.reader or "all"
  local number = c.reader or is_open and "everybody" or 1
  local done, text, seen = pcall(screen.ask, c, "lines", what, number, screen.reader(c), c.style, c.seen[reader])
  if not done then return screen.bad(c, text.text or text) end
  if what == "lines" then c.seen[reader] = seen end
  return require("front.base.text").line_up(text)
end

--- Shows that text. False: there is nothing to show.
function screen.show(c, what)
  local text = screen.text(c, what)
  if text and text ~= "" then c.terminal:say(text) end
  return text ~= ""
end

local QUESTION = 4 -- rows at least

-- Waits, before the table pushes a page of text off the screen, until it has been read. A command typed then is run next.
local function make_room(c, text)
  local rows = select(2, text:gsub("\n", "")) + 2 + QUESTION
  if not c.prompt or asks_phone(c) or not c.terminal:is_full(rows) then return end
  turn_page(c, "Enter: more. ")
end

--- Draws the table: always, or only if it has changed since it was last drawn.
function screen.draw(c, always)
  local text = screen.text(c, "lines")
  if always or text ~= c.drawn then
    make_room(c, text or "")
    c.terminal:heading(c.title)
    if text and text ~= "" then c.terminal:say(text) end
  end
  c.drawn = text
end

--- Shows a long text by pages; what follows a line break is indented by `hang`. A line is wrapped only when it is shown, as
--- the reader may stop early.
function screen.pages(c, text, hang)
  by_pages(c, function()
    for long in (text .. "\n"):gmatch "(.-)\n" do
      c.terminal:put(terminal.wrap(long, math.min(c.terminal:width(), 100), hang) .. "\n")
      if c.terminal.stopped then return end
    end
  end)
end

-- --- the question ---

local LISTED_MAX = 60

-- Options as "1) call", unless they are numbers themselves.
local function list_options(c, q)
  c.terminal:columns(lists.collect(q.options, function(option, i)
    return i <= LISTED_MAX and (q.numbered and ("%s%d)%s "):format(DIM, i, PLAIN) or "") .. option or nil
  end), "  ")
  if #q.options > LISTED_MAX then c.terminal:say(("... and %d more"):format(#q.options - LISTED_MAX)) end
end

-- Cards side by side, like a hand.
local function list_cards(c, q)
  if c.style == "words" then return list_options(c, q) end
  local items = lists.collect(q.options, function(option, i) return ("%s%d)%s%s"):format(DIM, i, PLAIN, option) end)
  if #items > 0 then c.terminal:say("  " .. table.concat(items, "  ")) end
end

local NOTE = 16 -- columns that a note needs beside its answer

--- A label and the text beside it, in several lines if it is long; or below it if there is no room.
function screen.hanging(c, label, note)
  local indent, width = terminal.text_width(label), math.min(c.terminal:width(), 100)
  if c.terminal.plain or indent + terminal.text_width(note) <= width then return c.terminal:say(label .. note) end
  if width - indent < NOTE then
    c.terminal:say((label:gsub(" +$", "")))
    return c.terminal:say("       " .. note)
  end
  local lines = terminal.wrap(note, width - indent):gsub("\n", "\n" .. (" "):rep(indent))
  c.terminal:put(label .. lines .. "\n")
end

-- Each with its note, a line each.
local function list_notes(c, q)
  local widest, options = 0, q.kind == "one_of" or q.cards
  for i, row in ipairs(q.noted) do
    if options and q.numbered then
      row[1] = ("%s%s%d)%s "):format((" "):rep(#tostring(#q.noted) - #tostring(i)), DIM, i, PLAIN) .. row[1]
    end
    widest = math.max(widest, terminal.text_width(row[1]))
  end
  local plain = c.terminal.plain
  for _, row in ipairs(q.noted) do
    local gap = plain and (row[2] ~= "" and ": " or "") or (" "):rep(widest - terminal.text_width(row[1]) + 2)
    screen.hanging(c, ("  %s%s"):format(row[1], gap), row[2])
  end
end

--- The open question, with the hand if that says more.
function screen.question(c)
  if asks_phone(c) then return end -- it stands there
  local q = c.s.world:call_with_table("ask.answers", "question", screen.reader(c), c.style)
  if c.reader == q.seat and q.kind ~= "die" and not q.lists_hand then screen.show(c, "hand") end
  local text = q.text:gsub("%[Enter: [^%]]+%]", function(enter) -- in one line, where it is short
    return #enter <= 30 and enter:gsub(" ", "\u{A0}") or enter
  end)
  c.terminal:say(("%s%s%s: %s"):format(STRONG, english.opening(c.s:name(q.seat)), PLAIN, text))
  if q.problem then screen.bad(c, "The game can't explain its answers: " .. q.problem) end
  if q.noted then list_notes(c, q)
  elseif q.kind == "one_of" then list_options(c, q)
  elseif q.cards then list_cards(c, q) end
end

-- --- the first screen ---

local function say_seats(c)
  local persons, away, bots = {}, {}, {}
  local function add(seat)
    local name, who = c.s:name(seat), c.s:answerer(seat)
    if phones.is_phone(who) then away[#away + 1] = name
    elseif screen.is_here(who) then table.insert(persons, seat == 0 and 1 or #persons + 1, name)
    else bots[#bots + 1] = ("%s (%s)"):format(name, who) end
  end
  for _, seat in ipairs(c.s:seats()) do add(seat) end
  if c.has_gm then add(0) end
  if #persons > 0 then c.terminal:say("At the keyboard: " .. table.concat(persons, ", ")) end
  if #away > 0 then c.terminal:say("On phones: " .. table.concat(away, ", ")) end
  if #bots > 0 then c.terminal:say((#bots == 1 and "Bot: " or "Bots: ") .. table.concat(bots, ", ")) end
end

function screen.intro(c, about)
  c.terminal:heading(about.title)
  if about.one_line and about.one_line ~= "" then c.terminal:say(about.one_line) end
  local page = c.people > 0 and rules_page.path(c.s) -- it lies beside the script
  if page then c.terminal:say("How to play: " .. page) end
  say_seats(c)
  if c.people > 0 then
    c.terminal:say("Type an answer and press Enter. :help lists what else you can type; Ctrl-D leaves and saves the "
      .. "table.")
  end
  screen.dim(c, ("The seed's SHA-256 is %s."):format(c.s:commitment()))
  if c.s.config.stack then
    screen.good(c, "The deck is stacked: chosen cards are on top after the first shuffle.")
  end
end

return screen
