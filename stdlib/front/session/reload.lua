-- New scripts in mid-game: the step under way begins anew with them, and is played again from its start; from the first
-- answer that no longer fits, all are asked again. Until the new scripts stand at the table nothing is written, and any
-- failure leaves the game as it was.

local pictures = require "front.session.pictures"
local worlds = require "front.session.worlds"
local journal_records = require "front.session.journal_records"
local journal_entries = require "front.session.journal_entries"
local english = require "shared.english"
local lists = require "shared.lists"

local reload = {}

-- --- where the table stands ---

-- The state put aside while new scripts are tried: { step =, changed =, events =, snapshot =, queued =, tail = }; nil if
-- the game can't be interrupted here.
local function leave_place(s)
  local step, _, _, finished = s.world:engine("standing")
  if finished or not step then return nil end
  local snapshot = s.world:engine("state")
  return snapshot and { step = step, changed = s:out_of_turn("changed_rules"), events = s.world:engine("happened"),
    snapshot = snapshot, queued = {}, tail = {} }
end

-- The epoch begins with the new scripts' rules, except those that the game master has set. A rule that changes only with
-- the next hand is queued.
local function renew_rules(s, aside)
  local done, fresh = pcall(s.out_of_turn, s, "fresh_rules", aside.changed)
  if not done then return false end
  for _, rule in ipairs(fresh) do
    if rule[3] then aside.queued[#aside.queued + 1] = { kind = "v", name = rule[1], text = rule[2] } end
  end
  local snapshot = s.world:engine("state")
  s.epochs[s.at_epoch].snapshot = snapshot
  return snapshot ~= nil
end

-- Goes on from the state put aside, with the next epoch's scripts, or with those on the disk if it has none yet: true, or
-- nil and why not.
local function take_place(s, aside)
  local e = s.epochs[s.at_epoch + 1]
  local opened, mistakes = s:open_world(e.sources, e.unpinned)
  if not opened then return nil, mistakes end
  e.sources = e.sources or s.world:call("script.sources", "all")
  e.pictures = e.pictures or pictures.hashes(s.world)
  e.snapshot, e.events, s.at_epoch = aside.snapshot, aside.events, s.at_epoch + 1
  if s:start_epoch() and s.world:engine("go_to", aside.step) and renew_rules(s, aside) then return true end
  return nil, ("the game can't go on with these scripts: they lack the current step `%s`, or its seats, cards or "
    .. "piles"):format(aside.step)
end

--- Goes on with the next epoch's scripts from the state of the table. False: the session is broken.
function reload.carry_over(s)
  local aside, taken, why = leave_place(s), false, "the scripts can't be read"
  if aside then taken, why = take_place(s, aside) end
  return taken or s:broken(why)
end

-- --- new scripts from the disk ---

local function cut_tail(s)
  local tail = {}
  for i = s.step_start + 1, #s.plays do tail[#tail + 1] = s:play(i) end
  s.halt = true
  s:rewind(s.step_start)
  s.halt = false
  local aside = leave_place(s) or { queued = {}, lost = true }
  aside.tail = tail
  aside.queued = lists.collect(s.pending, function(one)
    return journal_entries.as(one, one.kind == "x" and "w" or "v")
  end)
  return aside
end

-- Back to how it was: the old scripts, all entries.
local function put_back(s, aside)
  for _, play in ipairs(aside.tail) do s.plays[#s.plays + 1] = journal_entries.write(play) end
  s:enter_epoch(#s.epochs)
  s:run()
end

local function try_new(s, aside)
  s.epochs[#s.epochs + 1] = { start = #s.plays }
  local taken, why = take_place(s, aside)
  if not taken then s.epochs[#s.epochs] = nil end
  return taken, why
end

local function do_again(s, play)
  while s:run() == "question" and s.stop == "nothing" do s:answer("") end
  if s:do_side_play(play) then return true end
  if s.state ~= "question" then return false end
  if play.kind:find "[pcy]" then return s:fix(play) end
  if play.kind ~= "a" then return true end
  local seat, name, step = s.world:engine("asked")
  return seat == play.seat and name == play.name and step == play.step and s:answer_encoded(play.text, play.person)
end

-- Plays the step's plays again; those that don't fit.
local function play_tail(s, tail)
  local i, lost = 1, {}
  if tail[1] and tail[1].kind == "x" then i = 2 end
  while i <= #tail and do_again(s, tail[i]) do i = i + 1 end
  s:run()
  for k = i, #tail do
    if not s:do_side_play(tail[k]) then lost[#lost + 1] = tail[k] end
  end
  return lost
end

-- Writes the new epoch after everything else has succeeded. It counts from its last record on: if the disk is full before
-- that, the journal stays as it was.
local function save_epoch(s, aside)
  local saved, why = journal_records.note_epoch(s)
  if saved then return true end
  local start = table.remove(s.epochs).start
  s.incomplete = start + #aside.tail
  journal_records.cut(s, start)
  put_back(s, aside)
  return nil, why
end

-- --- what `check` finds in new scripts ---

local SHOWN_MAX = 8 -- mistakes

-- Does any text of the new scripts differ from those that the table plays by?
local function are_other(s, sources)
  local texts = {}
  for _, source in ipairs(s.epochs[s.at_epoch].sources) do texts[source.key] = source.text end
  return not lists.all(sources, function(source) return texts[source.key] == source.text end)
end

-- The mistakes in the scripts of these texts, or of the disk, as check.run gives them; none if there is too much to check.
local function errors_in(s, sources)
  local bare = worlds.open { stdlib = s.config.stdlib, sources = sources }
  local done, errors = pcall(function()
    local name, variants = bare:call("start.open", "name", s.config.game)
    return bare:call("check.run", "errors", name, variants)
  end)
  bare:close()
  return done and errors or {}
end

-- The mistakes in new scripts that those of the table don't have, as lines; nil if there are none.
local function new_errors(s)
  local errors = errors_in(s)
  if #errors == 0 then return nil end
  local known = lists.set(lists.collect(errors_in(s, s.epochs[s.at_epoch].sources), "same"))
  local lines = lists.collect(errors, function(one) return not known[one.same] and one.said or nil end)
  if #lines > SHOWN_MAX + 1 then
    lines = table.move(lines, 1, SHOWN_MAX, 1, { [SHOWN_MAX + 1] = ("and %d more"):format(#lines - SHOWN_MAX) })
  end
  return lines[1] and table.concat(lines, "\n")
end

-- What new scripts would change: { changes = "rule fee 2 -> 3", lost = plays }; or nil and the mistakes, and nothing has
-- changed. Errors that `check` finds in them are such mistakes, and also the third result; if they are handed over again as
-- `accepted`, the scripts are taken all the same.
local function begin_anew(s, accepted)
  local fresh, mistakes = worlds.open(s.config)
  if not fresh then return nil, mistakes end
  local outcome = { changes = fresh:call("author.changes", "between",
    s.world:call_with_table("author.changes", "describe"),
    fresh:call_with_table("author.changes", "describe")) }
  local errors = are_other(s, fresh:call("script.sources", "all")) and new_errors(s)
  fresh:close()
  if errors and errors ~= accepted then return nil, errors, errors end
  local journal = s.journal
  s.journal = nil
  local aside = cut_tail(s)
  local done, why
  if aside.lost then why = "the current step can't be played again"
  else done, why = try_new(s, aside) end
  if done then
    for _, play in ipairs(aside.queued) do s:want_again(play) end
    outcome.lost = play_tail(s, aside.tail)
  else
    put_back(s, aside)
  end
  s.journal = journal
  if done then done, why = save_epoch(s, aside) end
  if not done then return nil, why end
  return outcome
end

-- The answers themselves are not named: not everybody may know them.
local CORRECTED = { p = "a pool", c = "a card", y = "a value of the state" }

local function lost_lines(s, lost)
  return table.concat(lists.collect(lost, function(play)
    if play.kind == "a" then return ("\nwill be asked again: %s, `%s`"):format(s:name(play.seat), play.name) end
    return CORRECTED[play.kind] and "\ncorrection lost: " .. CORRECTED[play.kind] or nil
  end))
end

--- Reads the scripts from disk again and goes on with them from the start of the step under way. A report of what differs
--- in them and what must be asked again; or nil and the mistakes, and nothing has changed. A third result: these mistakes
--- are what `check` finds; handed over as `accepted`, they no longer stop the reload.
function reload.run(s, accepted)
  local between = s.between
  s.between = nil -- steps that are played again are no new chance to act between them
  local outcome, why, errors = begin_anew(s, accepted)
  s.between = between
  if not outcome then return nil, why, errors end
  local same = outcome.changes == ""
  return "the new scripts are in use" .. (same and ", and nothing has changed for this game"
    or ": " .. outcome.changes) .. lost_lines(s, outcome.lost)
end

-- --- the same beforehand ---

local NAMED_MAX = 3

-- "Ben's `bid` and Clara's `bid` will be asked again"
local function foretell_lost(s, lost)
  local asked, parts = lists.collect(lost, function(play)
    return play.kind == "a" and ("%s `%s`"):format(english.possessive(s:name(play.seat)), play.name) or nil
  end), {}
  if #asked > 0 then
    parts[1] = (#asked > NAMED_MAX and ("the last %d questions"):format(#asked) or english.list(asked))
      .. " will be asked again"
  end
  if #lost > #asked then parts[#parts + 1] = "corrections to pools and cards will be lost" end
  return table.concat(parts, "; ")
end

--- What reload would do now, as one line: "rule fee 2 -> 3; step score; Ben's `bid` will be asked again"; "" if nothing
--- would change. Or nil and the mistakes. The session isn't touched.
function reload.foretell(s)
  local copy = s:copy()
  copy:run()
  local outcome, why = begin_anew(copy)
  local failure = copy.state == "broken" and "then it fails: " .. copy.problem or ""
  copy:close()
  if not outcome then return nil, why end
  return table.concat(lists.collect({ outcome.changes, foretell_lost(s, outcome.lost), failure }, function(part)
    return part ~= "" and part or nil
  end), "; ")
end

-- --- another house rule for a saved game ---

local function is_among(variants, name) return ("+" .. variants .. "+"):find("+" .. name .. "+", 1, true) end

-- "game+old" without the variants that are named again, and then these.
local function renamed(game, variants)
  local parts = lists.collect(lists.matches(game, "[^+]+"), function(part, i)
    return (i == 1 or not is_among(variants, part)) and part or nil
  end)
  return table.concat(parts, "+") .. "+" .. variants
end

-- The saved texts without those of the variants, which are read from the disk.
local function unpinned(sources, variants)
  return lists.collect(sources, function(f)
    local name = f.key:match("/house/([^.]*)")
    return not (name and is_among(variants, name)) and f or nil
  end)
end

--- Puts variants ("spring_tide", "a+b") on top of those that a session just loaded was played with; one that it had
--- already is read again. They come from the disk as they are now, everything else is as it was saved. True; or nil and the
--- mistakes: then the session can only be closed.
function reload.with(s, variants)
  s.under_other_rules = true
  s.config.game = renamed(s.config.game, variants)
  for _, e in ipairs(s.epochs) do e.sources, e.unpinned = unpinned(e.sources, variants), true end
  local opened, mistakes = s:open_world(s.epochs[1].sources, true)
  if not opened then return nil, mistakes end
  if s:start_epoch() then return true end
  return nil, s.problem
end

return reload
