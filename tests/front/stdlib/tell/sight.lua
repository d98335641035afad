-- World-side eyes of tests/front/games/test_random_play.lua: what a game's declaration allows, whether cards and pools are whole,
-- and everything that one seat can see of a table, as text. Two tables that differ in unseen cards alone must give the same.

local answers = require "ask.answers"
local record = require "ask.record"
local marked_text = require "table.marked_text"
local open = require "start.open"
local bots = require "start.bots"
local layout = require "tell.layout"
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

return sight
