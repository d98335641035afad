-- What was done at a table, in order: answers, actions, changes by the game master, hashes of the state. Played again
-- from the same start they give the same game; so undo, resume, replay and verify are one thing.
--
-- An entry, called a play in code, is a line of text, and in a journal a record. Sessions keep the lines, and parse those
-- that they look at:
--   a WHO SEAT STEP NAME TEXT   an answer; WHO is p (a person) or b
--   w SEAT ACTION [TEXT]        an action was asked for: it runs when it is due. TEXT says who is to `join`
--   x SEAT ACTION [TEXT]        it runs at this step boundary; TEXT `lapsed`: it is no longer allowed
--   s SEAT ANSWERER             who answers for a seat from now on
--   v RULE TEXT                 a rule was set: it changes when it may
--   r RULE TEXT                 it changes at this step boundary
--   p POOL AMOUNT               a pool was corrected
--   c CARD PILE                 a card was corrected
--   y SEAT NAME TEXT            a value of the state was corrected; SEAT -1: the table's
--   n SEAT HEX                  a bot's notes
--   m TEXT                      the table was told of something the GM did
--   h HASH                      the state at a step's end
-- Seats are 0 for the GM, else 1..32.

local journal_entries = {}

-- By letter: a pattern for the words that follow it, and the fields that they fill.
local FORMS = {
  a = { "^%a ([pb]) (%d+) (%S+) (%S+) (%C*)$", "person", "seat", "step", "name", "text" },
  w = { "^%a (%d+) (%S+) ?(.*)$", "seat", "name", "text" },
  s = { "^%a (%d+) (.*)$", "seat", "text" },
  v = { "^%a (%S+) (.*)$", "name", "text" },
  p = { "^%a (%-?%d+) (%-?%d+)$", "pool", "amount" },
  c = { "^%a (%-?%d+) (%-?%d+)$", "card", "pile" },
  y = { "^%a (%-?%d+) (%S+) (.*)$", "seat", "name", "text" },
  m = { "^%a (.*)$", "text" },
}
FORMS.x, FORMS.r, FORMS.n, FORMS.h = FORMS.w, FORMS.v, FORMS.s, FORMS.m

local NUMBERS = { seat = true, pool = true, amount = true, card = true, pile = true }

--- A play as its line.
function journal_entries.write(p)
  local words = { p.kind, table.unpack(FORMS[p.kind], 2) }
  for i = 2, #words do
    if words[i] == "person" then words[i] = p.person and "p" or "b" else words[i] = p[words[i]] end
  end
  return table.concat(words, " ")
end

--- Is it the line of a hash or an answer in which nothing is escaped (journal.lua)? Most are.
function journal_entries.is_plain(line)
  if line:find "^h " then return true end
  return line:find "^a [pb] %d+ %S+ %S+ " and not line:find("\\", 1, true)
end

--- The play of a line; nil if the line has none of the forms above.
function journal_entries.read(line)
  local kind = line:sub(1, 1)
  local form = FORMS[kind]
  local words = form and { line:match(form[1]) } or {}
  if not words[1] then return nil end
  local play = { kind = kind }
  for i = 1, #words do
    local name, word = form[i + 1], words[i]
    play[name] = NUMBERS[name] and tonumber(word) or word
  end
  if kind == "a" then play.person = play.person == "p" end
  if form ~= FORMS.w then return play end
  if play.text == "" then play.text = nil end
  return (not play.text or play.text == "lapsed" or play.name == "join") and play or nil
end

--- The one play that another becomes when it is due, and back.
function journal_entries.as(p, kind)
  return { kind = kind, seat = p.seat, name = p.name, text = p.text }
end

return journal_entries
