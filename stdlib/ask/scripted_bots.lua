-- The bots of a game's bots.lua: which there are, the best of them, and their answers.

local load = require "script.load"
local lists = require "shared.lists"
local answers = require "ask.answers"

local scripted_bots = {}

--- The bots of the table's game by name, and the name of the best; or nil and a sentence.
function scripted_bots.of(b)
  if b.bots then return b.bots, b.best_bot end
  local list, best = load.bots(b.spec.name)
  if not list then return nil, best end
  b.bots, b.best_bot = list, best or "random"
  return list, b.best_bot
end

local LISTED, SHOWN = 20, 60 -- values of a list, and bytes of each, that a sentence shows

local function short(value)
  local text = tostring(value)
  return #text > SHOWN and text:sub(1, SHOWN) .. "..." or text
end

-- A bot's answer in words. A seat is named by its number: the view that it came from is closed by then.
local function said_by(b, answer)
  if answer == nil then return "nothing" end
  if type(answer) ~= "table" then return short(answer) end
  local seat = rawget(answer, 0)
  if seat ~= nil then return short(b.names[seat]) end
  local parts = lists.map(table.move(answer, 1, math.min(#answer, LISTED), 1, {}), short)
  if #answer > LISTED then parts[#parts + 1] = "..." end
  return #parts > 0 and table.concat(parts, ", ") or "a table"
end

-- A bot's answer, for a sentence: "the text `x`", "a list of `2c, 3c`".
local function quoted(b, answer)
  local text = said_by(b, answer)
  if type(answer) == "table" then return text == "a table" and text or ("a list of `%s`"):format(text) end
  return type(answer) == "string" and ("the text `%s`"):format(text) or ("`%s`"):format(text)
end

-- What is wrong if the answer is a card where a list is wanted, or a list where a card is wanted; else nil.
local function wrong_form(q, said)
  if q.kind == "cards" and host.kind(said) == "card" then return "must be a list of cards, got one card" end
  if q.kind == "card" and type(said) == "table" then return "must be one card, got a table" end
end

local EXPECTED = { one_of = "which is not in q.options", card = "which is not in q.options",
  cards = "which is not in q.options", number = "which is not a whole number", text = "which is not text" }

-- Why a bot's answer was not staged: takes what engine.consult gives; false, a sentence and perhaps a traceback. True if
-- the answer can be staged by its code after all.
local function refused(b, staged, said, more)
  if not staged then
    return false, (said:gsub(": declare values that change in `state`$", ": a bot keeps such values in me.notes")), more
  end
  local q = answers.open(b)
  if said ~= nil and more == nil then
    local form = wrong_form(q, said) or ("is %s, %s"):format(quoted(b, said), EXPECTED[q.kind])
    return false, ("the bot's answer to `%s` %s"):format(q.name, form)
  end
  local taken, fault = answers.stage_code(q, said_by(b, said), more)
  if taken then return true end
  return false, ("the bot's answer to `%s`: %s"):format(q.name, answers.sentence(q, fault))
end

--- A function that stages what the bot answers to the open question: true; nil if it leaves the question to chance;
--- or false, a sentence and perhaps a traceback.
---
--- Locals that a bot has changed are put back: one bot may play two seats, or several games in one world, and a changed
--- local would tell one of them what another has seen.
function scripted_bots.asker(b, bot)
  if b.askers[bot] then return b.askers[bot] end
  local consult, block, viewing, acts, memory = engine.consult, b.block, b.viewing, host.shadow(bot), host.remember(bot)
  local function ask()
    local staged, said, more = consult(block, viewing, acts, memory, b.views, b.notes)
    if staged == true or staged == nil then return staged end
    return refused(b, staged, said, more)
  end
  b.askers[bot], b.bot_memories[#b.bot_memories + 1] = ask, memory
  return ask
end

--- Stages what that bot answers to the open question, as bots.answer does.
function scripted_bots.answer(b, name)
  local all, problem = scripted_bots.of(b)
  if not all then return false, problem end
  local bot = name ~= "best" and all[name]
  if not bot then return nil end
  return scripted_bots.asker(b, bot)()
end

return scripted_bots
