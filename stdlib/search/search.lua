-- A bot for any script: it imagines everything that its seat can't know, plays on from there, and takes the answer that did
-- best: information-set search at the root; P. Cowling, E. Powley, D. Whitehouse, Information Set Monte Carlo Tree Search, IEEE
-- Transactions on Computational Intelligence and AI in Games 4 (2012). All answers are tried in the same worlds, with the same
-- chance to come. Of the true table it reads only the seat's view, its memory and the answers that it may know.
--
-- The room has three parts, none of which knows another: belief (memory, card_histories, hidden_facts, secrets, imagined),
-- policy (horizon, followups) and the division of the playouts (allocation, choices). step_record brings the table to a
-- world and back. b.search holds what a table keeps of its searches:
--   found     the result of the last search, until it is read
--   horizons  of this game, and the bot that plays on (horizon.lua)
--   game      of the game under way: memories (memory.lua) and bases = where each seat's last search began (secrets.lua)
--   run       while the table is in worlds: seat = the searching seat; its view: sight, open, question; entries, secret_rules
--             (step_record.lua), unseen (hidden_facts.lua), history (card_histories.lua); and hooks of replays: on_step,
--             witnesses (the seat's questions), weighs (a recorded answer), imagines (answers instead of unknown ones)

local answers = require "ask.answers"
local choices = require "search.choices"
local codes = require "ask.codes"
local followups = require "search.followups"
local allocation = require "search.allocation"
local imagined = require "search.imagined"
local memory = require "search.memory"
local out_of_turn = require "table.out_of_turn"
local horizon = require "search.horizon"
local step_record = require "search.step_record"
local scripted_bots = require "ask.scripted_bots"
local secrets = require "search.secrets"
local hidden_facts = require "search.hidden_facts"
local english = require "shared.english"
local lists = require "shared.lists"

local search = {}

search.MAX_STEPS = step_record.MAX_STEPS -- steps that a search goes back at most
search.explain = horizon.told -- describes a game's horizons in sentences

local MAX_PLAYOUTS, MAX_SECONDS = 1000000, 3600 -- limits of a bot's name
local MAX_QUESTIONS = 5000 -- questions in a playout
local BOT_QUESTIONS = 100 -- of them, those that the game's best bot answers
local MIN_TRIES, MAX_TRIES = 100, 400 -- replays to find what the seat can't know: as many as playouts, within these
local MIN_FOR_ERROR = 8 -- playouts of an answer before its margin of error is printed
local DO_NOTHING = "" -- the code of doing nothing out of turn

--- A bot for any game, with no line about it in a script: it imagines what its seat can't know, plays on from there, and
--- takes the answer that did best.
---
--- `search` thinks for a second at a table, `search:5s` for five, on all processors; Ctrl-C ends the thinking, with what was
--- found by then. `search:300` plays on about 300 times, fewer where one answer is soon left, so the same seed gives the same
--- answer: that is for `sim` and `compare`, where `search` alone is search:100. `:hint search` asks it, and says what the
--- answer should bring, from how many worlds.
---
--- A smaller number makes it weaker and quicker, a larger one stronger. It is at least about as strong as the
--- game's best bot (bots.lua): that bot's answer is left only for one that is clearly better, and all seats play on as that bot
--- in what the search imagines. It is stronger where `standing` says what a lead is worth in mid-game, and where a secret
--- has `imagine`. `croupier show GAME --search` says who plays on, how far it looks and what counts there.
---
--- What it knows: what its seat sees, what it saw before and can still follow (a card that it passed, one that was shown and
--- covered), and what others answered, where that shows in what its seat has seen and heard. A world in which one of these
--- answers was not legal is not believed, and each of the last twelve that the game's best bot would not have given makes it
--- 50 times less likely. Where the best bot wins less than its share against chance, chance plays on instead; so it does for
--- others whose answers so far were clearly likelier by chance than by the bot.
---
--- All else is drawn again for each world: cards, secrets of others, the chance to come; numbers that a step drew and answers
--- of others too, unless what the seat has seen and heard since shows them. Of two dice whose sum was announced it draws both
--- until they make that sum.
---
--- Its limits:
---
--- Where a game has several decks, it knows of a hidden card which of them it is from, as if it saw the back.
---
--- Whether a card that somebody plays was dealt or passed to them, and when, it doesn't know; nor what others answered before
--- the scripts were reloaded. In its worlds others did nothing out of turn that it couldn't see the effect of.
---
--- Three values that are hidden only together, like three dice whose sum is announced, count as known; a value that is
--- hidden in one case of fifty or fewer may count as known, too. It takes a secret rule for what the script declares,
--- and so too a secret that others have kept for more than 60 steps, unless the script has `imagine`: `croupier check`
--- names such a secret.
---
--- Where the score changes in most rounds of a list of the order, and seats keep no cards from one to the next, it looks no
--- further than the round's end. What seats build up for later rounds it sees only if `standing` counts it.
---
--- Of a number it tries a grid, and then a finer one; of more than 48 answers some, unless it has a dozen playouts for each; of
--- several cards different ones, in one order; of texts those that the question's `bot` gives. Where it can imagine no world,
--- and of other texts, the game's best bot answers, or chance.
---
--- Its later turns are not planned: in what it imagines the game's best bot answers for its own seat too, and where chance plays
--- on, its next answers in the same step are those that have brought most so far. It neither bluffs nor works together with
--- others. Out of turn it does one thing at most between two steps, where that is clearly better than nothing; in what it
--- imagines nobody does anything out of turn.
---
--- An answer of search:300 takes more than a thousand times as long as one of the game's own bot in most games.
---
--- How strong it is, at search:300, in wins in a hundred (scripts/bench/SEARCH.md has the intervals). Against chance it is
--- as good as the game's best bot or better. In games without a bot, for two against chance: Nomination whist 92, six-card
--- cribbage 92; at blackjack it plays basic strategy in 90% of decisions.
---@topic House rules, bots and tests: search, bots
---@field baltimore 40 against three of the best bot (even: 25)
---@field baltimore_poker 36 against three (even: 25)
---@field farmers_and_fishermen 39 against three (even: 25)
---@field fish_out 83 against three (even: 25)
---@field merchants_bank 35 against three (even: 25)
---@field night_landing 45 against three (even: 25)
---@field parley 94 against three (even: 25)
---@field rod_and_reel 31 against two (even: 33)
---@field royal_pokebacc 38 against three (even: 25)
---@field scotch_doubles 50 against one (even: 50)
---@field storm_watch 31 against three (even: 25); many ships are lost with all
---@example -- in a test: g:play { "search:20", "random" }
---@see bots, view, imagine

--- How long a bot of this name thinks: { playouts = } or { seconds = }; nil if it is no search.
function search.limits(name)
  if name == "search" then return { seconds = 1 } end
  local playouts = math.tointeger(tonumber(name:match "^search:([1-9]%d*)$"))
  if playouts and playouts <= MAX_PLAYOUTS then return { playouts = playouts } end
  local seconds = tonumber(name:match "^search:(%d+)s$" or name:match "^search:(%d*%.%d+)s$")
  return seconds and seconds > 0 and seconds <= MAX_SECONDS and { seconds = seconds } or nil
end

--- The expected form of a bot's name that begins with `search:`; nil for any other.
function search.expected(name)
  return name:find "^search:" and ("search:300 for playouts, %d at most, or search:5s for seconds, %d at most"):format(
    MAX_PLAYOUTS, MAX_SECONDS) or nil
end

-- --- playing on ---

-- Stages the answer, or begins an action out of turn: true, or where the action stopped; nil if the answer isn't legal there.
local function begin_with(s, value, place)
  if not s.acts then return engine.stage_value(s.b.block, value, place) end
  if value == DO_NOTHING then return true end
  return engine.begin_action(s.b.block, out_of_turn.action_step(s.b, value), s.seat)
end

local ENDED = lists.set { "finished", "failed" }

-- Has somebody pressed Ctrl-C? That ends a playout too.
local function is_pressed(b) return (select(2, engine.search_clock(b.block))) end

-- Has a clock ended a step? It must run again, with instructions counted.
local function gave_up(b) return (select(3, engine.search_clock(b.block))) end

-- The bots' notes in that world, with the seat's own notes from the table (settle) if it has any. A person who asks for a
-- hint has none.
local function own_notes(s, at)
  if at.notes and s.kept then at.notes[s.seat] = s.kept end
  return at.notes
end

-- The value of the answer in that world, the answers that followed, and the share of the win; nil if a script failed or no end
-- was reached.
local function playout(s, code, n)
  local value, place = s.value(code)
  local at = imagined.world(s, n)
  if not at then return nil end
  step_record.enter(s.b, at, s.back)
  local stop, why = begin_with(s, value, place)
  if not stop then return nil end
  local look, from = s.horizon, s.questions
  local given = { steps = select(2, engine.search_look(s.b.block, s.seat)), beginning = allocation.key(code) }
  local function follow_up() return followups.answer(s.b, s.seat, s.known, given) end
  if not ENDED[stop] then
    stop, why = horizon.play_on(s.b, look.bot or follow_up, s.strangers, look.depth, from + BOT_QUESTIONS,
      from + MAX_QUESTIONS, own_notes(s, at))
  end
  s.done = s.done + 1
  if stop == "failed" then
    if gave_up(s.b) then error "a step is to be counted" end
    if is_pressed(s.b) then return nil end
    s.failed, s.why = s.failed + 1, s.why or why
    return nil
  end
  local brought, share = horizon.worth(s.b, look, s.seat, stop)
  if brought then followups.worth(given, brought, true) else s.endless = s.endless + 1 end
  return brought, given, share
end

-- --- a search ---

-- Finds what the seat can't know, the horizon, and who plays on. Secrets come first, at the question: then trial games may be
-- played.
local function look_ahead(s, depth)
  s.back = secrets.since(s.b, s.faces, s.draw_faces, s.far)
  local tries = math.max(MIN_TRIES, math.min(s.limits.playouts or MAX_TRIES, MAX_TRIES))
  hidden_facts.find(s.b, s.faces, s.far, s.back, tries)
  s.horizon = horizon.of(s.b, depth)
  local bot = s.horizon.bot
  s.policy = bot and function() return scripted_bots.answer(s.b, bot) end
  imagined.begin(s)
  function s.b.search.run.imagines(seat)
    if not bot or imagined.is_stranger(s, seat) then return nil end
    local notes = s.b.notes
    s.b.notes = {}
    local staged = s.policy()
    s.b.notes = notes
    return staged
  end
end

-- A function that gives the value of a code, as a step gets it, and the place of an option. Values are the same in all worlds.
local function values_of(q)
  return function(code)
    if q.kind == "one_of" then return code and q.options[code], code end
    if q.kind == "card" then return code and q.options[code] end
    if q.kind ~= "cards" or not code then return code end
    local cards = {}
    for i, place in ipairs(code) do cards[i] = q.options[place] end
    return cards
  end
end

-- A new search `s` of that question, and the depth of the open step in the order. From s.begin() on the table is in worlds,
-- until home(s). Nil if the state between two steps can't be saved.
local function begin(b, q, limits, part)
  local acts = q.kind == "action"
  if acts and not step_record.wait(b) then return nil end
  local _, questions = engine.count(b.block)
  local _, _, _, _, _, _, depth = engine.standing(b.block)
  local chance
  local m = memory.of(b, q.seat)
  local draw, order = memory.worlds(b, q.seat)
  local kept = b.notes[q.seat]
  local s = { b = b, seat = q.seat, limits = limits, strangers = 0, done = 0, failed = 0, endless = 0,
    kept = kept and next(kept) ~= nil and kept or nil,
    random = function(n) return chance:below(n) end, value = values_of(q), play = playout,
    unchanged = engine.unchanged(b.block), memory = m, draw = draw, notes = b.notes, questions = questions, back = 0,
    acts = acts, own = acts and { code = DO_NOTHING } or nil,
    counts = lists.copy(b.hooks.measures), seat_counts = lists.copy(b.hooks.seat_measures), known = {} }
  s.faces = b.card_faces
  s.far = step_record.back(b, m.shuffled or 0)
  s.worth = followups.worth
  function s.draw_faces() return draw(s.random) end
  function s.at_question() step_record.enter(b, imagined.world(s, 1), s.back) end
  function s.begin()
    local number = step_record.begin(b, q.seat, order)
    chance = rng.new(("search %d %s%s"):format(number, part or 0, acts and " out of turn" or ""))
  end
  return s, depth
end

local function put_back(counts, as_before)
  for name in pairs(counts) do counts[name] = nil end
  for name, count in pairs(as_before) do counts[name] = count end
end

-- Restores the game. An error names a local of the script's files that still has a value from a world; `unchanged`: no local
-- had changed in this step before the search.
local function come_home(b, faces, unchanged)
  local ok, why = pcall(step_record.leave, b, faces)
  if ok and not unchanged then return end
  local now, sentence = engine.unchanged(b.block)
  if not ok or not now then error(sentence or why, 0) end
end

local function home(s)
  come_home(s.b, s.faces, s.unchanged)
  if s.acts then step_record.go_on(s.b) end
  s.b.hooks.result, s.b.notes = nil, s.notes
  put_back(s.b.hooks.measures, s.counts)
  for name, own in pairs(s.b.hooks.seat_measures) do put_back(own, s.seat_counts[name]) end
end

-- The answer of the game's bot from the seat's view, as { code = }; nil if it leaves the answer to chance. Saves the notes that
-- it makes.
local function bots_answer(s, q)
  if not s.policy then return nil end
  s.at_question()
  s.b.notes = lists.copy(own_notes(s, imagined.world(s, 1)) or {})
  if not s.policy() then return nil end
  s.kept = s.b.notes[s.seat]
  local value, place = engine.staged(s.b.block)
  engine.unstage(s.b.block)
  if value == nil then return {} end
  if q.kind == "one_of" then return { code = place } end
  if q.kind == "card" then return { code = lists.index(q.options, value) } end
  if q.kind ~= "cards" then return { code = value } end
  return { code = lists.map(value, function(card) return lists.index(q.options, card) end) }
end

--- Between two steps: the secrets from that seat that are older than a search goes back and differ from their declared values:
--- "state.seat.plan" -> name.
function search.old_secrets(b, seat)
  if not step_record.wait(b) then return {} end
  local faces, unchanged = b.card_faces, engine.unchanged(b.block)
  local draw, chance = memory.worlds(b, seat), rng.new "old"
  local list, found = b.hooks.secrets(seat), {}
  local is_declared = lists.map(list, function(secret) return lists.is_equal(secret.get(), secret.declared()) end)
  engine.search_attempt(b.block, function()
    step_record.begin(b, seat)
    local _, old = secrets.since(b, faces, function() return draw(function(n) return chance:below(n) end) end)
    for i in pairs(old) do
      if not is_declared[i] then found[list[i].path] = list[i].name end
    end
  end)
  come_home(b, faces, unchanged)
  step_record.go_on(b)
  return found
end

-- The number of playouts in a second, measured on a few playouts.
local function speed(s, q, seconds)
  s.at_question()
  local code
  if q.kind == "cards" then code = choices.some_cards(s, q) else code = choices.all(q, 2)[1].code end
  local start, n, taken = engine.search_clock(s.b.block), 0
  repeat
    n = n + 1
    playout(s, code, n)
    taken = engine.search_clock(s.b.block) - start
  until taken > seconds / 20 or n >= 20
  return n / math.max(1e-6, taken)
end

-- Gives the search s.used(): the share of its playouts or its time that is over; endless after Ctrl-C.
local function measure(s, q)
  local all, start = s.limits.playouts or s.limits.seconds, engine.search_clock(s.b.block)
  s.count, s.share = 0, s.limits.playouts and 1 / all or 0
  s.expected = s.limits.playouts or math.max(8, math.floor(speed(s, q, all) * all))
  function s.used()
    local now, pressed = engine.search_clock(s.b.block)
    return pressed and math.huge or s.share > 0 and s.count * s.share or (now - start) / all
  end
end

local ALIKE_ANSWERS, ALIKE_WORLDS, ALIKE_DRAWS = 8, 4, 8

-- Finds a few worlds in which the question is open, whatever their past; gives up soon.
local function any_worlds(s, depth)
  s.back, s.horizon, s.worlds = secrets.since(s.b, s.faces, s.draw_faces), horizon.of(s.b, depth), {}
  for n = 1, ALIKE_WORLDS do
    for try = 1, ALIKE_DRAWS do
      s.worlds[n] = { faces = s.draw_faces(), number = s.questions << 24 | n << 5 | try }
      if step_record.enter(s.b, s.worlds[n], s.back) then break end
    end
  end
end

-- Have these answers the same value in a few worlds, with the same chance to come? Nil if one of them has no value.
local function are_alike(s, depth, list)
  any_worlds(s, depth)
  local arms = allocation.arms(s, list)
  for n = 1, ALIKE_WORLDS do
    local first
    for i, arm in ipairs(arms) do
      local value = playout(s, arm.code, n)
      if not value then return nil end
      if i == 1 then first = value elseif value ~= first then return false end
    end
  end
  return true
end

--- Have all answers to the open question (some of many) the same value in a few worlds, with the same chance to come? Nil if
--- unknown, as for several cards or a text.
function search.alike(b, q)
  if q.kind == "text" or q.kind == "cards" or not step_record.is_kept(b) then return nil end
  local list = choices.all(q, ALIKE_ANSWERS)
  if #list < 2 then return nil end
  local s, depth = begin(b, q, {})
  local ok, same = engine.search_attempt(b.block, function()
    s.begin()
    return are_alike(s, depth, list)
  end)
  home(s)
  if ok then return same end
end

-- Why a search found nothing; nil if it did not run.
local function why_nothing(found)
  if found.why then return ("all %d trial games failed, the first like this: %s"):format(found.failed, found.why) end
  if found.endless then return ("none of %s ended within %d questions"):format(
    english.count(found.endless, "trial game"), MAX_QUESTIONS) end
  return found.lost and "found no course of the game that fits everything this seat has seen" or nil
end

-- How much better the best answer is than the second, as the end of a sentence; nil where chance may have made the difference.
local function lead_of(found, best, second)
  local function figures(arm)
    if found.counts == "win" then return arm.share / arm.n, allocation.share_error(arm) end
    return allocation.mean(arm), allocation.error(arm)
  end
  local value, error = figures(best)
  local other, other_error = figures(second)
  local by = value - other
  if by <= 2 * math.sqrt(error ^ 2 + other_error ^ 2) then return nil end
  if found.counts == "win" then
    return (": it won %.0f%% of its trial games, the next best choice %.0f%%"):format(100 * value, 100 * other)
  end
  local points = (by < 2 and "%.1f" or "%.0f"):format(by)
  return (": about %s more than the next best choice"):format(points == "1.0" and "1 point" or points .. " points")
end

-- The end of a sentence that gives the best answer: how sure it is.
local function how_sure(found)
  local best, second = found.best, found.second
  if not second then return "" end
  if best.n < MIN_FOR_ERROR then return "; too few trial games to be sure" end
  return lead_of(found, best, second) or "; no other choice is clearly better"
end

--- The result of a search as the end of a sentence that gives its answer; without an answer nil and a sentence, if any.
function search.told(found)
  if not found.best then return nil, why_nothing(found) end
  if found.counts == "nothing" then return "; the game master has nothing to win." end
  return ("%s (%s%s)."):format(how_sure(found), english.count(found.playouts, "trial game"),
    found.failed > 0 and (", %d of which failed"):format(found.failed) or "")
end

-- Also reads the question's options, which can't be read while the table is in a world.
local function can_search(b, q)
  if q.kind == "action" then return step_record.is_whole(b) end
  if not step_record.is_kept(b) then return false end
  return #q.options > 0 or q.kind == "number" or q.kind == "confirm"
    or q.kind == "text" and q.bot ~= nil and choices.all(q, 2)[1] ~= nil
end

-- The results of fn. If a clock ended one of its steps, it is called again with instructions counted, so that the results don't
-- depend on the speed of the machine.
local function surely(b, fn, ...)
  local horizons, given_up, arguments = b.search.horizons, gave_up(b), table.pack(...)
  local found = table.pack(fn(b, ...))
  if given_up or not gave_up(b) then return table.unpack(found, 1, found.n) end
  b.search.horizons = horizons
  found = table.pack(engine.search_attempt(b.block, function()
    return fn(b, table.unpack(arguments, 1, arguments.n))
  end, true))
  if not found[1] then error(found[2], 0) end
  return table.unpack(found, 2, found.n)
end

-- Have all actions out of turn the same value? Mostly so, and a few worlds show it.
local function may_as_well_wait(s, q, depth)
  return s.acts and are_alike(s, depth, choices.all(q, ALIKE_ANSWERS))
end

-- The result of a search of the question: { playouts =, worlds =, misfits = worlds that did not fit, failed = failed playouts,
-- why = the first of them failed, counts = (horizon.lua; "nothing" for a game master, unless the lead counts), arms = the
-- answers, best = the best of them, noted = notes of the game's bot }. Without a result nil and { failed =, why =, endless =
-- playouts without an end, lost = no world was found }; after an error false and a sentence. Each part of a search in several
-- processes draws its own worlds.
local function think_once(b, limits, q, part)
  if not can_search(b, q) then return nil end
  local s, depth = begin(b, q, limits, part)
  if not s then return nil end
  local ok, best, arms = engine.search_attempt(b.block, function()
    s.begin()
    if not part and may_as_well_wait(s, q, depth) then return nil end
    look_ahead(s, depth)
    s.lost = not imagined.world(s, 1)
    if s.lost then return nil end
    imagined.find_strangers(s)
    s.own = s.own or bots_answer(s, q)
    measure(s, q)
    return choices.best(s, q)
  end)
  home(s)
  if not ok and is_pressed(b) then return nil end
  if not ok then return false, type(best) == "string" and best or "the search failed" end
  if not best or best.n == 0 then
    return nil, { failed = s.failed, why = s.why, endless = s.endless > 0 and s.endless or nil, lost = s.lost or nil }
  end
  local own = allocation.bots(arms)
  for _, arm in ipairs(own and arms or {}) do allocation.compare(arm, own) end
  for _, arm in ipairs(arms) do arm.values, arm.followed = nil, nil end
  return { playouts = s.done, worlds = #s.worlds, failed = s.failed, why = s.why, misfits = s.misfits,
    counts = s.seat == 0 and s.horizon.counts ~= "lead" and "nothing" or s.horizon.counts, arms = arms, best = best,
    noted = s.kept }
end

local function think(b, ...) return surely(b, think_once, ...) end

-- Stages the best answer, and saves the notes that the game's bot has made at the question. The next best answer has enough
-- playouts and is no better.
local function settle(b, found)
  local best, second, seat = found.best, nil, (engine.asked(b.block))
  for _, arm in ipairs(found.arms) do
    local lower = arm ~= best and arm.n >= math.min(MIN_FOR_ERROR, best.n)
      and allocation.mean(arm) <= allocation.mean(best)
    if lower and (not second or allocation.mean(arm) > allocation.mean(second)) then second = arm end
  end
  found.second = second
  b.search.found = found
  b.notes[seat] = found.noted or b.notes[seat] or {}
  return codes.stage(answers.open(b), found.best.code)
end

--- The result of the last search, which is then forgotten; nil if there was none.
function search.take_found(b)
  local found = b.search.found
  b.search.found = nil
  return found
end

--- Why a playout of the last search failed, the first that did; nil where none did.
function search.why_failed(b) return b.search.found and b.search.found.why end

--- Stages the best answer to the open question: true; nil if it leaves the answer to chance; after an error false and a
--- sentence. The result is in b.search.found.
function search.answer(b, limits, q)
  b.search.found = nil
  local found, other = think(b, limits, q)
  if found then return settle(b, found) end
  if found == nil then b.search.found = other end
  return found, found == false and other or nil
end

-- --- out of turn ---

-- The actions of that seat before the next step, as a question; nil if there are none, or it has just done one.
local function chance_to_act(b, seat)
  local step = engine.standing(b.block)
  local names = lists.collect(lists.keys(b.spec.actions), function(name)
    return out_of_turn.action_step(b, name) and out_of_turn.action_due(b, name, step)
      and out_of_turn.may_act(b, name, seat) == nil and name or nil
  end)
  if #names == 0 or step_record.has_acted(b, seat) then return nil end
  return { b = b, kind = "action", seat = seat, options = names }
end

local function action_in(found)
  return found and found.best.code ~= DO_NOTHING and found.best.code or nil
end

--- The name of the action that the seat takes out of turn before the next step; nil unless one is clearly better than nothing;
--- after an error false and a sentence. The result is in b.search.found.
function search.act(b, limits, seat)
  local q = chance_to_act(b, seat)
  b.search.found = nil
  if not q then return nil end
  local found, other = think(b, limits, q)
  if found == false then return false, other end
  b.search.found = found or other
  return action_in(found)
end

-- --- several processes at once ---

-- The open question, or, with a seat, its actions out of turn.
local function question_of(b, seat)
  if seat then return chance_to_act(b, seat) end
  return answers.open(b)
end

local function prepare(b, name, seat)
  local limits, q = search.limits(name), question_of(b, seat)
  if not limits or not q or not can_search(b, q) then return nil end
  local s, depth = begin(b, q, limits)
  if not s then return nil end
  local ok, seconds = engine.search_attempt(b.block, function()
    s.begin()
    if may_as_well_wait(s, q, depth) then return nil end
    look_ahead(s, depth)
    return limits.seconds or imagined.world(s, 1) and limits.playouts / speed(s, q, 1) or 0
  end)
  home(s)
  return ok and seconds or nil
end

--- Before a search in several processes: about how many seconds it will take; nil if there is nothing to search. Settles the
--- horizon for all parts. The search is about the open question, or, with a seat, about its actions out of turn.
function search.prepare(b, name, seat) return surely(b, prepare, name, seat) end

--- The result of a part, as bytes.
function search.part(b, name, part, seat)
  local found, failed = think(b, search.limits(name), question_of(b, seat), part)
  return engine.pack(b.block, found or found == nil and failed or {})
end

-- The result of all parts together, with the best of the parts' best answers; nil if none found any. And the sums of the parts
-- in any case.
local function put_together(b, parts, acts)
  local found = { playouts = 0, worlds = 0, failed = 0, misfits = 0, arms = {} }
  local bests = {}
  for _, bytes in ipairs(parts) do
    local part = bytes ~= "" and engine.unpack(b.block, bytes) or {}
    for _, arm in ipairs(part.arms or {}) do
      local all = allocation.add(found.arms, arm)
      if arm == part.best then bests[#bests + 1] = all end
    end
    for name, value in pairs(part) do
      if math.type(found[name]) == "integer" then found[name] = found[name] + value
      elseif found[name] == nil and name ~= "best" then found[name] = value end
    end
  end
  for _, arm in ipairs(bests) do
    if not found.best or allocation.mean(arm) > allocation.mean(found.best) then found.best = arm end
  end
  local own = allocation.bots(found.arms)
  if own and found.best ~= own and not allocation.is_better(found.best, acts) then found.best = own end
  return found.best and found, found
end

--- Stages the best answer of all parts together, as search.answer does. A part that died without a result is "".
function search.settle(b, parts)
  local found, all = put_together(b, parts, false)
  b.search.found = all
  return found and settle(b, found)
end

--- The action out of turn of all parts together, as search.act gives it.
function search.settle_action(b, parts) return action_in((put_together(b, parts, true))) end

return search
