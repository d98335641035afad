-- The open question of a table, as the host knows it.

local question = {}

-- Fields that are seldom read are fetched from the host when they are.
local OPEN = { __index = function(q, key)
  if rawget(q, "values") and key ~= "options" then return nil end
  if engine.question(q.b.block, q.serial) ~= true then error("this question is over", 0) end
  if key == "options" then q.options = engine.choices(q.b.block) or {}
  else engine.more(q.b.block, q) end
  return rawget(q, key)
end }

--- The open question, or nil: what the host gives, with `code`, the number of its seat as piles have it. It is read once.
function question.open(b)
  local q = engine.question(b.block, b.open_question and b.open_question.serial)
  if q == true then return b.open_question end
  b.open_question = q
  if not q then return nil end
  q.b, q.labels = b, {}
  q.by_cards = q.kind == "card" or q.kind == "cards"
  return setmetatable(q, OPEN)
end

return question
