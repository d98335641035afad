-- World-side eyes of tests/front/games/test_random_play.lua: what a game's declaration allows, whether cards and pools are whole,
-- and everything that one seat can see of a table, as text. Two tables that differ in unseen cards alone must give the same.

local answers = require "ask.answers"
local record = require "ask.record"
local marked_text = require "table.marked_text"
local open = require "start.open"
local bots = require "start.bots"
local console_lines = require "tell.console_lines"
local layout = require "tell.layout"
local place_view = require "tell.place_view"
local view = require "table.view"
local json = require "shared.json"
local lists = require "shared.lists"

local sight = {}

-- --- declarations ---

-- A list rule or field that can be drawn by chance, as plain data.
local function drawable(entries)
  local list = {}
  for _, name in ipairs(lists.keys(entries or {})) do
    local e = entries[name]
    if e.kind ~= "table" then
      list[#list + 1] = { name = name, kind = e.kind, min = e.min, max = e.max, value = tonumber(e.value),
        one_of = type(e.one_of) == "table" and e.one_of or nil }
    end
  end
  return list
end

--- { seats = { least, most }, rules =, profile = } of a game, or nil and the mistakes.
function sight.declared(name, variants)
  local spec, mistakes = open.spec(name, variants)
  if not spec then return nil, mistakes end
  return { seats = { spec.seats[1], spec.seats[2] }, rules = drawable(spec.rules), profile = drawable(spec.profile) }
end

-- --- what must hold at every question ---

--- Nil, or what is wrong: a card that is lost or lies twice; the sum of all pools.
function sight.whole()
  local b = host.build()
  local seen, count = {}, 0
  for _, pile in ipairs(b.hooks.pile_handles) do
    for card in pile:cards() do
      if seen[card] then return "a card lies in two piles" end
      seen[card], count = true, count + 1
    end
  end
  return count ~= #b.cards and "a card is lost" or nil
end

function sight.pools()
  local sum = 0
  for _, pool in ipairs(host.build().hooks.pool_handles) do sum = sum + pool:amount() end
  return sum
end

-- --- what a seat sees ---

--- Can a pile be read in a seat's view, and a pool?
function sight.is_open(number)
  local v = host.build().views[number]
  return (host.try(v.me.hand.top, v.me.hand)), (host.try(v.table.pot.amount))
end

local function lines_of(b, what, number, asked, out)
  out[#out + 1] = "-- " .. what
  local done, lines = pcall(layout[what], b, number, asked)
  if not done or type(lines) ~= "table" then lines = { done and "nothing" or "can't be drawn" } end
  for _, line in ipairs(lines) do
    if type(line) ~= "table" then line = { "%s", line } end
    out[#out + 1] = marked_text.render(b, marked_text.format(b, table.unpack(line)), number)
  end
end

local function question_of(b, number, out)
  local q = answers.question(b, number)
  out[#out + 1] = ("-- question %s of seat %d, %s\n%s\n  %s"):format(q.name, q.seat, q.kind, q.text,
    table.concat(q.options, "\n  "))
end

-- What the game's best bot would say in this seat's place.
local function bot_of(b, out)
  local _, best = bots.of(b)
  local staged, sentence = bots.answer(b, best or "random")
  out[#out + 1] = ("-- a bot: %s %s"):format(staged, staged and select(4, record.asked(b)) or sentence)
  if staged then engine.unstage(b.block) end
end

--- The name of that bot.
function sight.best_bot() return select(2, bots.of(host.build())) or "random" end

--- Everything the seat that is asked can see.
function sight.all()
  local b, out = host.build(), {}
  local number = (engine.asked(b.block))
  for _, what in ipairs { "lines", "hand", "scores", "odds" } do lines_of(b, what, number, number, out) end
  question_of(b, number, out)
  bot_of(b, out)
  return table.concat(out, "\n")
end

--- What a phone shows of a seat, or a large screen of the table (nil), and the places among all cards of those that must not
--- show there.
function sight.place(seat)
  local b, unseen = host.build(), {}
  for i, card in ipairs(b.cards) do
    if not host.visible(b.block, card, seat or view.EVERYBODY) then unseen[#unseen + 1] = i end
  end
  return json.encode(place_view.of(b, seat)), unseen
end

--- The places among all cards of those that the seat that is asked can't see; and of its own hands.
function sight.cards()
  local b = host.build()
  local number = (engine.asked(b.block))
  local unseen, own = {}, {}
  for i, card in ipairs(b.cards) do
    if not host.visible(b.block, card, number) then unseen[#unseen + 1] = i end
  end
  for index, plan in ipairs(b.plan) do
    if plan.seat == number and plan.facing == "owner" then
      for card in b.hooks.pile_handles[index]:cards() do
        for i, one in ipairs(b.cards) do if one == card then own[#own + 1] = i end end
      end
    end
  end
  return unseen, own
end

--- Two cards exchange faces: who was shown what lies there stays. False where both look alike.
function sight.swap(i, k)
  local b = host.build()
  local faces = b.card_faces
  if faces[i] == faces[k] then return false end
  faces[i], faces[k] = faces[k], faces[i]
  engine.search_stand(b.block, nil, faces)
  return true
end

-- --- whatever may be read raises nothing ---

local SIGNS = { "%f[%w]nil%f[%W]", "%f[%w]nan%f[%W]", "%f[%w]inf%f[%W]", "table: 0x", "function: 0x", "userdata: ?0x",
  "%%[sdg]", "^The game can't " } -- of a script's mistake in a text

-- Names made of a card's suit letter and a number that no card of the table has; seats that nobody sits at.
local function is_nobody(b, word)
  local seat = tonumber(word:match "^P(%d+)$")
  if seat then return seat > #b.names end
  local number, letter = word:match "^(%d+)(%l)$"
  local suits = number and lists.set(lists.map(b.faces, function(face) return face.name:match "^%d+(%l)$" end))
  return number and suits[letter] and not lists.index(lists.collect(b.faces, "name"), word)
end

-- Nil, or what is wrong with a text that a person reads.
local function wrong_in(b, text)
  for line in (text .. "\n"):gmatch "(.-)\n" do
    for _, sign in ipairs(SIGNS) do if line:find(sign) then return line end end
    for percent in line:gmatch "(%-?[%d.]+) ?%%" do
      if tonumber(percent) > 100 or tonumber(percent) < 0 then return line end
    end
    for word in line:gmatch "%w+" do if is_nobody(b, word) then return word .. " in: " .. line end end
  end
end

-- What the reader of a seat sees; of the one that is asked the odds too.
local function add_lines(b, seat, asked, out)
  for _, what in ipairs { "lines", "hand", "scores", "rules", seat == asked and b.spec.odds and "odds" or nil } do
    out[#out + 1] = console_lines.lines(b, what, seat, seat)
  end
end

-- The question with its notes, and whether the answer that it proposes will do.
local function add_question(b, q, out)
  local shown = answers.question(b, q.seat)
  out[#out + 1] = shown.problem and "The game can't explain: " .. shown.problem or shown.text
  for _, row in ipairs(shown.noted or {}) do out[#out + 1] = ("%s %s"):format(row[1], row[2]) end
  if not shown.text:find "%[Enter: " then return end
  local staged, sentence = answers.stage(b, "")
  if staged then engine.unstage(b.block) else out[#out + 1] = "The game can't take its default: " .. sentence end
end

-- What the house bots would answer.
local function add_hints(b, out)
  for name in pairs((bots.of(b))) do
    local bot, answer = console_lines.hint(b, engine.asked(b.block), nil, name)
    if bot and answer and answer:find("(it can't say why", 1, true) then bot = nil end
    out[#out + 1] = bot and (answer or "chance") or ("The game can't hint: %s: %s"):format(name, answer)
  end
end

-- Whether these answers will do, and why; `new`: of one of them in whole.
local function add_why(b, q, random, new, out)
  local seat, look = q.seat, host.look
  rawset(host, "look", function(...)
    local ok, sentence = look(...)
    if not ok then out[#out + 1] = "The game can't say why: " .. tostring(sentence) end
    return ok, sentence
  end)
  local typed = { "", "-", "no such thing", "1", "2 3", b.faces[1] and b.faces[1 + random % #b.faces].name or "0" }
  for _, text in ipairs(typed) do out[#out + 1] = console_lines.why(b, text, seat) end
  if new then out[#out + 1] = console_lines.whole_why(b, typed[1 + random % #typed], seat) end
  rawset(host, "look", look)
end

-- What one of the game's words means.
local function add_word(b, random, out)
  local _, words = console_lines.explain(b, "hand", false)
  local word = words[1 + random % #words]
  out[#out + 1] = table.concat((console_lines.explain(b, word, true)), "\n")
  if b.spec.rules[word] then out[#out + 1] = table.concat(console_lines.rule(b, word, true), "\n") end
end

--- The name of the open question.
function sight.asked() return answers.open(host.build()).name end

--- Nil, or what is wrong with anything that may be read while the open question waits; `new`: it is the first by that name,
--- so that the lines of its script are read too, and a word of the game's.
function sight.misread(random, new)
  local b, out = host.build(), {}
  local q = answers.open(b)
  for _, seat in ipairs(lists.joined(b.spec.gm and { 0 } or {}, lists.collect(b.sitting, "number"))) do
    add_lines(b, seat, q.seat, out)
  end
  add_question(b, q, out)
  add_why(b, q, random, new, out)
  if q.kind ~= "die" then add_hints(b, out) end
  if new then add_word(b, random, out) end
  for _, text in ipairs(out) do
    local wrong = wrong_in(b, text)
    if wrong then return wrong end
  end
end

return sight
