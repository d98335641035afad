-- Runs a session from entry to entry: replays those in the journal, then goes on up to the next unanswered question. A
-- session goes back to any earlier moment by replaying from the last checkpoint before it.
--
-- Hashes of the state, rules that are set and actions out of turn come between two steps; an answer and corrections come
-- at a question; other entries anywhere. An entry that doesn't fit breaks the session with a sentence; none is skipped.

local worlds = require "front.session.worlds"
local files = require "host.files"
local journal_entries = require "front.session.journal_entries"
local journal_records = require "front.session.journal_records"
local json = require "shared.json"
local lists = require "shared.lists"

local S = {} -- a session's methods: session.lua has the others

S.PENDING_MAX = 16 -- actions and rules that wait at once

local CHECKPOINTS = 32 -- at most; older ones are thinned out
local RECORDED = 64 -- steps that are in the record of a bot that searches (search/step_record.lua)
local APART = 256 -- entries between checkpoints while playing again

-- --- the world ---

--- The result of the game: a list of { seat =, place =, score =, by =, keys = }, seats by number; nil: no result.
function S:standings() return self.world:call_with_table("table.driver", "result") end

--- Calls a function of the world about actions out of turn: see table/out_of_turn.lua.
function S:out_of_turn(name, ...) return self.world:call_with_table("table.out_of_turn", name, ...) end

local function configure(s)
  local w, c = s.world, s.config
  w:call_with_table("table.driver", "hand_dice", c.hand_dice or false)
  if c.stack then w:call_with_table("table.setup", "stack", c.stack) end
  w:engine("record", true)
  w:engine("counts", s.counts or false)
  if s.full then w:call_with_table("tell.table_log", "in_full") end
  if s.watched then w:engine "search_record" end
end

--- Opens a world of these scripts (nil: those on the disk) in place of the present one: true, or nil and the mistakes.
function S:open_world(sources, unpinned)
  local c = self.config
  local w, problem = worlds.open(setmetatable({ sources = sources, unpinned = unpinned }, { __index = c }))
  if not w then return nil, problem end
  if not sources or unpinned then
    w:call_with_table("table.driver", "read_bots")
    w:call("script.sources", "pin")
  end
  local before = self.world
  self.world = w
  self.joins = w:call_with_table("table.joining", "joins")
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

--- Notes where the table has stopped, as the engine's functions that run it give it.
function S:stopped(stop, why, trace)
  if stop == "failed" then return self:broken(why, trace) end
  self.stop, self.state, self.noted = stop, "running", false
  if stop == "step" then self.step_ended = true end
  return true
end

-- --- entries ---

--- Play i; nil if there is none.
function S:play(i) return self.plays[i] and journal_entries.read(self.plays[i]) end

local function next_play(s) return s:play(s.cursor + 1) end

local function is_new(s) return s.cursor == #s.plays end

--- Adds the entry that was just played and writes it to the journal: true; or nil and a sentence, also in
--- s.append_failed: it could not be written.
function S:record(play)
  local line = journal_entries.write(play)
  local saved, why = journal_records.note(self, line)
  self.append_failed = why
  if not saved then return nil, why end
  journal_records.follow(self, line)
  self.plays[#self.plays + 1] = line
  self.cursor = #self.plays
  return true
end

-- --- checkpoints ---

local function copy(list) return lists.copy(list, 1) end

local function add_checkpoint(s, snapshot)
  local list = s.checkpoints
  list[#list + 1] = { cursor = s.cursor, snapshot = snapshot,
    events = (s.world:engine("count")), hashed = true, pending = copy(s.pending), notes = copy(s.notes) }
  if #list <= CHECKPOINTS then return end
  for i = #list // 4 * 2, 2, -2 do table.remove(list, i) end -- every second of the older half: further back, wider apart
end

-- Brings the table back to a checkpoint or to the start of an epoch.
local function go_back(s, point)
  s.notes, s.pending = copy(point.notes or {}), copy(point.pending or {})
  s.cursor, s.step_start = point.cursor, point.cursor
  s.stop, s.state, s.noted = "step", "running", false
  local done, why = s.world:engine("go_back", s.config.seed, s.config.number, point.snapshot, point.events)
  if not done then return s:broken(why) end
  for seat, bytes in pairs(s.notes) do s.world:call_with_table("table.driver", "set_notes", seat, bytes) end
  local _, _, steps = s.world:engine("standing")
  s.step_ended = not point.hashed and steps > 0
  return true
end

--- The table stands at the start of its epoch.
function S:start_epoch()
  local e = self.epochs[self.at_epoch]
  self.checkpoints = {}
  if not go_back(self, { cursor = e.start, snapshot = e.snapshot, events = 0 }) then return false end
  self.world:call_with_table("table.events", "put_back", e.events or {})
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

-- Did fewer steps end between those plays than a search looks back?
local function is_recent(s, from, to)
  local steps = 0
  for i = from + 1, to do
    if s.plays[i]:find "^h" then steps = steps + 1 end
    if steps == RECORDED then return false end
  end
  return true
end

-- Goes back to the last checkpoint from which play `count` is reached with all the steps that a search looks back to. Drops
-- the checkpoints after it.
local function to_checkpoint(s, count)
  local list = s.checkpoints
  while #list > 0 and (list[#list].cursor > count or s.watched and is_recent(s, list[#list].cursor, count)) do
    list[#list] = nil
  end
  local point = list[#list]
  if point then return go_back(s, point) end
  return s:start_epoch()
end

--- Plays again up to the first `count` plays; steps that are played again are no new chance to act between them.
function S:rewind(count)
  journal_records.cut(self, count)
  while #self.rounds > 0 and self.rounds[#self.rounds].cursor > count do table.remove(self.rounds) end
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

-- The next play must be the end of a step, with this hash (nil: any).
local function check_hash(s, play, hash)
  if play.kind ~= "h" then
    return s:broken("the journal doesn't match the game: a step ends here, but not in the journal")
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
  if not play and not s:record { kind = "h", text = hash } then return s:broken(s.append_failed) end
  add_checkpoint(s, snapshot)
  return true
end

-- Notes the public numbers where a list of the order begins again, for the page at the game's end. Those of inner lists are
-- kept only until an outer one begins again. An action out of turn there begins no list.
local function note_round(s)
  if (s.plays[s.step_start + 1] or ""):find "^x" then return end
  local _, begun, _, _, _, _, depth = s.world:engine "standing"
  local last = s.rounds[#s.rounds]
  if not begun or last and (s.cursor <= last.cursor or depth > last.depth) then return end
  s.rounds[#s.rounds + 1] = { cursor = s.cursor, depth = depth,
    numbers = s.world:call_with_table("table.driver", "open_numbers") }
end

-- --- entries that may stand anywhere ---

-- Queues an action or a rule, to be done as soon as it is due.
local function queue(s, play)
  if #s.pending < S.PENDING_MAX then
    s.pending[#s.pending + 1] = journal_entries.as(play, play.kind == "w" and "x" or "r")
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
  s.notes[play.seat] = journal_records.unhex(play.text)
  s.world:call_with_table("table.driver", "set_notes", play.seat, s.notes[play.seat])
end

local side_plays = {
  w = queue, v = queue, n = restore_notes,
  s = function(s, play)
    local name = s.joins and play.seat > 0 and s.world:call_with_table("table.joining", "newcomer", play.seat)
    if name then s.answers_for[name] = play.text else s.config.answerers[play.seat] = play.text end
  end,
  m = function(s, play) s.world:call_with_table("table.events", "say", play.text) end,
}

-- False if the play is of another kind.
local function apply_side_play(s, play)
  local apply = side_plays[play.kind]
  if not apply then return false end
  apply(s, play)
  s.cursor = s.cursor + 1
  return true
end

--- Saves and carries out an entry that is allowed anywhere: true; false for any other; nil and a sentence if it can't be
--- saved.
function S:do_side_play(play)
  if not side_plays[play.kind] then return false end
  local saved, why = self:record(play)
  if saved then side_plays[play.kind](self, play) end
  return saved, why
end

-- --- at a step boundary ---

local function apply_rule(s, play)
  local done, secret, said = pcall(s.out_of_turn, s, "apply_rule", play.name, play.text)
  if not done then return s:broken(secret.text or secret, secret.trace) end
  local data = ('"rule":%s,"value":%s'):format(json.text(play.name), json.text(secret and "" or play.text))
  s.world:call_with_table("table.events", "say", said, data)
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
  if step then return s:stopped(s.world:engine("begin_action", step, seat)) end
  local said = play.name == "join" and "%s joins the game." or "%s leaves the game."
  s.world:call_with_table("table.events", "say", said:format(s.world:call_with_table("table.joining", "name", seat)))
  return true
end

-- May the change be made now? A rule "from hand" waits until a list of the order begins.
local function is_due(s, play)
  local step, new_hand = s.world:engine("standing")
  if play.kind == "r" then return s:out_of_turn("rule_from", play.name) ~= "hand" or new_hand end
  return s:out_of_turn("action_due", play.name, step)
end

--- Why the seat may not do this; nil when it may.
function S:why_not(play)
  local asked, sentence = pcall(self.out_of_turn, self, "may_act", play.name, play.seat, play.text)
  if asked then return sentence end
  return sentence.text or tostring(sentence)
end

-- The next pending change that is due becomes a play, to be played like any other.
local function start_due_change(s)
  for _, one in ipairs(s.pending) do
    if is_due(s, one) then
      local play = journal_entries.as(one, one.kind)
      if play.kind == "x" and s:why_not(play) then play.text = "lapsed" end
      local saved, why = s:record(play)
      if not saved then return s:broken(why) end
      s.cursor = s.cursor - 1
      return true
    end
  end
  return false
end

local function say_too_late(s, play)
  local whose = play.name ~= "join" and play.seat or nil
  s.world:call_with_table("table.events", "say", ("Too late: you can't `%s` now."):format(play.name), nil, whose)
end

-- A change that is not a step: a rule; or an action that is no longer allowed, and its seat is told so.
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
  return s:stopped(s.world:engine("begin_step"))
end

-- Does all that happens between two steps, then runs the next one. False: the session halts here, or is broken.
local function boundary(s)
  if s.step_ended then
    if not hash_step(s) then return false end
    note_round(s)
  end
  s.step_ended = false
  if s.between and is_new(s) and s:between() == false then return false end
  while true do
    local e = s.epochs[s.at_epoch + 1]
    if e and e.start == s.cursor then
      if s.under_other_rules then return require("front.session.reload").carry_over(s) end
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

--- Corrects a pool, a card or the state. False: there is none, or the question has no answer left.
function S:correct(play)
  local said = self:out_of_turn("fix", play)
  if not said then return false end
  self.world:call_with_table("table.events", "say", said)
  return (self.world:engine("ask_again"))
end

local function answer_again(s, play)
  local stop, why, trace = s.world:call_with_table("ask.record", "give_again", play.seat, play.step, play.name,
    play.text,
    play.person)
  if not stop then
    return s:broken(("the journal's answer `%s` to %s/%s is not possible here"):format(play.text, play.step, play.name))
  end
  s.cursor = s.cursor + 1
  return s:stopped(stop, why, trace)
end

--- Goes on where a seat has nothing to choose: no entry is written.
function S:pass() return self:stopped(self.world:engine("pass")) end

local function again_at_question(s)
  local play = next_play(s)
  if play.kind == "a" and s.stop == "question" then return answer_again(s, play) end
  if apply_side_play(s, play) then return true end
  if s.under_other_rules and play.kind == "h" then
    s.cursor = s.cursor + 1
    return true
  end
  if s.stop == "nothing" then return s:pass() end
  if not play.kind:find "[pcy]" then
    return s:broken("the journal doesn't match the game: a question is asked here, but the journal has no answer")
  end
  if not s:correct(play) then return s:broken("the journal corrects something that doesn't exist") end
  s.cursor = s.cursor + 1
  return true
end

-- Pending changes lapse.
local function finish(s)
  for _, one in ipairs(s.pending) do if one.kind == "x" then say_too_late(s, one) end end
  s.pending = {}
  if not s.ended and s.journal then s.ended = journal_records.note(s, "e") and true or false end
  s.state = "over"
end

-- Goes on from where the table has stopped. True: there is more to do.
local function go_on(s)
  if s.stop == "step" then
    if boundary(s) then return true end
    s.state = s.halt and s.stop ~= "failed" and "over" or "broken"
  elseif s.stop == "question" or s.stop == "nothing" then
    if not is_new(s) then return again_at_question(s) end
    if s.stop == "nothing" and s.is_loading then return s:pass() end -- perhaps what came then ended the game
    if not s.noted and s.stop == "question" then s.world:call_with_table("ask.record", "question") end
    s.noted, s.state = true, "question"
  elseif s.stop == "finished" then
    finish(s)
  else
    s.state = "broken"
  end
  return false
end

--- Runs to the next stop: s.state. A step that a clock ended is played again, from then on with instructions counted. While
--- saved entries are played again, `each` (nil: nothing) is called with the number played and the number of all.
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

return S
