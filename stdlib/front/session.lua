-- A game under way: a world, its journal, and what was done so far.
--
-- A session runs to the next question that nobody has answered yet, and is told the answer. Everything that was done is
-- in `plays` (plays.lua); a session is brought to any earlier moment by playing those again, from the last checkpoint
-- before it. An epoch is a stretch of the game by the same scripts. What can't be kept in the journal is not done.
--
-- s.plays  their lines (plays.lua)
-- s.state  "question" (s.world's question waits), "over", "broken" (s.problem says why; undo or reload may help)
-- s.stop   where the table stands: "step", "question", "nothing" (a question with nothing to choose), "finished", "failed"
-- s.cursor plays that have been played by now; s.step_start: the cursor when the step under way began

local worlds = require "worlds"
local files = require "host.files"
local plays = require "plays"
local records = require "records"
local json = require "json"
local words = require "world.words"

local session = {}
local S = {}
S.__index = S

local PENDING_MAX = 16 -- actions and rules that wait at once
local CHECKPOINTS = 32 -- kept at most; older ones are thinned out
local APART = 256 -- plays between checkpoints while playing again
local NO_NOTES = "{}" -- an empty table, as kept

local function searches(name) return (name .. ":"):find "^search:" ~= nil end

-- --- the world ---

--- How the game ended: a list of { seat =, place =, score =, by =, keys = }, seats by number; nil: no result.
function S:standings() return self.world:table("world.driver", "result") end

--- What is done out of turn: see world/out_of_turn.lua.
function S:out_of_turn(name, ...) return self.world:table("world.out_of_turn", name, ...) end

local function configure(s)
  local w, c = s.world, s.config
  w:table("world.driver", "hand_dice", c.hand_dice or false)
  if c.stack then w:table("world.setup", "stack", c.stack) end
  w:engine("record", true)
  w:engine("counts", s.counts or false)
  if s.full then w:table("world.table_log", "in_full") end
  if s.watched then w:engine "search_watch" end
end

--- Opens a world of these scripts (nil: the disk's) in place of the one there is: true, or nil and the mistakes.
function S:open_world(sources, unpinned)
  local c = self.config
  local w, problem = worlds.open(setmetatable({ sources = sources, unpinned = unpinned }, { __index = c }))
  if not w then return nil, problem end
  if not sources or unpinned then
    w:table("world.driver", "read_bots")
    w:call("world.sources", "pin")
  end
  local before = self.world
  self.world = w
  self.joins = w:table("world.joining", "joins")
  local done, why = pcall(configure, self)
  if not done then
    self.world = before
    w:close()
    return nil, why.text or why
  end
  if before then before:close() end
  self.checkpoints = {}
  return true
end

--- The session can't go on, for this reason.
function S:broken(sentence, trace)
  self.problem, self.trace, self.stop, self.state = sentence, trace, "failed", "broken"
  return false
end

-- The table has stopped: what the engine's functions that run it give.
local function stopped(s, stop, why, trace)
  if stop == "failed" then return s:broken(why, trace) end
  s.stop, s.state, s.noted = stop, "running", false
  if stop == "step" then s.step_ended = true end
  return true
end

-- --- what was done ---

--- Play i; nil where there is none.
function S:play(i) return self.plays[i] and plays.read(self.plays[i]) end

local function next_play(s) return s:play(s.cursor + 1) end

local function is_new(s) return s.cursor == #s.plays end

--- Adds and keeps what was done just now; it has then been played: true. Nil and a sentence, also in s.append_failed: it
--- could not be kept.
function S:did(play)
  local line = plays.write(play)
  local kept, why = records.note(self, line)
  self.append_failed = why
  if not kept then return nil, why end
  self.plays[#self.plays + 1] = line
  self.cursor = #self.plays
  return true
end

-- --- checkpoints ---

local function copy(list) return words.copy(list, 1) end

local function add_checkpoint(s, snapshot)
  local list = s.checkpoints
  list[#list + 1] = { cursor = s.cursor, snapshot = snapshot,
    events = (s.world:engine("count")), hashed = true, pending = copy(s.pending), notes = copy(s.notes) }
  if #list <= CHECKPOINTS then return end
  for i = #list // 4 * 2, 2, -2 do table.remove(list, i) end -- every second of the older half: further back, wider apart
end

-- Puts the table where a checkpoint or the start of an epoch was.
local function go_back(s, point)
  s.notes, s.pending = copy(point.notes or {}), copy(point.pending or {})
  s.cursor, s.step_start = point.cursor, point.cursor
  s.stop, s.state, s.noted = "step", "running", false
  local done, why = s.world:engine("go_back", s.config.seed, s.config.number, point.snapshot, point.events)
  if not done then return s:broken(why) end
  for seat, bytes in pairs(s.notes) do s.world:table("world.driver", "set_notes", seat, bytes) end
  local _, _, steps = s.world:engine("standing")
  s.step_ended = not point.hashed and steps > 0
  return true
end

--- The table stands at the start of its epoch.
function S:start_epoch()
  local e = self.epochs[self.at_epoch]
  self.checkpoints = {}
  if not go_back(self, { cursor = e.start, snapshot = e.snapshot, events = 0 }) then return false end
  self.world:table("world.record", "put_back", e.events or {})
  return true
end

--- Goes on in another epoch, in a world of its scripts.
function S:enter_epoch(n)
  local e = self.epochs[n]
  if n == self.at_epoch + 1 and not e.events and self.world then e.events = self.world:engine("happened") end
  local opened, mistakes = self:open_world(e.sources, e.unpinned)
  if not opened then return self:broken(mistakes) end
  self.at_epoch = n
  return self:start_epoch()
end

-- To the last checkpoint at or before the play `count`; those after it are gone.
local function to_checkpoint(s, count)
  local list = s.checkpoints
  while #list > 0 and list[#list].cursor > count do list[#list] = nil end
  local point = list[#list]
  if point then return go_back(s, point) end
  return s:start_epoch()
end

--- Plays again up to the first `count` plays; steps that are played again are no new chance to act between them.
function S:rewind(count)
  records.cut(self, count)
  local between = self.between
  self.between = nil
  local ready
  if self.at_epoch ~= #self.epochs then ready = self:enter_epoch(#self.epochs)
  else ready = to_checkpoint(self, count) end
  if ready then self:run() end
  self.between = between
  return self.state
end

-- --- between steps ---

-- The next play must be the end of a step, and of this hash (nil: whatever it was).
local function check_hash(s, play, hash)
  if play.kind ~= "h" then
    return s:broken("the journal doesn't match the game: it has no end of a step here")
  end
  if hash and hash ~= play.text then
    local _, _, _, _, step = s.world:engine("standing")
    return s:broken(("the game differs from the journal: after step %s the state is %s, not %s"):format(
      step, hash, play.text))
  end
  s.cursor = s.cursor + 1
  return true
end

-- The hash of a snapshot, and the snapshot; nil when the session is broken.
local function state_of(s)
  local snapshot, why, trace = s.world:engine("state")
  if snapshot then return files.sha256(snapshot):sub(1, 16), snapshot end
  s:broken(why, trace)
end

local function hash_step(s)
  local play = next_play(s)
  if s.under_other_rules then -- the state may be any
    if play and play.kind == "h" then s.cursor = s.cursor + 1 end
    return true
  end
  local last = s.checkpoints[#s.checkpoints] -- or the start of the epoch
  local near = s.cursor - (last and last.cursor or s.epochs[s.at_epoch].start) < APART
  if play and not s.verify and near then return check_hash(s, play) end
  local hash, snapshot = state_of(s)
  if not hash or play and not check_hash(s, play, s.verify and hash) then return false end
  if not play and not s:did { kind = "h", text = hash } then return s:broken(s.append_failed) end
  add_checkpoint(s, snapshot)
  return true
end

-- --- plays that may stand anywhere ---

-- An action or a rule is to be done as soon as it is due.
local function queue(s, play)
  if #s.pending < PENDING_MAX then
    s.pending[#s.pending + 1] = plays.as(play, play.kind == "w" and "x" or "r")
  end
end

local function unqueue(s, play)
  for i, one in ipairs(s.pending) do
    if one.kind == play.kind and one.seat == play.seat and one.name == play.name then
      table.remove(s.pending, i)
      return
    end
  end
end

local function restore_notes(s, play)
  s.notes[play.seat] = records.unhex(play.text)
  s.world:table("world.driver", "set_notes", play.seat, s.notes[play.seat])
end

local side_plays = {
  w = queue, v = queue, n = restore_notes,
  s = function(s, play)
    local name = s.joins and play.seat > 0 and s.world:table("world.joining", "newcomer", play.seat)
    if name then s.answers_for[name] = play.text else s.config.answerers[play.seat] = play.text end
  end,
  m = function(s, play) s.world:table("world.record", "say", play.text) end,
}

-- False when the play is none of these.
local function apply_side_play(s, play)
  local apply = side_plays[play.kind]
  if not apply then return false end
  apply(s, play)
  s.cursor = s.cursor + 1
  return true
end

--- Does and keeps a play that may stand anywhere: true; false when it is none; nil and a sentence when it can't be kept.
function S:do_side_play(play)
  if not side_plays[play.kind] then return false end
  local kept, why = self:did(play)
  if kept then side_plays[play.kind](self, play) end
  return kept, why
end

-- --- at a step boundary ---

local function apply_rule(s, play)
  local done, secret = pcall(s.out_of_turn, s, "apply_rule", play.name, play.text)
  if not done then return s:broken(secret.text or secret, secret.trace) end
  local said = ("The game master sets %s to %s."):format(play.name, secret and "something secret" or play.text)
  local data = ('"rule":%s,"value":%s'):format(json.text(play.name), json.text(secret and "" or play.text))
  s.world:table("world.record", "say", said, data)
  return true
end

local function run_action(s, play)
  s.step_start = s.cursor
  if not s:out_of_turn("is_action", play.name) then
    return s:broken("the journal has an action that the game lacks")
  end
  local done, seat = pcall(s.out_of_turn, s, "prepare_action", play.name, play.seat, play.text)
  if not done then return s:broken(seat.text or seat, seat.trace) end
  local step = s:out_of_turn("action_step", play.name)
  s.cursor = s.cursor + 1
  if step then return stopped(s, s.world:engine("begin_action", step, seat)) end
  local said = play.name == "join" and "%s joins the game." or "%s leaves the game."
  s.world:table("world.record", "say", said:format(s.world:table("world.joining", "name", seat)))
  return true
end

-- May the change be made now? A rule "from hand" waits until a list of the order begins.
local function is_due(s, play)
  local step, new_hand = s.world:engine("standing")
  if play.kind == "r" then return s:out_of_turn("rule_from", play.name) ~= "hand" or new_hand end
  return s:out_of_turn("action_due", play.name, step)
end

-- Why the seat may not do this; nil when it may.
local function why_not(s, play)
  local asked, sentence = pcall(s.out_of_turn, s, "may_act", play.name, play.seat, play.text)
  if asked then return sentence end
  return sentence.text or tostring(sentence)
end

-- The next pending change that is due becomes a play, to be played like any other.
local function start_due_change(s)
  for _, one in ipairs(s.pending) do
    if is_due(s, one) then
      local play = plays.as(one, one.kind)
      if play.kind == "x" and why_not(s, play) then play.text = "lapsed" end
      local kept, why = s:did(play)
      if not kept then return s:broken(why) end
      s.cursor = s.cursor - 1
      return true
    end
  end
  return false
end

local function say_too_late(s, play)
  local whose = play.name ~= "join" and play.seat or nil
  s.world:table("world.record", "say", ("Too late: you can't `%s` now."):format(play.name), nil, whose)
end

-- A change that is not a step: a rule, or an action that is no longer allowed, of which its seat is told.
local function make_change(s, play)
  unqueue(s, play)
  if play.kind == "r" then
    if not apply_rule(s, play) then return false end
  else say_too_late(s, play) end
  s.cursor = s.cursor + 1
  return true
end

local function begin_step(s)
  s.step_start = s.cursor
  return stopped(s, s.world:engine("begin_step"))
end

-- All that happens between two steps; then the next step runs. False: it halts here, or is broken.
local function boundary(s)
  if s.step_ended and not hash_step(s) then return false end
  s.step_ended = false
  if s.between and is_new(s) then s:between() end
  while true do
    local e = s.epochs[s.at_epoch + 1]
    if e and e.start == s.cursor then
      if s.under_other_rules then return require("epochs").carry_over(s) end
      return s:enter_epoch(s.at_epoch + 1)
    end
    if is_new(s) then
      if s.halt then return false end
      if not start_due_change(s) then return s.stop ~= "failed" and begin_step(s) end
    end
    local play = next_play(s)
    if play.kind == "x" and play.text ~= "lapsed" then
      unqueue(s, play)
      return run_action(s, play)
    elseif play.kind == "x" or play.kind == "r" then
      if not make_change(s, play) then return false end
    elseif not apply_side_play(s, play) then
      return begin_step(s)
    end
  end
end

-- --- at a question ---

-- Corrects a pool, a card or the state. False: there is none, or the question has no answer left.
local function fix(s, play)
  local said = s:out_of_turn("fix", play)
  if not said then return false end
  s.world:table("world.record", "say", said)
  return (s.world:engine("ask_again"))
end

-- Plays answers again that the host can, with the hashes between them, up to where a checkpoint is due or new scripts
-- follow; one alone where each state is compared, or may be any. False: the next play is none.
local function play_on(s)
  local e, most = s.epochs[s.at_epoch + 1], s.cursor + 1
  if s.full then return false end
  if not s.verify and not s.under_other_rules then
    most = math.min(s.cursor + APART, e and e.start or #s.plays, #s.plays)
  end
  local lines = table.concat(s.plays, "\n", s.cursor + 1, most)
  local played, began, stop, why, trace = s.world:engine("play_on", lines)
  if played == 0 then return false end
  if began > 0 then s.step_start = s.cursor + began end
  s.cursor = s.cursor + played
  stopped(s, stop, why, trace)
  return true
end

local function answer_again(s, play)
  local seat, name, step = s.world:engine("asked")
  if play.seat ~= seat or play.name ~= name or play.step ~= step
      or not s.world:table("world.answers", "recall", play.text) then
    return s:broken(("the journal's answer `%s` to %s/%s is not possible here"):format(play.text, play.step, play.name))
  end
  s.world:table("world.record", "question")
  s.cursor = s.cursor + 1
  return stopped(s, s.world:table("world.record", "give", play.text, play.person))
end

-- Goes on where a seat has nothing to choose: no record is kept of that.
local function pass(s) return stopped(s, s.world:engine("pass")) end

local function again_at_question(s)
  if s.stop == "question" and play_on(s) then return true end
  local play = next_play(s)
  if play.kind == "a" and s.stop == "question" then return answer_again(s, play) end
  if apply_side_play(s, play) then return true end
  if s.under_other_rules and play.kind == "h" then
    s.cursor = s.cursor + 1
    return true
  end
  if s.stop == "nothing" then return pass(s) end
  if not play.kind:find "[pcy]" then
    return s:broken("the journal doesn't match the game: it has no answer to a question")
  end
  if not fix(s, play) then return s:broken("the journal corrects something that doesn't exist") end
  s.cursor = s.cursor + 1
  return true
end

-- What still waits comes no more.
local function finish(s)
  for _, one in ipairs(s.pending) do if one.kind == "x" then say_too_late(s, one) end end
  s.pending = {}
  if not s.ended and s.journal then s.ended = records.note(s, "e") and true or false end
  s.state = "over"
end

-- Runs one stretch; true: go on.
local function go_on(s)
  if s.stop == "step" then
    if boundary(s) then return true end
    s.state = s.halt and s.stop ~= "failed" and "over" or "broken"
  elseif s.stop == "question" or s.stop == "nothing" then
    if not is_new(s) then return again_at_question(s) end
    if s.stop == "nothing" and s.is_loading then return pass(s) end -- perhaps what came then ended the game
    if not s.noted and s.stop == "question" then s.world:table("world.record", "question") end
    s.noted, s.state = true, "question"
  elseif s.stop == "finished" then
    finish(s)
  else
    s.state = "broken"
  end
  return false
end

--- Runs to the next stop: s.state. What a clock gave up is played again, and every step counted from then on. While
--- kept plays are played again, `each` (nil: nothing) is called with how many were and how many there are.
function S:run(each)
  while go_on(self) do
    if each then each(self.cursor, #self.plays) end
  end
  if not self.counts and self.world:engine("gave_up") then
    self.counts = true
    self.world:engine("counts", true)
    return self:rewind(#self.plays)
  end
  self.is_loading = nil
  return self.state
end

-- --- answering ---

-- The staged answer is kept, then given.
local function keep_answer(s, person)
  local seat, name, step, kept = s.world:table("world.record", "asked")
  local done, why = s:did { kind = "a", person = person, seat = seat, step = step, name = name, text = kept }
  if not done then
    s.world:engine("unstage")
    return nil, why
  end
  stopped(s, s.world:table("world.record", "give", kept, person))
  return true
end

--- Answers the question, text as typed: true; or nil and a sentence, and nothing has changed.
function S:answer(text, person)
  if self.state ~= "question" then return nil, "no question is open" end
  if self.stop == "nothing" then return pass(self) end
  local staged, sentence = self.world:table("world.answers", "stage", text)
  if not staged then return nil, sentence end
  return keep_answer(self, person)
end

--- Answers by a kept form, as in a journal: true; or nil and a sentence, and nothing has changed.
function S:answer_kept(text, person)
  local staged, sentence = self.world:table("world.answers", "recall", text)
  if not staged then return nil, sentence end
  return keep_answer(self, person)
end

--- Answers at random: true; or nil and why, and the session is broken.
function S:answer_random()
  if self.stop == "nothing" then return pass(self) end
  local staged, why, trace = self.world:engine("stage_random")
  if not staged then
    self:broken(why, trace)
    return nil, why
  end
  local done, sentence = keep_answer(self, false)
  if not done then self:broken(sentence) end
  return done, sentence
end

--- Keeps from now on what a bot that searches needs: the step under way is played again for it.
function S:watch()
  if self.watched then return true end
  self.watched = true
  self.world:engine "search_watch"
  return self:rewind(#self.plays) == "question"
end

--- Lets a bot answer, or chance where it leaves the question to that: true; or nil and a sentence, and nothing has
--- changed. What it answers may be staged already.
function S:answer_bot(name, staged)
  if self.stop == "nothing" then return pass(self) end
  if name == "random" then return self:answer_random() end
  if searches(name) and not self:watch() then return nil, self.problem end
  local seat, sentence = self.world:engine("asked"), nil
  if not staged then staged, sentence = self.world:table("world.bots", "answer", name) end
  if staged == false then return nil, sentence end
  local noted, why = self:keep_notes(seat)
  if not noted then
    self.world:engine("unstage")
    return nil, why
  end
  if not staged then return self:answer_random() end
  return keep_answer(self, false)
end

--- Lets bots answer until the game ends, `most` questions were asked, or stop(how many were asked) says so: why it failed,
--- or nil.
function S:play_out(most, stop)
  local asked = 0
  while self:run() == "question" and asked <= most and not (stop and stop(asked)) do
    local bot = self:answerer((self.world:engine("asked")))
    local answered, why = self:answer_bot(bot)
    if not answered then return self.state == "broken" and self.problem or ("%s: %s"):format(bot, why) end
    asked = select(2, self.world:engine("count"))
  end
  return self.state == "broken" and self.problem or nil
end

--- Keeps a bot's notes before its answer is given, when they have changed.
function S:keep_notes(seat)
  local bytes, why = self.world:table("world.driver", "notes", seat)
  if bytes == false then return nil, why end
  if bytes == nil or bytes == (self.notes[seat] or NO_NOTES) then return true end
  local kept
  kept, why = self:did { kind = "n", seat = seat, text = records.hex(bytes) }
  if kept then self.notes[seat] = bytes end
  return kept, why
end

--- Forgets what a bot that was only asked for advice wrote in a seat's notes.
function S:old_notes(seat) self.world:table("world.driver", "set_notes", seat, self.notes[seat] or nil) end

-- --- out of turn ---

-- Keeps that an action or a rule is to be changed, and does so when it is due.
local function want(s, play)
  if #s.pending == PENDING_MAX then return nil, "too many changes are already pending for the next step" end
  return s:do_side_play(play)
end

-- Has the seat asked for just that already?
local function is_pending(s, play)
  for _, one in ipairs(s.pending) do
    local same = one.name == play.name and one.seat == play.seat and one.text == play.text
    if same and one.kind == "x" then return true end
  end
  return false
end

--- Why the seat can't ask for an action now, in a sentence; nil where it can.
function S:why_no_act(action, seat, text)
  local play = { seat = seat, name = action, text = text }
  if is_pending(self, play) then
    return ("that is coming already: it takes effect %s"):format(self.world:table("world.console", "when", action))
  end
  return why_not(self, play)
end

--- An action for a seat, at the next step boundary: true, or nil and a sentence. "join" is one of the game master's (0);
--- its text says who comes: "Olaf=me: str 14". "leave" is one of every seat's.
function S:act(action, seat, text)
  local sentence = self:why_no_act(action, seat, text)
  if sentence then return nil, sentence end
  return want(self, { kind = "w", seat = seat, name = action, text = text })
end

--- Between two steps: the first of those that search that does something out of turn does it. think(name, seat) gives what
--- its bot of that name does there, nil for nothing.
function S:let_act(think)
  if not self.watched then return end
  for _, seat in ipairs(words.joined({ 0 }, self:seats())) do
    local name = self:answerer(seat)
    local action = searches(name) and think(name, seat)
    if action then
      self:act(action, seat)
      return
    end
  end
end

--- The same of a play that waited before scripts were reloaded.
function S:want_again(play)
  if play.kind == "v" then return self:set_rule(play.name, play.text) end
  return want(self, play)
end

--- The numbers of the seats that sit at the table, in their order.
function S:seats()
  if self.joins then return self.world:table("world.joining", "seated") end
  local list = {}
  for seat = 1, #self.config.players do list[seat] = seat end
  return list
end

--- What a seat is called.
function S:name(seat)
  if self.joins and seat > 0 then return self.world:table("world.joining", "name", seat) end
  return self.config.players[seat].name
end

--- Who answers for a seat: "me", "random" or a bot.
function S:answerer(seat)
  local c = self.config
  local name, bot
  if self.joins and seat > 0 then name, bot = self.world:table("world.joining", "newcomer", seat) end
  if not name then return c.answerers[seat] or "random" end
  return self.answers_for[name] or bot or c.one_person and "me" or self:best_bot()
end

--- The game's best bot, or "random".
function S:best_bot()
  if not self.best then
    local done, list, best = pcall(self.world.table, self.world, "world.bots", "list")
    self.best = done and list and best or "random"
  end
  return self.best
end

--- Who answers for a seat from now on: true, or nil and a sentence.
function S:seat(seat, answerer) return self:do_side_play { kind = "s", seat = seat, text = answerer } end

--- Sets a rule at the next step or hand, as the rule says: true, or nil and a sentence.
function S:set_rule(rule, text)
  local waiting = {}
  for _, one in ipairs(self.pending) do
    if one.kind == "r" then table.move({ one.name, one.text }, 1, 2, #waiting + 1, waiting) end
  end
  local asked, sentence = pcall(self.out_of_turn, self, "may_set", rule, text, waiting)
  if not asked then return nil, sentence.text or "that rule can't be set" end
  if sentence then return nil, sentence end
  return want(self, { kind = "v", name = rule, text = text })
end

--- Tells the table of something that the GM did, and keeps that.
function S:tell(text) return self:do_side_play { kind = "m", text = text } end

--- Corrects what a pool holds, where a card lies (by their numbers from 0), or a value of the state of a seat or the table
--- (-1), its text as typed: a play p, c or y. True; or nil and a sentence, and nothing has changed. What leaves the open
--- question without an answer is taken back.
function S:fix(play)
  local before = #self.plays
  if self.state ~= "question" then return nil, "the table can be corrected only while a question is open" end
  local sentence = play.kind == "y" and self:out_of_turn("may_fix_state", play.seat, play.name, play.text)
  if sentence then return nil, sentence end
  if fix(self, play) then
    if self:did(play) then return true end
    sentence = self.append_failed
  end
  self:rewind(before)
  return nil, sentence or "that would leave no answer to the open question"
end

-- --- back ---

-- Who answers for a seat is no part of what is taken back.
local function take_back(s, count)
  local seats = {}
  for i = count + 1, #s.plays do
    if s.plays[i]:find "^s" then seats[#seats + 1] = s:play(i) end
  end
  s.ended = false
  s:rewind(count)
  for _, play in ipairs(seats) do s:do_side_play(play) end
end

--- Back to the last question that a person answered, for the seat if one is given: true, or nil and a sentence.
function S:undo(seat)
  local at = #self.plays
  local by = "^a p " .. (seat and ("%d "):format(seat) or "")
  while at > 0 and not self.plays[at]:find(by) do at = at - 1 end
  if at == 0 then return nil, "there is nothing to undo: nobody at the keyboard has answered yet" end
  local kept, why = records.note(self, ("u %d"):format(at - 1))
  if not kept then return nil, why end
  take_back(self, at - 1)
  return true
end

--- Makes everything safe on disk, before a person is asked: true, or nil and a sentence.
function S:safe()
  if not self.journal then return true end
  return self.journal:sync()
end

--- The seed, and its SHA-256, as 64 hexadecimal digits.
function S:seed() return self.config.seed end
function S:commitment() return files.sha256(records.unhex(self.config.seed)) end

-- --- opening and closing ---

local function new(config, kept)
  local watched = words.index(words.map(config.answerers or {}, searches), true) ~= nil
  return setmetatable({ config = config, journal = kept, plays = {}, epochs = {}, at_epoch = 1, cursor = 0,
    step_start = 0, pending = {}, notes = {}, checkpoints = {}, state = "running", answers_for = {},
    watched = watched }, S)
end
session.new = new

local function refuse(s, why)
  if s.world then s.world:close() end
  return nil, why
end

--- Begins a game. config: game, sets, players { [0] = gm, { name =, profile = }, ... }, answerers by seat, seed (64
--- hexadecimal digits), number, hand_dice, one_person, stack, campaign, stdlib, journal (empty, or nil: none is kept).
--- Nil and every mistake.
function session.begin(config)
  local s = new(config, config.journal)
  config.sets, config.number = config.sets or {}, config.number or 0
  local opened, mistakes = s:open_world(nil)
  if not opened then return nil, mistakes end
  s.epochs[1] = { sources = s.world:call("world.sources", "all"), start = 0 }
  local kept, why = records.note_start(s)
  if not kept then return refuse(s, why) end
  s:start_epoch()
  return s
end

-- A bot's notes without the answer that followed: the answer was lost.
local function drop_last_notes(s)
  local n = #s.plays
  while n > 0 and s.plays[n]:find "^n" do n = n - 1 end
  if n == #s.plays then return end
  records.note(s, ("u %d"):format(n))
  records.cut(s, n)
end

--- Takes over a journal, to be played again by s:run. With verify, hashes are compared. The contract's own Lua comes
--- from the folder `stdlib` or, if that is nil, the program. Nil and a sentence.
function session.load(kept, stdlib, verify)
  local r, why = records.read(kept)
  if not r then return nil, why end
  local s = new(r.config, kept:writable() and kept or nil)
  s.opened = kept -- what is only looked at is not written to
  s.plays, s.epochs, s.ended, s.incomplete, s.version = r.plays, r.epochs, r.ended, r.incomplete, r.version
  s.verify, s.config.stdlib, s.is_loading = verify, stdlib, true
  if not verify then drop_last_notes(s) end
  local opened, mistakes = s:open_world(s.epochs[1].sources)
  if not opened then return refuse(s, mistakes) end
  s:start_epoch()
  return s
end

--- The game as far as it was played, to try things on: its run plays it to where this one stands, and nothing that is
--- done there is kept anywhere.
function S:copy()
  local config = copy(self.config)
  config.answerers, config.campaign = copy(config.answerers), nil
  local s = new(config, nil)
  s.answers_for = copy(self.answers_for)
  s.plays = copy(self.plays)
  s.epochs = words.copy(self.epochs, 2)
  s:enter_epoch(#s.epochs)
  return s
end

function S:close()
  if self.world then self.world:close() end
  local kept = self.journal or self.opened
  if kept then kept:close() end
  self.world, self.journal, self.opened = nil, nil, nil
end

return session
