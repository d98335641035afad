-- The open question and its answer: recorded as events of the table, and handed to the engine.

local answers = require "ask.answers"
local codes = require "ask.codes"
local marked_text = require "table.marked_text"

local record = {}

--- Records the open question; in a full record (b.full) also the possible answers, on a line of their own.
function record.question(b)
  local q = answers.open(b)
  local asks = answers.asks(q)
  if b.full then asks = asks .. "\n" .. b.full.question(b, q) end
  host.note(b.block, "question", q.name, asks, q.seat)
end

--- Records the staged answer, whose kept form is `kept`, and lets the game go on: the next stop, as the engine names it. A
--- person's answer is recorded in words too, and so is any in a full record.
function record.give(b, kept, person)
  local q, more = answers.open(b), kept
  if b.full or person then more = more .. "\n" .. marked_text.value(b, (engine.staged(b.block))) end
  host.note(b.block, "answer", q.name, more, q.seat, person and 1 or 0)
  return engine.give(b.block)
end

--- Records the open question, and answers it by a kept form: the next stop. Nil if another question is open, or if that
--- is no answer to it.
function record.give_again(b, seat, step, name, kept, person)
  local open_seat, open_name, open_step = engine.asked(b.block)
  if seat ~= open_seat or name ~= open_name or step ~= open_step or not answers.recall(b, kept) then return nil end
  record.question(b)
  return record.give(b, kept, person)
end

--- The seat that is asked, the question's name, the step, and the kept form of the staged answer; nil if no question is
--- open.
function record.asked(b)
  local q = answers.open(b)
  if not q then return nil end
  local seat, name, step, staged = engine.asked(b.block)
  if staged then return seat, name, step, codes.keep(q) end
  return seat, name, step
end

--- Stages a code: true; or nil, a word for what is wrong with it, and where or why (see codes.stage).
function record.stage(b, code) return codes.stage(answers.open(b), code) end

return record
