-- Two answers in one line: "bet 20".
--
-- The word answers this question, the amount the question it leads to. Always true: both are given or neither. So they are
-- tried on a copy of the game first. That must not tell what chance would bring: the question for the amount must follow
-- the word before a card moves.
-- Rejected: giving the word and keeping the amount for the next question (whoever got the amount wrong had bet by then);
-- and taking an amount that no question asks for (a fixed limit) if the text that follows names it.

local two = {}

local TRIED_MAX, WORD_MAX = 8, 64

-- The word and the amount of a line, or nil.
local function split(c, line)
  local word, amount = line:match "^(%a[^ ]*) *(.-) *$"
  if not word then return nil end
  if amount:lower():find "^to " then amount = amount:sub(3):gsub("^ +", "") end
  local short = #word < WORD_MAX and #amount < WORD_MAX
  if short and c.s.world:call("ask.answers", "is_amount", amount) then return word, amount end
end

local function refused(copy, word, amount, asked)
  return ("`%s %s` isn't an answer: expected `%s` %s"):format(word, amount, word,
    asked and "and " .. copy.world:call_with_table("tell.console_lines", "expected") or "alone")
end

-- On a copy of the game, which stands at the same question: "asked", the amount answers the next; "refused" and why;
-- "word", the word answers nothing here.
local function try_on(copy, word, amount)
  local seat = copy.world:engine "asked"
  local from = copy.world:engine "count"
  if not copy:answer(word, true) then return "word" end
  local next_seat, kind
  if copy:run() == "question" then
    next_seat, kind = copy.world:call_with_table("tell.console_lines", "asked_after", from)
  end
  local asked = next_seat == seat and kind == "number"
  if asked and copy:answer(amount, true) then return "asked" end
  return "refused", refused(copy, word, amount, asked)
end

local function try(c, word, amount)
  local copy, tried, sentence = c.s:copy(), "word", nil
  if copy:run() == "question" then tried, sentence = try_on(copy, word, amount) end
  copy:close()
  return tried, sentence
end

-- "all in" alone: which option takes that?
local function which(c, line)
  local parts = {}
  for i, option in ipairs(c.s.world:call_with_table("ask.answers", "offers")) do
    if i > TRIED_MAX then break end
    local word, amount = split(c, option .. " " .. line)
    if word and try(c, word, amount) == "asked" then parts[#parts + 1] = (", or `%s %s`"):format(option, line) end
  end
  return table.concat(parts)
end

--- Answers a choice of one of several, and the question after it, with both: true; or nil and a sentence, the one given
--- before unless there is more to say.
function two.answer(c, line, sentence)
  local _, kind = c.s.world:call_with_table("tell.console_lines", "asked_after")
  if kind ~= "one_of" then return nil, sentence end
  if line:find "^%a" and c.s.world:call("ask.answers", "is_amount", line) then
    return nil, sentence .. which(c, line)
  end
  local word, amount = split(c, line)
  if not word then return nil, sentence end
  local tried, why = try(c, word, amount)
  if tried ~= "asked" then return nil, why or sentence end
  local given
  given, sentence = c.s:answer(word, true)
  if not given or c.s:run() ~= "question" then return given, sentence end
  if c.s:answer(amount, true) then c.second = #c.s.plays end -- its place among the plays, to take back both
  return true
end

--- After one answer was taken back: takes back the other of the same line too. True if it did.
function two.undo(c)
  local both = c.second and #c.s.plays == c.second - 1 and c.s:undo() or false
  if c.second and #c.s.plays < c.second then c.second = nil end
  return both
end

return two
