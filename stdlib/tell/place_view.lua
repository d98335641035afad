-- What a phone shows of a seat, and a large screen of the table: one place's view as plain data, made of the same lines as the
-- console's, so that it can't show more. Texts hold marks (host/script/text.h); what stands between the marks of a suit's
-- colour is a card, and `faces` says of each card that the texts name what it is.

local answers = require "ask.answers"
local card_text = require "tell.card_text"
local console_lines = require "tell.console_lines"
local decks = require "script.declared_decks"
local events = require "table.events"
local json = require "shared.json"
local kinds = require "script.kinds"
local lists = require "shared.lists"

local place_view = {}

local STYLE = "red and black symbols"
local CARD = "[\6\7\14-\18]([^\1]+)\1" -- between the marks of its colour
local TOLD, RECENT = 40, 400 -- lines of what has happened, and the events among which they are looked for

-- --- cards ---

-- { long =, suit =, value =, text = } of a face, without what its long name says already.
local function describe(kind, face)
  local facts = lists.map(kinds.facts(kind, face), function(fact)
    return fact[2] and ("%s %s"):format(fact[1], fact[2]) or fact[1]
  end)
  local suit, text = rawget(face, "suit"), rawget(face, "text")
  return { long = face.long, value = rawget(face, "value"), text = text and card_text.plain(tostring(text)),
    facts = #facts > 0 and table.concat(facts, ", ") or nil,
    suit = suit and not face.long:find(suit, 1, true) and suit or nil }
end

-- By the text of a card what its face is, and the path of its picture; made once a table.
local function all_faces(b)
  if b.described then return b.described end
  local kind_of, pictures = {}, {}
  for _, deck in pairs(b.spec.decks) do
    for _, face in ipairs(deck.kind.faces) do
      kind_of[face.name], pictures[face.name] = deck.kind, decks.picture(deck, face)
    end
  end
  b.described, b.pictures = {}, {}
  for _, face in ipairs(b.faces) do
    local text = rawget(face, "symbol") or face.name
    b.described[text], b.pictures[text] = describe(kind_of[face.name], face), pictures[face.name]
  end
  return b.described
end

-- Adds the faces of the cards in a value's texts.
local function add_faces(b, value, faces)
  if type(value) == "table" then
    for _, inner in pairs(value) do add_faces(b, inner, faces) end
  elseif type(value) == "string" then
    for card in value:gmatch(CARD) do faces[card] = all_faces(b)[card] end
  end
end

-- --- words ---

-- A text without its words on the console's commands, which no phone has: a phrase within a line, or a whole sentence.
local function without_commands(text)
  return (text:gsub(": `:[^`]*`", ""):gsub("[^.\n]*`:[^`]*`[^.\n]*%.?", ""))
end

-- --- the question ---

-- The open question for its seat; the code of an option is what answers.stage reads.
local function question(b, seat)
  local q = answers.question(b, seat, STYLE)
  local options = lists.map(q.options, function(text, i)
    return { text = text, code = "#" .. q.places[i], note = q.noted and q.kind ~= "cards" and q.noted[i]
      and q.noted[i][2] or nil }
  end)
  return { kind = q.kind, text = without_commands(q.asks), min = q.min, max = q.max, step = q.step,
    optional = q.optional, cards = q.cards, lists_hand = q.lists_hand, options = options, default = q.default,
    problem = q.problem, notes = #options == 0 and q.noted or nil }
end

--- The questions to other seats that belong to the same secret round as the open one, as far as they don't depend on its
--- answers: a line each, a seat's number and the question as JSON. Called in a copy of the table (world:apart), which is
--- played on by chance.
function place_view.ahead(b)
  local round, lines = b.rounds, {}
  local q = answers.open(b)
  while q and q.secret and b.rounds == round do
    if q.kind ~= "nothing" then
      local own, faces = question(b, q.seat), {}
      add_faces(b, own.options, faces)
      own.faces = next(faces) and faces
      lines[#lines + 1] = ("%d %s"):format(q.seat, json.encode(own))
    end
    if q.kind == "nothing" then engine.pass(b.block)
    elseif engine.stage_random(b.block) then engine.give(b.block)
    else break end
    q = answers.open(b)
  end
  return table.concat(lines, "\n")
end

-- --- the place ---

-- What has happened, as far as the reader may know it: one text for everything that followed one answer, in order.
local function told(b, reader)
  local parts, count = { {} }, 0
  for _, e in events.each(b, math.max(1, engine.count(b.block) - RECENT)) do
    local line = console_lines.told_line(b, e, reader, {}, STYLE)
    line = line and without_commands(line)
    if line and line:find "%S" then table.insert(parts[#parts], line) end
    if e.kind == "answer" and #parts[#parts] > 0 then parts[#parts + 1] = {} end
  end
  local texts = {}
  for i = #parts, 1, -1 do
    count = count + #parts[i]
    if #parts[i] > 0 then table.insert(texts, 1, table.concat(parts[i], "\n")) end
    if count >= TOLD then break end
  end
  return texts
end

--- The number of the secret round that the open question belongs to; nil for none.
function place_view.round(b)
  local q = answers.open(b)
  return q and q.secret and b.rounds or nil
end

--- What a seat may look at besides its view, as a text: "scores", "rules" or "odds".
function place_view.look(b, seat, what)
  if what == "odds" and not b.spec.odds then return nil end
  return without_commands(console_lines.lines(b, what, seat, seat, STYLE))
end

--- A hint by the game's best bot on the seat's open question: a sentence; nil if the game has no bot.
function place_view.hint(b, seat)
  local best = console_lines.hinted(b, "")
  if engine.asked(b.block) ~= seat or not best or best == "search" then return nil end
  local name, does = console_lines.hint(b, seat, STYLE, best)
  return does and ("%s would %s."):format(name, does)
end

--- The view of a seat, or nil for the table: { title, you, lines, hand, told, asked = whose turn it is, q = the seat's own
--- question, faces, pictures = the paths of theirs }. Lines and hand are texts of several lines.
function place_view.of(b, seat)
  local number, reader = seat or "everybody", seat or false
  local asked = engine.asked(b.block)
  local v = { title = console_lines.about(b).title, you = seat and b.names[seat],
    lines = without_commands(console_lines.lines(b, "lines", number, reader, STYLE, {})),
    hand = seat and console_lines.lines(b, "hand", seat, reader, STYLE) or nil,
    told = told(b, reader), asked = asked and b.names[asked],
    q = asked ~= nil and asked == seat and question(b, seat) or nil }
  if seat then
    local best = v.q and console_lines.hinted(b, "")
    v.looks = { "scores", "rules", b.spec.odds and "odds" or nil, nil }
    if best and best ~= "search" then v.looks[#v.looks + 1] = "hint" end
    v.actions = lists.map(b.spec.actions, function(action, name) return { name = name, text = action[1] } end)
  end
  local faces = {}
  add_faces(b, v, faces)
  v.faces, v.pictures = next(faces) and faces, {}
  for text in pairs(faces) do v.pictures[text] = b.pictures[text] end
  return v
end

return place_view
