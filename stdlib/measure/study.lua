-- Plays one game slowly, for `croupier study`, and notes the questions, the possible answers, who led, and which rules,
-- steps and cards were used.

local answers = require "ask.answers"
local bots = require "start.bots"
local option_notes = require "ask.option_notes"
local out_of_turn = require "table.out_of_turn"
local joining = require "table.joining"
local layout = require "tell.layout"
local search = require "search.search"
local marked_text = require "table.marked_text"
local lists = require "shared.lists"
local specs = require "script.specs"

local study = {}

local MAX_LABELS = 24 -- different answers to a question that are counted apart
local CLOSELY = 2 -- decisions of a game that are looked at closely, about so many

-- --- what was used ---

-- Steps are also called by other steps, by texts, screens and bots; rules are read by all: both are noted from now on. The
-- notes are no change that a function makes which may change nothing: tables with a metatable are not compared.
local function watch_uses(b)
  local uses = setmetatable({ steps = {} }, {})
  for name, step in pairs(b.spec.steps) do
    local function noted(...)
      uses.steps[name] = true
      return step(...)
    end
    b.fixed[name], b.spec.steps[name] = noted, noted -- views, which are made later, have them from the spec
  end
  return uses
end

-- Nothing has been used in this game but what pools begin with.
local function forget_uses(b)
  b.uses.rules, b.uses.steps = b.note_rules(), {}
  for _, pool in ipairs(b.pools) do if type(pool.start) == "string" then b.uses.rules[pool.start] = true end end
end

-- What fn(...) gives. It imagines games: what is used in those has not happened.
local function aside(b, fn, ...)
  local rules, steps = b.uses.rules, b.uses.steps
  b.uses.steps = {}
  b.note_rules()
  local results = table.pack(fn(...))
  b.uses.rules, b.uses.steps = b.note_rules(), steps
  for name in pairs(rules) do b.uses.rules[name] = true end
  return table.unpack(results, 1, results.n)
end

-- All that the person asked would see, with anything that is computed only for the layout.
local function show(b, q)
  answers.asks(q)
  option_notes.all(b, q, answers.order(q), q.seat, "letters")
  for _, part in ipairs { "lines", "hand", "scores", "odds" } do layout[part](b, q.seat, q.seat) end
end

-- --- who leads ---

local function amount(pool) return pool:amount() end
local function size(pile) return #pile end

-- What every seat has and may be counted: numbers of its state, pools, cards in its piles. Each { name, read = function of
-- what `of` has for a seat and the name }.
local function countable(b)
  local spec, fields, own = b.spec, {}, lists.keys(b.spec.state.seat)
  for _, name in ipairs(own) do fields[#fields + 1] = { name = name, read = rawget, of = b.seats } end
  local function add_things(names, read)
    for _, name in ipairs(names) do
      local of = lists.collect(b.seat_fixed, function(fixed) return fixed[name] end)
      if type(of[1]) == "userdata" then fields[#fields + 1] = { name = name, read = read, of = of } end
    end
  end
  add_things(lists.keys(spec.pools.seat), amount)
  add_things(lists.keys(spec.piles.seat), size)
  return fields
end

-- Each seat's value of a field; the table `last` itself if nothing has changed, nil if a value is no number.
local function values_of(b, field, last)
  local values
  local name, read, of = field.name, field.read, field.of
  for number = 1, joining.used(b) do
    local value = read(of[number], name)
    if type(value) ~= "number" then return nil end
    if not values and (not last or last[number] ~= value) then
      values = last and table.move(last, 1, number - 1, 1, {}) or {}
    end
    if values then values[number] = value end
  end
  return values or last
end

-- The seat that alone has the most (with sign -1: the least); nil if several have.
local function leader(values, sign)
  local best, who
  for number, value in ipairs(values) do
    value = value * sign
    if not best or value > best then best, who = value, number
    elseif value == best then who = nil end
  end
  return who
end

-- Notes for each field who leads now.
local function look(b, g)
  local _, questions = engine.count(b.block)
  for place, field in ipairs(g.fields) do
    local values = values_of(b, b.countable[place], field.values)
    for i = 1, values ~= field.values and values and 2 or 0 do
      local who, lead = leader(values, i == 1 and 1 or -1), field[i]
      if who and who ~= lead.who then
        if lead.who then lead.changes = lead.changes + 1 end
        lead.who, lead.since = who, questions
      end
    end
    field.values = values or field.values
  end
end

-- Notes the numbers of the seats where a list of the order begins again, but not where one within it does: rounds, as the
-- page at the end of a game has them (session/running.lua).
local function note_round(b, g)
  local _, begun, _, _, _, _, depth = engine.standing(b.block)
  local last = g.passes[#g.passes]
  if not begun or last and depth > last.depth then return end
  local pass = { depth = depth, asked = select(2, engine.count(b.block)) }
  for _, field in ipairs(g.fields) do pass[field.name] = field.values end
  g.passes[#g.passes + 1] = pass
end

-- For each field its values after each round, the last of them at the end, and who led by them: { values, by the most, by
-- the least }, 0 for nobody. A last pass in which nobody was asked and nothing changed doesn't count as a round.
local function rounds_of_fields(g, asked)
  local last, is_played = g.passes[#g.passes], false
  for _, field in ipairs(g.fields) do
    is_played = is_played or not last or asked > last.asked or not lists.is_equal(field.values, last[field.name])
  end
  for _, field in ipairs(g.fields) do
    field.rounds = {}
    local function add(values)
      if values then table.insert(field.rounds, { values, leader(values, 1) or 0, leader(values, -1) or 0 }) end
    end
    for _, pass in ipairs(g.passes) do if pass.depth == last.depth then add(pass[field.name]) end end
    if is_played then add(field.values) end
  end
end

-- --- who has which cards ---

-- The piles in which seats hold cards: those that only their owner sees or, where there are none, all of a seat.
local function holding_piles(b)
  local hands, all = {}, {}
  for i, pile in ipairs(b.plan) do
    local held = { seat = pile.seat, cards = b.hooks.pile_handles[i] }
    if (pile.seat or 0) > 0 then
      all[#all + 1] = held
      if pile.facing == "owner" then hands[#hands + 1] = held end
    end
  end
  return #hands > 0 and hands or all
end

local function note_held(b, g)
  for _, pile in ipairs(b.holding) do
    local held = g.held[pile.seat]
    for card in pile.cards:cards() do held[card] = true end
  end
end

-- --- what is asked ---

local function in_letters(b, value) return marked_text.render(b, marked_text.value(b, value), true, "letters") end

local function bump(list, key)
  if list[key] then list[key] = list[key] + 1
  elseif list.different < MAX_LABELS then list[key], list.different = 1, list.different + 1
  else list.more = true end
end

-- How many answers there are; nil for several cards and for texts, where they aren't counted.
local function width_of(q)
  if q.kind == "confirm" then return 2 end
  if q.kind == "number" then return (q.max - q.min) // math.max(1, q.step) + 1 + (q.optional and 1 or 0) end
  if q.kind == "one_of" or q.kind == "card" then return #q.options + (q.optional and 1 or 0) end
  return nil
end

-- The names of the cards of a set, each once.
local function names_of(b, set)
  return lists.distinct(lists.map(set, function(_, card) return in_letters(b, card) end))
end

local function note_cards(b, list, into)
  for _, card in ipairs(list) do
    local name = in_letters(b, card)
    into[name] = (into[name] or 0) + 1
  end
end

local function note_question(b, g, q)
  local of = g.questions[q.name] or { asked = 0, offered = { different = 0 }, chosen = { different = 0 } }
  g.questions[q.name], of.asked = of, of.asked + 1
  local width = width_of(q)
  if width then g.widths, g.wide = g.widths + 1, g.wide + width end
  if q.by_cards then note_cards(b, q.options, g.offered)
  elseif q.kind == "one_of" or q.kind == "confirm" then
    for _, option in ipairs(q.kind == "confirm" and { true, false } or q.options) do
      bump(of.offered, in_letters(b, option))
    end
  end
  return of
end

local function note_answer(b, g, q, of)
  local value = (engine.staged(b.block))
  if q.by_cards then
    local cards = q.kind == "card" and { value } or type(value) == "table" and value or {}
    note_cards(b, cards, g.chosen)
    for _, card in ipairs(q.seat > 0 and cards or {}) do g.took[q.seat][card] = true end
  elseif q.kind == "one_of" or q.kind == "confirm" then bump(of.chosen, in_letters(b, value)) end
end

-- --- one game ---

-- Counts the questions with one answer that came since the last that was asked: a search leaves its own among them.
local function count_forced(b, g)
  local _, asked, forced = engine.count(b.block)
  g.forced = g.forced + forced - g.unforced
  return asked
end

-- Looks closely at an open question: notes whether all answers are equally good.
local function look_closely(b, g, q)
  show(b, q)
  local alike = aside(b, search.alike, b, q)
  if alike ~= nil then g.judged, g.alike = g.judged + 1, g.alike + (alike and 1 or 0) end
end

-- Answers the open question: the next stop; or "failed" and why.
local function answer(b, g, answerers)
  local q = answers.open(b)
  if q.kind == "nothing" then return engine.pass(b.block) end
  local of = note_question(b, g, q)
  local bot = answerers[q.seat] or answerers[(q.seat - 1) % #b.players + 1] -- of a newcomer: one of those, in turn
  local staged, why
  local asked = count_forced(b, g)
  if (asked + g.offset) % g.spacing == 0 then look_closely(b, g, q) end
  if bots.searches(bot) then staged, why = aside(b, bots.answer, b, bot)
  elseif bot ~= "random" then staged, why = bots.answer(b, bot) end
  if staged == false then return "failed", ("%s: %s"):format(bot, why) end
  if not staged then
    staged, why = engine.stage_random(b.block)
    if not staged then return "failed", why end
  end
  note_answer(b, g, q, of)
  g.unforced = select(3, engine.count(b.block))
  return engine.give(b.block)
end

local function scores_of(b)
  local scores, places = {}, {}
  for _, row in ipairs(b.hooks.result or {}) do
    if row.seat > 0 then scores[row.seat], places[row.seat] = row.score or 0, row.place end
  end
  return scores, places
end

-- How often each list of the order was begun: { name, n }. A list has the name of its first step that stands nowhere else.
local function rounds_of(b, ran)
  local times, rounds = {}, {}
  for _, name in ipairs(specs.step_names(b.spec.order)) do times[name] = (times[name] or 0) + 1 end
  local function walk(list)
    local own, alone
    for _, entry in ipairs(list) do
      if type(entry) == "string" then own, alone = own or entry, alone or times[entry] == 1 and entry or nil end
    end
    local name = alone or own
    if list ~= b.spec.order and name then rounds[#rounds + 1] = { name = name, n = ran[name] or 0 } end
    for _, entry in ipairs(list) do if type(entry) == "table" then walk(entry) end end
  end
  walk(b.spec.order)
  return rounds
end

--- Makes the table ready for study.game: from now on it keeps a record, and notes which steps and rules are used.
function study.prepare(b)
  b.uses = watch_uses(b)
  engine.record(b.block, true) -- moves, for bots; and texts, for what is only used there
  engine.search_record(b.block)
  b.holding, b.countable = holding_piles(b), countable(b)
end

local function play(b, seed, number, answerers, limit, usual)
  forget_uses(b)
  local begun, problem = engine.go_back(b.block, seed, number)
  if not begun then error(problem, 0) end
  -- from another one on in each game: so any is looked at as often
  local spacing = math.max(1, usual // CLOSELY)
  local g = { spacing = spacing, offset = number * 7919 % spacing, judged = 0, alike = 0,
    forced = 0, unforced = 0, widths = 0, wide = 0, questions = {}, offered = {}, chosen = {}, steps = {}, passes = {},
    held = {}, took = {} }
  for seat = 1, b.count do g.held[seat], g.took[seat] = {}, {} end
  g.fields = lists.collect(b.countable, function(field)
    return { name = field.name, { changes = 0, since = 0 }, { changes = 0, since = 0 } }
  end)
  local status, why, acted = "step", nil, nil
  while status == "step" or status == "question" or status == "nothing" do
    note_held(b, g)
    if status == "step" then
      look(b, g)
      if not acted then note_round(b, g) end
      local action, seat = aside(b, bots.first_act, b, answerers)
      local name = action and out_of_turn.action_step(b, action) or engine.standing(b.block)
      acted = action
      if name then g.steps[name] = (g.steps[name] or 0) + 1 end
      if action == false then status, why = "failed", seat
      elseif action then status, why = engine.begin_action(b.block, name, seat)
      else status, why = engine.begin_step(b.block) end
    elseif select(2, engine.count(b.block)) > limit then status = "stopped"
    else status, why = answer(b, g, answerers) end
  end
  look(b, g)
  local asked = count_forced(b, g)
  g.asked, g.why = asked, why
  g.rounds = rounds_of(b, g.steps)
  rounds_of_fields(g, asked)
  for _, by_seat in ipairs { g.held, g.took } do
    for seat, cards in ipairs(by_seat) do by_seat[seat] = names_of(b, cards) end
  end
  g.passes = nil
  g.scores, g.places = scores_of(b)
  g.used = { rules = b.uses.rules, steps = b.uses.steps }
  g.ending = status == "finished" and (next(g.scores) and "result" or "no_result") or status
  return g
end

--- Plays game `number` of a seed, from 0: { ending = "result", "no_result", "stopped" or "failed", why =, asked = questions,
--- forced = (with one answer, nobody is asked), judged = decisions that were looked at closely, alike = those of them with
--- all answers as good, widths = questions whose answers were counted, wide = their answers, rounds = { name, n = how often
--- it was begun } of each list of the order, scores, places = by seat, fields = of what each seat has { name, values at the
--- end, [1] = of the most { who leads, changes, since = questions asked by then }, [2] = of the least, rounds = see
--- rounds_of_fields }, held and took = by seat the names of cards that it had in hand and that it chose, questions by name {
--- asked, offered, chosen = by label }, offered, chosen = cards by name, steps = how often each ran, used = { rules, steps } =
--- sets of the names that were used }. `usual`: how many questions a game has, by which the decisions are chosen that are
--- looked at closely. Steps are counted only where a clock has ended one: then the game is played again.
function study.game(b, ...) -- seed, number, answerers, limit, usual
  engine.counts(b.block, false)
  local g = play(b, ...)
  if not engine.gave_up(b.block) then return g end
  engine.counts(b.block, true)
  return play(b, ...)
end

--- Plays so many games from `number` on: the results as bytes, to be handed from one process to another.
function study.games_apart(b, seed, number, games, ...)
  local list = {}
  for i = 1, games do list[i] = study.game(b, seed, number + i - 1, ...) end
  return engine.pack(b.block, list)
end

--- What there is, and what the games left unused: { rules = those never read, steps = those of which nothing was called or
--- run, all_rules =, all_steps = numbers, cards = names of all }. `used`: as of a game; `ran`: how often each step ran.
function study.unused(b, used, ran)
  local rules, steps = lists.keys(b.spec.rules), lists.keys(b.spec.steps)
  return { all_rules = #rules, all_steps = #steps,
    cards = lists.distinct(lists.collect(b.cards, function(card) return in_letters(b, card) end)),
    rules = lists.map(rules, function(name) return not used.rules[name] and name or nil end),
    steps = lists.map(steps, function(name) return not used.steps[name] and not ran[name] and name or nil end) }
end

return study
