-- A bot for any script: it imagines what its seat can't know, plays on from there, and takes the answer that did best:
-- information-set search at the root; P. Cowling, E. Powley, D. Whitehouse, Information Set Monte Carlo Tree Search, IEEE
-- Transactions on Computational Intelligence and AI in Games 4 (2012). The worlds are the same for all answers, with the chance
-- to come. Of the true table it reads what the seat sees, its memory and the record of answers that it may know.
-- Belief: memory, card_histories, hidden_facts, secrets, imagined. Policy: horizon, followups. Division of the playouts:
-- allocation, choices. None of the three knows another; step_record brings the table to a world and back.
-- What searches keep on the table, all in b.search:
--   found     what the last search found, until somebody reads it
--   horizons  how far a search looks in this game and who plays on (horizon.lua)
--   game      of the game under way: memories (memory.lua) and bases = where each seat's last search began (secrets.lua)
--   run       while the table stands in worlds: seat = that searches, sight, open, question = what it sees, entries = of the
--             record by their first step, secret_rules = what they are (step_record.lua), unseen = what it can't know
--             (hidden_facts.lua), history = of cards in this world (card_histories.lua); and functions that are called when
--             steps are played again: on_step, witnesses (a question of the seat), weighs (an answer), imagines (answers)

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

search.FAR_BACK = step_record.FAR_BACK -- steps: the farthest that a search goes back to where a secret began
search.explain = horizon.told -- how a search plays on in the game of a table, in sentences

local MOST_PLAYOUTS, MOST_SECONDS = 1000000, 3600 -- that may be asked for
local MOST = 5000 -- questions in a playout
local LEAST_TRIES, MOST_TRIES = 100, 400 -- to find what the seat can't know: as many as playouts, within these
local BY_BOT = 100 -- of them, those that the game's best bot answers
local SURE = 8 -- playouts of an answer before it is said how sure its worth is
local NOTHING = "" -- the code of doing nothing out of turn

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
--- All else is drawn anew for each world: cards, secrets of others, the chance to come; numbers that a step drew and answers
--- of others too, unless what the seat has seen and heard since shows them. Of two dice whose sum was announced it draws both
--- until they make that sum.
---
--- Its limits:
---
--- Whether a card that somebody plays was dealt or passed to them, and when, it doesn't know; nor what others answered before
--- the scripts were reloaded. What others did out of turn and shows nowhere was never done in its worlds.
---
--- What takes three others to hide counts as known, such as three numbers of which only their sum is announced; what is hidden
--- one time in fifty or less may count as known. It takes a secret rule for what the script declares, and so too a
--- secret that others have kept for more than 60 steps, unless the script has `imagine`: `croupier check` names such a secret.
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
--- cribbage 92; at blackjack it plays basic strategy in 90 % of decisions.
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

--- How long a bot of this name thinks: { playouts = } or { seconds = }; nil where it is no search.
function search.limits(name)
  if name == "search" then return { seconds = 1 } end
  local playouts = math.tointeger(tonumber(name:match "^search:([1-9]%d*)$"))
  if playouts and playouts <= MOST_PLAYOUTS then return { playouts = playouts } end
  local seconds = tonumber(name:match "^search:(%d+)s$" or name:match "^search:(%d*%.%d+)s$")
  return seconds and seconds > 0 and seconds <= MOST_SECONDS and { seconds = seconds } or nil
end

--- What was expected of a name that begins as theirs; nil of any other.
function search.expected(name)
  return name:find "^search:" and ("search:300 for playouts, %d at most, or search:5s for seconds, %d at most"):format(
    MOST_PLAYOUTS, MOST_SECONDS) or nil
end

-- --- playing on ---

-- Gives the answer, or begins what is done out of turn: true, or where that ended; nil where it is no answer there.
local function begin_with(s, value, place)
  if not s.acts then return engine.stage_value(s.b.block, value, place) end
  if value == NOTHING then return true end
  return engine.begin_action(s.b.block, out_of_turn.action_step(s.b, value), s.seat)
end

local ENDED = lists.set { "finished", "failed" }

-- Has somebody pressed Ctrl-C? That ends a playout too.
local function is_pressed(b) return (select(2, engine.search_clock(b.block))) end

-- Has a clock ended a step that is to be run again, counted?
local function gave_up(b) return (select(3, engine.search_clock(b.block))) end

-- What the bots have noted in that world; but the seat's own notes are those that the bot has made at the table (settle),
-- if it has made any: a person who asks for a hint has none.
local function own_notes(s, at)
  if at.notes and s.kept then at.notes[s.seat] = s.kept end
  return at.notes
end

-- What the answer was worth in that world; nil where it came to nothing: a script failed, no end was reached.
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
    stop, why = horizon.play_on(s.b, look.bot or follow_up, s.strangers, look.depth, from + BY_BOT, from + MOST,
      own_notes(s, at))
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

-- How far to look, and who plays on. What is secret is judged first, at the question: then other games may be played.
local function look_ahead(s, depth)
  s.back = secrets.since(s.b, s.faces, s.draw_faces, s.far)
  local tries = math.max(LEAST_TRIES, math.min(s.limits.playouts or MOST_TRIES, MOST_TRIES))
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

-- Of a code the value that a step gets, and the place of an option. They are the table's own, and the same in worlds.
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

-- A search of that question: what is known to it, and how deep the step lies in the order. From its `begin` on the table
-- stands in worlds, until `leave`. Nil where the state between two steps can't be kept.
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
    acts = acts, own = acts and { code = NOTHING } or nil,
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

-- The game as it was, where no local of the script's files has kept something of the worlds that were played: else the
-- sentence that says which. `unchanged`: had none changed in this step before?
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

-- What the game's bot would answer, of what the seat may see: { code = }; nil where it leaves that to chance. It notes what
-- it would note in that seat, and answers by it later.
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

--- Between two steps: what is kept secret from that seat for longer than a search goes back, and is not as it was declared:
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

-- Playouts a second, as a few of them show.
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

-- How much of the search is over: so many playouts, or its time; endlessly much when somebody presses Ctrl-C.
local function measure(s, q)
  local all, start = s.limits.playouts or s.limits.seconds, engine.search_clock(s.b.block)
  s.count, s.share = 0, s.limits.playouts and 1 / all or 0
  s.expected = s.limits.playouts or math.max(8, math.floor(speed(s, q, all) * all))
  function s.used()
    local now, pressed = engine.search_clock(s.b.block)
    return pressed and math.huge or s.share > 0 and s.count * s.share or (now - start) / all
  end
end

local ALIKE_ANSWERS, ALIKE_WORLDS, ALIKE_TRIES = 8, 4, 8

-- Do these answers bring the seat the same in a few worlds, with the same chance to come? Nil where one came to nothing.
local function are_alike(s, arms)
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

-- A few worlds of any past in which the question is open, if they are soon found.
local function any_worlds(s, depth)
  s.back, s.horizon, s.worlds = secrets.since(s.b, s.faces, s.draw_faces), horizon.of(s.b, depth), {}
  for n = 1, ALIKE_WORLDS do
    for try = 1, ALIKE_TRIES do
      s.worlds[n] = { faces = s.draw_faces(), number = s.questions << 24 | n << 5 | try }
      if step_record.enter(s.b, s.worlds[n], s.back) then break end
    end
  end
end

--- Does it make no difference how the open question is answered? Each answer (of many, some) is played on from in a few
--- worlds with the same chance to come, and brings the seat the same. Nil where that can't be told: several cards, a text.
function search.alike(b, q)
  if q.kind == "text" or q.kind == "cards" or not step_record.is_kept(b) then return nil end
  local list = choices.all(q, ALIKE_ANSWERS)
  if #list < 2 then return nil end
  local s, depth = begin(b, q, {})
  local ok, same = engine.search_attempt(b.block, function()
    s.begin()
    any_worlds(s, depth)
    return are_alike(s, allocation.arms(s, list))
  end)
  home(s)
  if ok then return same end
end

-- Why nothing was found; nil where nothing was thought.
local function why_nothing(found)
  if found.why then return ("all %d playouts failed, the first like this: %s"):format(found.failed, found.why) end
  if found.endless then return ("none of %s came to an end within %d questions"):format(
    english.count(found.endless, "playout"), MOST) end
  return found.lost and "it can imagine no world in which all would have come as this seat has seen it" or nil
end

-- What an answer brings, in words: of a lead with its sign, and of few playouts without what chance makes of them.
local function worth_of(found, arm, is_best)
  local certain = is_best and arm.n >= SURE
  if found.counts == "win" then
    return ("%.0f %%%s"):format(100 * arm.share / arm.n,
      certain and (", give or take %.0f"):format(200 * allocation.share_error(arm)) or "")
  end
  local number = (found.counts == "lead" and "%+.1f" or "%.1f"):format(allocation.mean(arm)):gsub("^[+-]0%.0$", "0.0")
  if is_best then number = number .. (found.counts == "lead" and " points against the others" or " points") end
  return number .. (certain and (", give or take %.1f"):format(2 * allocation.error(arm)) or "")
end

--- What a search found, in a line.
function search.told(found)
  local best, second = found.best, found.second
  if not best then return why_nothing(found) end
  local text = ("%s in %s"):format(english.count(found.playouts, "playout"),
    english.count(found.worlds, "imagined world"))
  if found.failed > 0 then text = ("%s, %d of which failed"):format(text, found.failed) end
  if found.counts == "nothing" then return text .. ": a game master has nothing to win." end
  return ("%s: %s%s%s."):format(text, found.counts == "win" and "wins " or "", worth_of(found, best, true),
    second and "; the next best " .. worth_of(found, second) or "")
end

-- Reads what the question offers: it can't be read any more while the table stands in a world.
local function can_search(b, q)
  if q.kind == "action" then return step_record.is_whole(b) end
  if not step_record.is_kept(b) then return false end
  return #q.options > 0 or q.kind == "number" or q.kind == "confirm"
    or q.kind == "text" and q.bot ~= nil and choices.all(q, 2)[1] ~= nil
end

-- What fn gives. Where a clock ended a step of what it played, it is called again, and every step is counted: what is found
-- doesn't depend on how fast the machine is.
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

-- Would it make no difference what the seat does out of turn? Most often so, which a few worlds tell soon.
local function may_as_well_wait(s, q, depth)
  if not s.acts then return false end
  any_worlds(s, depth)
  return are_alike(s, allocation.arms(s, choices.all(q, ALIKE_ANSWERS)))
end

-- What came of the answers to the open question: { playouts =, worlds =, misfits = worlds that did not fit, failed =
-- playouts, why = the first of them failed, counts = what does (horizon.lua; "nothing" for a game master but where the
-- lead does), arms = the answers, best = of them, noted = by the game's bot in that seat }. Nil where none was found, and
-- { failed =, why =, endless = playouts that came to no end, lost = was there no world? }; or false and a sentence. Of
-- several parts of one search each draws worlds of its own.
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

-- Stages the best answer, and keeps what the game's bot has noted at the question, which may tell it later how others play.
-- What a few playouts alone make look better is not the next best.
local function settle(b, found)
  local best, second, seat = found.best, nil, (engine.asked(b.block))
  for _, arm in ipairs(found.arms) do
    local lower = arm ~= best and arm.n >= math.min(SURE, best.n) and allocation.mean(arm) <= allocation.mean(best)
    if lower and (not second or allocation.mean(arm) > allocation.mean(second)) then second = arm end
  end
  found.second = second
  b.search.found = found
  b.notes[seat] = found.noted or b.notes[seat] or {}
  return codes.stage(answers.open(b), found.best.code)
end

--- What the last search found, which is forgotten; nil where nothing was searched.
function search.take_found(b)
  local found = b.search.found
  b.search.found = nil
  return found
end

--- Why a playout of the last search failed, the first that did; nil where none did.
function search.why_failed(b) return b.search.found and b.search.found.why end

--- Stages the answer to the open question that did best: true; nil where it leaves the question to chance; or false and
--- a sentence. What was found is in b.search.found.
function search.answer(b, limits, q)
  b.search.found = nil
  local found, other = think(b, limits, q)
  if found then return settle(b, found) end
  if found == nil then b.search.found = other end
  return found, found == false and other or nil
end

-- --- out of turn ---

-- What that seat may do before the next step, as a question; nil where there is nothing, or it has just done something.
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
  return found and found.best.code ~= NOTHING and found.best.code or nil
end

--- What that seat does out of turn before the next step, by its name; nil: nothing; or false and a sentence. It does what is
--- clearly better than nothing, as far as it can tell. What was found is in b.search.found.
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

-- The open question; of a seat what it may do out of turn.
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

--- For who has it think in parts at once: about how many seconds it will take; nil where there is nothing to think about.
--- How far to look is settled here, for all parts. They think about the open question, or about what that seat does out of
--- turn.
function search.prepare(b, name, seat) return surely(b, prepare, name, seat) end

--- What a part found, as bytes.
function search.part(b, name, part, seat)
  local found, failed = think(b, search.limits(name), question_of(b, seat), part)
  return engine.pack(b.block, found or found == nil and failed or {})
end

-- What all parts found together, with the answer that did best of those that were a part's best; nil where none found any.
-- And what they did, also then.
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

--- Stages the answer that did best in all parts together; as search.answer. A part that died before it had found anything
--- is "".
function search.settle(b, parts)
  local found, all = put_together(b, parts, false)
  b.search.found = all
  return found and settle(b, found)
end

--- What a seat does out of turn by all parts together; as search.act.
function search.settle_action(b, parts) return action_in((put_together(b, parts, true))) end

return search
