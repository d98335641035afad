-- The seats of a table that are on phones: what each is shown, and what comes back.
--
-- A phone shows the view of its place and nothing else: a seat's, the table's (33) or the door's (34), at which a free seat
-- is chosen. An answer is a letter with the number of its question, so that one that comes late, twice, or from two phones
-- is known for what it is. The porter (host/porter) hands out the last view of a place and takes the letters.
--
-- Always true: nothing is sent for a place but what tell.place_view makes for it; a letter is an answer only where its
-- seat is on a phone and asked, and the number is that of the open question.

local files = require "host.files"
local journal_file = require "host.journal"
local json = require "shared.json"
local picture = require "shared.picture"
local pictures = require "front.session.pictures"
local porter = require "front.phones.porter"
local standings = require "front.session.standings"
local lists = require "shared.lists"

local phones = {}

local P = {}
P.__index = P

local TABLE, DOOR = 33, 34
-- Bytes of a picture as an address, and of all in a view, whose note has 160 KB.
local PICTURE, PICTURES = picture.SMALL * 4 // 3 + 1024, 96 << 10
local TOKEN = "^" .. ("[%w_-]"):rep(22) .. "$"
local LATE = "That question is over: look again."

--- Is this who answers for a seat on a phone?
function phones.is_phone(answerer) return answerer == "phone" end

-- --- tokens ---

-- Those that phones know are kept beside the journal, for `croupier resume`.
local function keep(p)
  local path = p.s.journal and p.s.journal:path()
  if not path then return end
  local lines = { ("port %d\n"):format(porter.started.port) }
  for _, place in ipairs(lists.keys(p.tokens)) do lines[#lines + 1] = ("%d %s\n"):format(place, p.tokens[place]) end
  path = porter.path(path)
  local new = not files.stat(path) and journal_file.create(path, "") -- nobody else may read it
  if new then new:close() end
  files.replace(path, table.concat(lines))
end

-- Who has this token from now on sees the place; nil: nobody does.
local function set_token(p, place, token)
  p.tokens[place] = token
  p.porter:send(("T%d %s"):format(place, token or ""))
  p.views[place] = nil
  if place < TABLE then porter.started.names[p.s:name(place)] = token end
  keep(p)
end

local function address(p, place) return porter.started.url .. "#" .. p.tokens[place] end

-- --- what is shown ---

-- Not of what is done out of turn, told or noted while a question is open.
local function moves_on(record) return not record:find "^[nmswvxr] " end

-- The number of the open question: the records of the journal up to the answer, undo or reload that led to it. It never
-- comes twice, and is the same after `croupier resume`. The questions of a secret round have the first one's.
local function question_number(p)
  local round = p.s.world:call_with_table("tell.place_view", "round")
  if round and p.round and p.round.id == round and p.round.world == p.s.world then return p.round.number end
  local journal = p.s.journal
  local at = journal and journal:count() or select(2, p.s.world:engine "count")
  while journal and at > 0 and not moves_on(journal:record(at)) do at = at - 1 end
  return at, round
end

-- At a new secret round: the questions to seats on phones that needn't wait for their turn, as JSON by seat. Early answers to
-- those before it are void.
local function look_ahead(p)
  local number, round = question_number(p)
  if p.round and p.round.number == number then return end
  p.round, p.held = nil, {}
  if not round then return end
  local part = p.s.world:apart("tell.place_view", "ahead")
  local lines = part:read "a"
  part:close()
  p.round = { id = round, world = p.s.world, number = number, ahead = {}, done = {} }
  for seat, q in lines:gmatch "(%d+) ([^\n]*)" do p.round.ahead[tonumber(seat)] = p.round.ahead[tonumber(seat)] or q end
end

local RESULT_WIDTH = 38 -- columns that the narrowest phone has room for

-- The page of the end, in lines.
local function result(p)
  local lines = {}
  standings.show(p.s, { say = function(_, line) lines[#lines + 1] = line end, heading = function() end,
    width = function() return RESULT_WIDTH end, symbols = function() return true end })
  return lines
end

local function send(p, place, view)
  local text = json.encode(view)
  if p.views[place] == text then return end
  p.views[place] = text
  p.porter:send(("V%d %s"):format(place, text))
end

-- Gives faces their pictures, the small ones, as far as a note has room for them.
local function put_pictures(p, v)
  local room = PICTURES
  for card, path in lists.each(v.pictures) do
    local known = p.pictures[path]
    if known == nil then known = pictures.data(path, "slice") or "" end
    p.pictures[path] = known
    if #known > 0 and #known <= PICTURE and #known <= room then v.faces[card].picture, room = known, room - #known end
  end
  v.pictures = nil
end

local function place_view(p, seat)
  local v = p.s.world:call_with_table("tell.place_view", "of", seat)
  put_pictures(p, v)
  v.state, v.notice = p.s.state, seat and p.notices[seat]
  if seat and v.state == "question" then
    v.looks, v.actions = json.list(v.looks), json.list(lists.collect(v.actions, function(action)
      return not p.s:why_no_act(action.name, seat) and action or nil
    end))
    v.look = p.looks[seat]
  end
  if v.state == "over" then v.result, v.q, v.asked = result(p), nil, nil end
  local early = p.round and v.state == "question" and not v.q and not p.round.done[seat] and p.round.ahead[seat]
  if v.q then v.q.id = question_number(p)
  elseif p.held[seat] then v.sent = true
  elseif early then v.q = json.encoded(('{"id":%d,%s'):format(p.round.number, early:sub(2))) end
  return v
end

-- The seats on phones, by their numbers.
local function seats(p)
  return lists.collect(p.s:seats(), function(seat) return phones.is_phone(p.s:answerer(seat)) and seat or nil end)
end

local function door_view(p)
  return { door = true, title = p.title, closed = p.closed or nil,
    seats = json.list(lists.collect(seats(p), function(seat)
      return { seat = seat, name = p.s:name(seat), taken = p.tokens[seat] ~= nil }
    end)) }
end

--- Shows every place how the table stands.
function P:publish()
  if self.s.state == "question" then
    look_ahead(self)
    local number = question_number(self)
    for seat, one in pairs(self.looks) do if one.at ~= number then self.looks[seat] = nil end end
  end
  local on = lists.set(seats(self))
  for place in lists.each(self.tokens) do
    if place < TABLE and not on[place] then set_token(self, place, nil) end
  end
  for seat in lists.each(on) do
    if self.tokens[seat] then send(self, seat, place_view(self, seat)) end
  end
  send(self, TABLE, place_view(self, nil))
  send(self, DOOR, door_view(self))
end

-- --- what comes back ---

-- At the door a phone chooses its seat, and makes the token that will be its own.
local function sit_down(p, letter)
  local seat, token = letter:match "^(%d+)\n(.*)$"
  seat = tonumber(seat)
  local is_free = seat and lists.index(seats(p), seat) and not p.tokens[seat] and not p.closed
  if not is_free or not token:find(TOKEN) then return nil end
  set_token(p, seat, token)
  return ("%s sits down."):format(p.s:name(seat))
end

local function notify(p, seat, text)
  p.notes = p.notes + 1
  p.notices[seat] = { id = p.notes, text = text }
end

-- What a seat wants to look at besides its view: the words of it, nil where there are none.
local function look(p, seat, what)
  if what == "hint" then return p.hint(seat) end
  local known = what == "scores" or what == "rules" or what == "odds"
  return known and p.s.world:call_with_table("tell.place_view", "look", seat, what) or nil
end

-- An action of the game that its seat wants; the page has asked whether it is sure.
local function act(p, seat, action)
  local known = p.s.world:call_with_table("tell.console_lines", "names").actions
  if not lists.index(lists.collect(known, 1), action) then return "There is no such action." end
  local done, sentence = p.s:act(action, seat)
  if not done then return sentence end
  return ("It takes effect %s."):format(p.s.world:call_with_table("tell.console_lines", "when", action))
end

-- A letter that is no answer: what to look at ("look" and a word; nothing closes it) or what to do ("do").
local function wish(p, seat, verb, word)
  if p.s.state ~= "question" then return end
  if verb == "do" then return notify(p, seat, act(p, seat, word)) end
  local text = verb == "look" and look(p, seat, word)
  p.looks[seat] = text and { what = word, text = text, at = question_number(p) } or nil
end

-- Answers the open question, which is the seat's: true; false after a notice to the phone.
local function give(p, seat, letter, text)
  local given, sentence = p.s:answer(files.clean(text), true)
  if not given then
    -- a phone sends codes, which its person never saw
    notify(p, seat, (sentence:gsub("^`[^`]*` don't", "These don't"):gsub("^`[^`]*` ", "That ")))
    return false
  end
  p.last[seat], p.notices[seat] = letter, nil
  if p.round then p.round.done[seat] = true end
  return true
end

-- A letter from a seat: true where it was an answer.
local function answer(p, seat, letter)
  local number, text = letter:match "^(%d+)\n(.*)$"
  if not number then
    wish(p, seat, letter:match "^(%l+)\n(.*)$")
    return false
  end
  number = tonumber(number)
  local asked = p.s.state == "question" and p.s.world:engine "asked"
  local is_open = asked and number == question_number(p)
  if is_open and asked == seat then return give(p, seat, letter, text) end
  if is_open and p.round and p.round.ahead[seat] and not p.round.done[seat] then p.held[seat] = letter
  elseif p.last[seat] ~= letter then notify(p, seat, LATE) end -- a phone that was not sure sends twice
  return false
end

--- Gives the early answer of the seat that is asked: was there one, and was it good?
function P:give_held()
  local seat = self.s.world:engine "asked"
  local letter = self.held[seat]
  self.held[seat] = nil
  return letter ~= nil and give(self, seat, letter, letter:match "\n(.*)$")
end

--- Takes what has come in: was the open question answered? And what the console should say of it.
function P:take()
  local said, answered = {}, false
  while not answered do
    local note = table.remove(self.waiting, 1)
    if note == nil then note = self.porter:receive() end
    if note == false then
      self.dead = true
      said[#said + 1] = "The phones can't be reached any more. `:quit`, and `croupier resume` brings them back."
    end
    if not note then break end
    local kind, place, rest = note:match "^(%u)(%d+)[ \n](.*)$"
    place = tonumber(place)
    if kind == "N" then self.screens[place] = tonumber(rest)
    elseif kind == "A" and place == DOOR then said[#said + 1] = sit_down(self, rest)
    elseif kind == "A" then answered = answer(self, place, rest) end
  end
  if not answered then self:publish() end
  return answered, said
end

-- --- the console's side ---

--- What keyboard.read watches for letters; nil: the porter has ended.
function P:fd() return not self.dead and self.porter:fd() or nil end

local HOUR = 3600 -- seconds

--- Has something come that wasn't taken yet?
function P:has_letters() return #self.waiting > 0 end

--- Waits until something comes, where no keyboard is read. False: the porter has ended.
function P:wait()
  while not self:has_letters() do table.insert(self.waiting, self.porter:receive(HOUR)) end
  return self.waiting[1] ~= false
end

-- A code to scan, as rows of half blocks: black on white whatever the terminal's colours, with a margin of four modules.
local function code_rows(p, text)
  p.porter:send("Q" .. text)
  local note = p.porter:receive(1)
  while note and note:sub(1, 1) ~= "Q" do -- letters are taken later
    table.insert(p.waiting, note)
    note = p.porter:receive(1)
  end
  local rows, width = {}, 0
  for row in (note or ""):sub(2):gmatch "[01]+" do rows[#rows + 1], width = row, #row end
  local function dark(y, x) return rows[y] and rows[y]:sub(x, x) == "1" end
  local lines = {}
  for y = -3, #rows + 4, 2 do
    local line = {}
    for x = -3, width + 4 do
      local up, down = dark(y, x), dark(y + 1, x)
      line[#line + 1] = up and down and "█" or up and "▀" or down and "▄" or " "
    end
    lines[#lines + 1] = table.concat(line)
  end
  return lines
end

--- The door, or a seat's own address: lines, and the rows of its code.
function P:invite(seat)
  local place = seat or DOOR
  if not self.tokens[place] then set_token(self, place, porter.token()) end
  local where = address(self, place)
  return where, code_rows(self, where)
end

function P:table_address() return address(self, TABLE) end

--- Another address for a seat; the phones that showed it are out.
function P:renew(seat)
  set_token(self, seat, porter.token())
  self:publish()
end

--- Closes the door, or opens it. Whoever has a seat keeps it.
function P:close_door(closed)
  self.closed = closed
  self:publish()
end

--- { name, how many phones show it (0: away), or nil: nobody has sat down } of the seats on phones.
function P:here()
  return lists.collect(seats(self), function(seat)
    return { self.s:name(seat), self.tokens[seat] and (self.screens[seat] or 0) or nil, seat = seat }
  end)
end

function P:has_seats() return #seats(self) > 0 end

--- The phones of a session, where the porter was started. hint(seat) gives a hint on the open question, a sentence.
function phones.open(s, hint)
  local started = porter.started
  if not started then return nil end
  local p = setmetatable({ s = s, porter = started.program, tokens = {}, views = {}, pictures = {}, screens = {},
    notices = {}, last = {}, held = {}, looks = {}, waiting = {}, notes = 0, hint = hint,
    title = s.world:call_with_table("tell.console_lines", "about").title }, P)
  local kept, names, open = started.kept and started.kept.tokens or {}, started.names, started.open
  for _, place in ipairs { TABLE, DOOR } do open[place] = open[place] or kept[place] or porter.token() end
  for place = 0, DOOR do -- of an evening's next game, too: a phone goes with its person
    local name = place < TABLE and lists.index(s:seats(), place) and s:name(place)
    p.tokens[place] = open[place] or kept[place] or name and names[name] or nil
    if name then names[name] = p.tokens[place] end
    p.porter:send(("T%d %s"):format(place, p.tokens[place] or ""))
  end
  started.kept = nil
  keep(p)
  return p
end

return phones
