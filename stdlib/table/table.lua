-- The table that a step gets: built once from a spec and the seats, then
-- reset for each game.
--
-- `t` and each seat are tables that hold their state raw, so that reading it
-- costs one look-up; piles, pools, verbs and the game's own steps stand in a
-- second table behind __index. What is declared nowhere raises with the
-- nearest name.

local build = require "table.build"
local events = require "table.events"
local english = require "shared.english"
local lists = require "shared.lists"
local decks = require "script.declared_decks"
local kinds = require "script.kinds"
local specs = require "script.specs"
local steps = require "table.steps"
local verbs = require "table.table_verbs"
local marked_text = require "table.marked_text"
local joining = require "table.joining"

local M = {}

local fail, set_pool = host.fail, host.set_pool
local rawget, rawset, rawequal = rawget, rawset, rawequal

local plain = specs.plain

local function first_value(start)
  start = plain(start)
  if start == none then return nil end
  return lists.copy(start)
end

-- Functions of a declaration that a step can't call, and what to say when one tries.
local FOR_VIEWS = {
  odds = ": it is called with a seat's view; in a test, use g:odds(seat)",
  screen = ": it is called with a seat's view; in a test, use g:screen(seat)",
}

-- A table with declared names: state is raw in it, all else in `fixed`. Its pairs are its state, and a seat's number,
-- wherever the rest lies.
local function declared(fixed, state, what)
  local known = lists.set(lists.keys(state))
  setmetatable(fixed, { __index = function(_, name)
    if known[name] then return nil end
    local names = lists.keys(known)
    for key in pairs(fixed) do if type(key) == "string" then names[#names + 1] = key end end
    fail(("%s has no `%s`%s"):format(what, tostring(name), FOR_VIEWS[name] or english.suggest(name, names)))
  end })
  return setmetatable({}, { __index = fixed, constant = true, __metatable = "table",
    __pairs = function(self)
      local list = { [0] = rawget(self, 0) }
      for name in pairs(known) do list[name] = rawget(self, name) end
      return pairs(list)
    end,
    __concat = function() fail(("%s is not text: write %%s in the text and the value after it"):format(what)) end,
    __newindex = function(self, name, value)
      if known[name] and value ~= none then return rawset(self, name, value) end
      if known[name] then fail(("`%s = none` is for declarations: in a step, write nil"):format(name)) end
      if rawget(fixed, name) ~= nil then
        fail(("`%s` is part of the table and can't be replaced: expected a name of the state"):format(tostring(name)))
      end
      fail(("%s has no state `%s`%s: declare it in `state`"):format(what, tostring(name),
        english.suggest(name, known)))
    end })
end

-- A table that scripts read and never write, and its metatable. Reading a name that is not in `known` raises the sentence
-- `unknown` with that name, writing raises `written`.
local function read_only(values, kind, known, unknown, written)
  local meta = { constant = true, __metatable = kind,
    __newindex = function(_, name) fail(written:format(tostring(name))) end,
    __index = setmetatable(values, { __index = function(_, name)
      if known[name] == nil then fail(unknown:format(tostring(name), english.suggest(name, known))) end
    end }) }
  return setmetatable({}, meta), meta
end

local function rules_table(b)
  local rules, meta = read_only(b.values, "rules", b.spec.rules, "no rule `%s`%s",
    "rule `%s` can't be set by a script: set it in a variant or with --set")
  function meta.__pairs() return pairs(b.values) end
  -- From now on the names of the rules that scripts read are collected in the set it returns.
  function b.note_rules()
    local read = {}
    function meta.__index(_, name)
      read[name] = true
      return b.values[name]
    end
    function meta.__pairs()
      for name in pairs(b.values) do read[name] = true end
      return pairs(b.values)
    end
    return read
  end
  return rules
end

local function words_table(spec)
  return (read_only(specs.values(spec.words), "words", spec.words, "no word `%s`%s",
    "word `%s` can't be set by a step"))
end

-- --- cards and piles ---

-- A deck's cards, with faces from the one behind `first` on.
local function add_cards(b, deck, first)
  local size, counts = 0, deck.kind.counts
  local function add(index)
    b.card_faces[#b.card_faces + 1] = first + index
    b.home[#b.card_faces] = #b.deck_sizes + 1
    size = size + 1
  end
  local jokers = deck.kind.jokers
  for _ = 1, decks.count(b.spec, deck.copies) do
    for index = 1, #deck.kind.faces - #jokers do
      for _ = 1, counts and counts[index] or 1 do add(index) end
    end
  end
  for i = 1, decks.count(b.spec, deck.jokers) do add(jokers[(i - 1) % #jokers + 1]) end
  b.deck_sizes[#b.deck_sizes + 1] = size
end

-- Calls add(deck, name, seat number or nil, is it the first of them?) for each deck there is, in the order of their piles:
-- those of the table come first, then of each name one for every chair.
local function each_deck(b, add)
  for name, deck in lists.each(decks.of(b.spec, "table")) do add(deck, name, nil, true) end
  for name, deck in lists.each(decks.of(b.spec, "seat")) do
    for number = 1, b.count do add(deck, name, number, number == 1) end
  end
end

local function field_guard(faces, known)
  known.same = true
  local guard = { __index = function(_, name)
    if known[name] then return nil end
    fail(("a card has no `%s`%s"):format(tostring(name), english.suggest(name, known)))
  end }
  for _, face in ipairs(faces) do setmetatable(face, guard) end
  return guard
end

local function make_cards(b)
  local first
  each_deck(b, function(deck, _, _, is_new)
    first = is_new and #b.faces or first -- the decks of all seats have the same faces
    for _, face in ipairs(is_new and deck.kind.faces or {}) do b.faces[#b.faces + 1] = lists.copy(face) end
    add_cards(b, deck, first)
  end)
  local unseen = { hidden = true, name = "a card", symbol = "a card", long = "a hidden card" }
  b.face_block, b.face_cards = host.faces(b.faces)
  b.cards = host.cards(b.face_block, b.card_faces)
  local _, hidden = host.faces { unseen }
  setmetatable(unseen, field_guard(b.faces, kinds.readable(b.spec.decks)))
  b.hidden = hidden[1]
  b.face_cards[0] = b.hidden
end

local MANY_MOST = 64

-- How many of a family there are; nil if it is none.
local function family_size(b, what, name)
  if type(what) ~= "table" or not what.is_many then return nil end
  local n = type(what.count) == "string" and b.values[what.count] or what.count
  if math.type(n) ~= "integer" or n < 0 or n > MANY_MOST then
    error(("`%s`: many: expected a whole number from 0 to %d, got %s"):format(name, MANY_MOST, tostring(n)), 0)
  end
  return n
end

-- Everything of a seat (0: the game master) or the table (nil) that isn't its state.
local function fixed_of(b, number) return number and b.seat_fixed[number] or b.fixed end

-- Calls add(name, declaration, seat number, place in its family or nil) for every pile or pool in the sections.
local function each_declared(b, sections, add)
  local function each_of(list, number)
    for name, what in lists.each(list) do
      local size = family_size(b, what, name)
      if size then
        fixed_of(b, number)[name] = {}
        table.insert(b.families, { name = name, number = number })
      end
      for i = 1, size or 1 do add(name, size and what.what or what, number, size and i) end
    end
  end
  each_of(sections.table)
  for number = 1, b.count do each_of(sections.seat, number) end
  if b.spec.gm then each_of(sections.gm, 0) end
end

-- Puts a pile or pool into the table or its seat, or into its family there; and into b.things, by its seat (false: the
-- table).
local function lay(b, kind, index, thing, handle)
  local fixed, whose = fixed_of(b, thing.seat), thing.seat or false
  thing.kind, thing.index, thing.handle = kind, index, handle
  b.things[whose] = b.things[whose] or {}
  table.insert(b.things[whose], thing)
  if thing.place then fixed[thing.name][thing.place] = handle else fixed[thing.name] = handle end
end

-- What a pile or pool is called: "last hand" for last_hand, of a family "hand 2" for hands; one of the table by the game's
-- word of that name, if there is one.
local function label_of(b, name, number, place)
  local label, word = english.spoken(name), not number and specs.values(b.spec.words)[name]
  if word and not word:find "%%" then label = word:gsub("^the ", "") end
  if not place then return label end
  return label:gsub("([^s])s$", "%1") .. " " .. place
end

-- Every pile: { name =, facing =, seat = its owner's number (0: the GM), place = in its family, label = }.
local function plan_piles(b)
  local of_seats = decks.of(b.spec, "seat")
  local function add(name, facing, number, place)
    b.plan[#b.plan + 1] = { name = name, facing = facing, seat = number, place = place,
      label = label_of(b, name, number, place) }
  end
  each_deck(b, function(_, name, number) add(name, "nobody", number) end)
  each_declared(b, b.spec.piles, function(name, facing, number, place)
    if not (of_seats[name] and (number or 0) > 0) then add(name, facing, number, place) end
  end)
end

-- What a pile or pool is called in sentences: "the lake", "Anna's hand".
local function full_label(b, label, number)
  return (number and english.possessive(b.names[number]) or "the") .. " " .. label
end

local PILES_MOST, NOBODY = 1024, -1 -- as core/cards.h has them
local FACINGS = { nobody = 0, owner = 1, everyone = 2, top = 3, gm = 4 } -- as core/cards.h counts them

local function make_block(b)
  local facings, owners = {}, {}
  for i, pile in ipairs(b.plan) do
    facings[i], owners[i] = FACINGS[pile.facing], pile.seat or NOBODY
  end
  if #facings > PILES_MOST then
    error(("%s has %d piles for this many players: expected at most %d"):format(b.spec.title, #facings, PILES_MOST), 0)
  end
  b.block = host.table { faces = b.face_block, face_cards = b.face_cards, cards = b.cards, card_faces = b.card_faces,
    deck_sizes = b.deck_sizes, facings = facings, owners = owners, seats = b.count, gm = b.spec.gm and 1 or 0 }
end

local function make_piles(b)
  for i, pile in ipairs(b.plan) do
    local label = full_label(b, pile.label, pile.seat)
    local handle = host.pile(b.block, i, nil, label, pile.seat and b.seats[pile.seat])
    b.hooks.pile_handles[i], b.hooks.pile_names[i] = handle, label
    lay(b, "pile", i, pile, handle)
  end
end

-- --- pools ---

local function make_pools(b)
  each_declared(b, b.spec.pools, function(name, start, number, place)
    local secret, internal = specs.is_secret(start), specs.is_internal(start)
    start = plain(start)
    local shown = label_of(b, name, number, place)
    local label = full_label(b, shown, number)
    local handle, index = host.pool(b.block, start == "mint", label)
    b.pools[index + 1] = { start = start, name = name, seat = number, place = place, label = shown,
      secret = secret, internal = internal, mint = start == "mint" }
    b.hooks.pool_handles[index + 1], b.hooks.pool_names[index + 1] = handle, label
    lay(b, "pool", index + 1, b.pools[index + 1], handle)
  end)
  -- What a mint has given would tell what secret pools hold.
  local veiled = #lists.collect(b.pools, "secret") > 0
  for _, pool in ipairs(b.pools) do pool.secret = pool.secret or pool.mint and veiled or nil end
end

-- What a pool starts with: an amount, or the value of a rule.
local function amount_of(b, start)
  if type(start) ~= "string" then return start end
  if not b.spec.rules[start] then error(("a pool names a rule `%s` that doesn't exist"):format(start), 0) end
  return b.values[start]
end

-- The amount that a pool starts with; 0 for a mint and for the pools of an empty chair.
local function start_of(b, pool)
  local start, seat = pool.start, pool.seat
  local empty = start == 0 or pool.mint or seat and seat ~= 0 and not b.place_of[seat]
  return empty and 0 or amount_of(b, start)
end

local function reset_pool(b, pool) set_pool(b.block, pool.index - 1, start_of(b, pool)) end

-- --- building ---

local function make_seat(b, number, player)
  local fixed = { number = number, name = player.name, profile = player.profile or {}, seated = true }
  b.seat_fixed[number] = fixed
  local whose = number == 0 and "gm" or "seat"
  local seat = declared(fixed, b.spec.state[whose], number == 0 and "the GM's seat" or "a seat")
  rawset(seat, 0, number)
  b.seats[number], b.names[number], b.number_of[seat] = seat, player.name, number
  return seat
end

-- What a game begins with, in lists made once: walking declarations sorts
-- their names. Tables are copied for each game, other values are ready.
local function starts_of(state)
  local names, values, tables = {}, {}, {}
  for name, start in pairs(state) do
    local value = first_value(start)
    if type(value) == "table" then tables[#tables + 1] = { name, next(value) ~= nil and plain(start) }
    else
      names[#names + 1] = name
      values[#names] = value
    end
  end
  return { names = names, values = values, tables = tables }
end

local function reset_state(thing, starts)
  local tables = starts.tables
  host.set_fields(thing, starts.names, starts.values)
  for i = 1, #tables do
    local start = tables[i][2] -- false: an empty one
    rawset(thing, tables[i][1], start and lists.copy(start) or {})
  end
end

local function reset(b)
  local used = b.moved and b.count or #b.players -- other chairs are still as they were built
  b.hooks.result = nil
  steps.forget(b)
  joining.begin(b)
  reset_state(b.t, b.starts.table)
  for number = 1, used do reset_state(b.seats[number], b.starts.seat) end
  if b.spec.gm then reset_state(b.seats[0], b.starts.gm) end
  local counts, names = b.hooks.measures, b.hooks.measure_names
  for i = 1, #names do counts[names[i][1]] = nil end
  for _, own in next, b.hooks.seat_measures do
    for number = 1, used do own[number] = nil end
  end
  if b.rules_changed ~= false then
    for name, rule in pairs(b.spec.rules) do b.values[name] = rule.value end
    b.once, b.rules_changed = {}, false
  end
  for _, pool in ipairs(b.pools) do if (pool.seat or 0) <= used then reset_pool(b, pool) end end
  for _, memory in ipairs(b.bot_memories) do host.changed(memory) end -- put back: a game may end within an answer
  for number in pairs(b.notes) do b.notes[number] = {} end
  b.search.game = { memories = {}, bases = {} }
end

-- Calls fn(thing, name, declared beginning, where: "state", "state.seat", "state.gm") for all state that is hidden from a
-- seat (nil: from anyone), or for all that is not.
local function each_state(b, number, hidden, fn)
  local function walk(thing, state, where)
    for name, start in pairs(state) do
      local secret = specs.is_secret(start) and number ~= 0 and thing ~= b.seats[number]
      if (secret or false) == hidden then fn(thing, name, start, where) end
    end
  end
  walk(b.t, b.spec.state.table, "state")
  for other = 1, b.count do walk(b.seats[other], b.spec.state.seat, "state.seat") end
  if b.spec.gm then walk(b.seats[0], b.spec.state.gm, "state.gm") end
end

-- In simulation rules, piles, pools and verbs are copied raw into the rules,
-- the table and the seats: one look-up less for each. A script that writes
-- over one is then found at the game's end, and not at its line. All but the
-- rules are copied again when seats come and go.
local function raw_hooks(b)
  local rules, others, written = {}, {}, nil
  local function lay_in(copied, thing, fixed)
    local fields = {}
    for name, value in pairs(fixed) do
      rawset(thing, name, value)
      fields[#fields + 1] = name
      fields[#fields + 1] = value
    end
    copied[#copied + 1] = { thing = thing, fields = fields }
  end
  -- Restores what a script overwrote: nil, or a sentence that names it.
  local function put_back(copied)
    local sentence
    for i = 1, #copied do
      local thing, fields = copied[i].thing, copied[i].fields
      for k = 1, #fields, 2 do
        local name, value = fields[k], fields[k + 1]
        if not rawequal(rawget(thing, name), value) then
          sentence = ("`%s` is part of the table and was overwritten: expected a name of the state"):format(name)
          rawset(thing, name, value)
        end
      end
    end
    return sentence
  end
  function b.hooks.copy_raw()
    if not b.is_raw then lay_in(rules, b.fixed.rules, b.values) end
    b.is_raw, written, others = true, written or put_back(others), {}
    lay_in(others, b.t, b.fixed)
    lay_in(others, b.fixed.seat, b.sitting)
    for number = b.spec.gm and 0 or 1, b.count do
      local seat, fixed = b.seats[number], b.seat_fixed[number]
      if fixed.seated or rawget(seat, "seated") then lay_in(others, seat, fixed) end -- not a chair nobody has had
    end
  end
  --- Restores what a script overwrote since the game began: nil, or a sentence that names it.
  function b.hooks.written_over()
    local rule, other = put_back(rules), put_back(others)
    local sentence = written or rule or other
    written = nil
    return sentence
  end
end

local function make_hooks(b)
  b.hooks = { reset = function() reset(b) end, pile_handles = {}, pile_names = {}, pool_handles = {}, pool_names = {},
    measures = {}, notes = b.notes, kept = b.kept, joining = b.spec.joining and true or false,
    measure_names = lists.map(b.spec.measures, function(meaning, name)
      return { name, meaning, b.spec.seat_measures[name] or false }
    end), seat_measures = {} } -- of what is counted by seat: by name, the counts by seat
  for name in lists.each(b.spec.seat_measures) do b.hooks.seat_measures[name] = {} end
  if b.spec.joining then table.insert(b.hooks.measure_names, { "came_first", "wins by late arrivals", false }) end
  --- The values of the state and the pools that a seat sees, as a list whose places stay the same during the whole game.
  function b.hooks.open_state(number)
    local seen, list = b.seen_by[number], {}
    if not seen then
      seen = { things = {}, names = {} }
      each_state(b, number, false, function(thing, name)
        seen.things[#seen.things + 1], seen.names[#seen.names + 1] = thing, name
      end)
      b.seen_by[number] = seen
    end
    local things, names, pools, handles = seen.things, seen.names, b.pools, b.hooks.pool_handles
    local before = #pools
    for i = 1, before do list[i] = pools[i].secret and 0 or handles[i]:amount() end
    for i = 1, #things do list[before + i] = rawget(things[i], names[i]) or false end
    return list
  end
  --- The state and pools that others keep secret from a seat: a list, the same during the whole game, of { path = as
  --- "state.seat.plan", name =, get = fn() -> its value, set = fn(value), declared = fn() -> what it was declared with }.
  function b.hooks.secrets(number)
    if b.secrets_of[number] then return b.secrets_of[number] end
    local list = {}
    each_state(b, number, true, function(thing, name, start, where)
      list[#list + 1] = { path = where .. "." .. name, name = name, get = function() return rawget(thing, name) end,
        set = function(value) rawset(thing, name, value) end, declared = function() return first_value(start) end }
    end)
    for i, pool in ipairs(number ~= 0 and b.pools or {}) do
      local handle = b.hooks.pool_handles[i]
      list[#list + 1] = pool.secret and pool.seat ~= number and not pool.mint and { path = "pools." .. pool.name,
        name = pool.name, get = function() return handle:amount() end,
        set = function(amount) set_pool(b.block, i - 1, amount) end,
        declared = function() return start_of(b, pool) end } or nil
    end
    b.secrets_of[number] = list
    return list
  end
  function b.hooks.restore_kept(kept)
    for name in pairs(b.spec.rules) do if kept.rules[name] ~= nil then b.values[name] = kept.rules[name] end end
    b.rules_changed, b.once = true, {}
    joining.restore(b, kept.seated, kept.gone)
  end
  function b.hooks.restore_chairs(seated, gone) joining.restore(b, seated, gone) end
  function b.hooks.format(...) return marked_text.lines(b, ...) end
  function b.hooks.json(data) return events.json(b, data) end
  raw_hooks(b)
  steps.hooks(b)
end

-- The state of the table, of each seat that was ever taken and of the game master, for the host: for each the list of its
-- names, then the state itself.
local function owners_of(b)
  local list = {}
  local function add(state, first, last, owners)
    local names = lists.keys(state)
    for _, name in ipairs(lists.keys(state)) do names[name] = true end
    for i = first, last do list[#list + 1], list[#list + 2] = names, owners[i] end
  end
  add(b.spec.state.table, 1, 1, { b.t })
  add(b.spec.state.seat, 1, joining.used(b), b.seats)
  if b.spec.gm then add(b.spec.state.gm, 0, 0, b.seats) end
  return list
end

-- The functions that joining.lua calls when a chair is taken.
local function for_joining(b)
  function b.profile_guard(profile)
    return (read_only(profile, "profile", b.spec.profile, "a profile has no `%s`%s",
      "a profile can't be changed by a script"))
  end
  function b.arranged()
    verbs.forget_ways(b)
    b.hooks.owners = owners_of(b)
  end
  function b.start_seat(number)
    reset_state(b.seats[number], b.starts.seat)
    for _, pool in ipairs(b.pools) do if pool.seat == number then reset_pool(b, pool) end end
  end
end

--- Builds the table of a spec for some players: a list of { name =, profile = }, the GM in slot 0.
function M.build(spec, players)
  local b = build.new { spec = spec, count = spec.joining and joining.CHAIRS or #players, players = players, names = {},
    seats = {}, seat_fixed = {}, fixed = {}, faces = {}, card_faces = {}, home = {}, deck_sizes = {}, plan = {},
    pools = {}, things = {}, notes = {}, families = {}, sitting = {}, sits_by = {}, number_of = {}, viewing = {},
    askers = {}, bot_memories = {}, secrets_of = {}, seen_by = {}, search = { game = { memories = {}, bases = {} } },
    open_constants = setmetatable({}, { __mode = "k" }), rounds = 0 }
  b.starts = { table = starts_of(spec.state.table), seat = starts_of(spec.state.seat), gm = starts_of(spec.state.gm) }
  b.values = specs.values(spec.rules)
  b.kept = { rules = b.values }
  make_hooks(b)
  for_joining(b)
  for number = spec.gm and 0 or 1, b.count do
    make_seat(b, number, players[number] or { name = ("Seat %d"):format(number) })
  end
  for number = 1, b.count do
    b.seat_fixed[number].profile = b.profile_guard(b.seat_fixed[number].profile)
    b.sits_by[number] = players[number]
  end
  make_cards(b)
  plan_piles(b)
  make_block(b)
  make_piles(b)
  make_pools(b)
  for _, family in ipairs(b.families) do host.freeze(fixed_of(b, family.number)[family.name]) end
  b.verbs = host.verbs(b.block)
  b.t = declared(b.fixed, spec.state.table, "the table")
  b.rules_only = M.rules_only(spec, b.values)
  b.fixed.rules, b.fixed.gm = rules_table(b), b.seats[0]
  if not spec.gm then b.fixed.gm = false end
  b.fixed.words = words_table(spec)
  verbs.add(b)
  joining.begin(b)
  for number = #players + 1, b.count do b.start_seat(number) end
  for name, step in pairs(spec.steps) do b.fixed[name] = step end
  host.wire(b.block, { t = b.t, seats = b.seats, hooks = b.hooks, steps = spec.steps, order = spec.order })
  return b
end

--- A table of rules alone: steps that need only rules and arguments work, a read of state raises. `values`: of the rules;
--- left out, those of the spec.
function M.rules_only(spec, values)
  local b = { spec = spec, values = values or specs.values(spec.rules) }
  local fixed = { rules = rules_table(b), words = words_table(spec) }
  for name, step in pairs(spec.steps) do fixed[name] = step end
  return (read_only(fixed, nil, {}, "`%s`: no game is under way, so only rules and steps that need nothing else work",
    "there is no game under way: nothing can be set"))
end

return M
