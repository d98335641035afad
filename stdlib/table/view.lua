-- Views: a game as one seat may see it. Built when read, from the facing of
-- piles and from what is declared secret; closed when its question is over.
-- Bots, hints and the screen read only this.

local question = require "table.question"
local english = require "shared.english"
local lists = require "shared.lists"
local specs = require "script.specs"

local view = { EVERYBODY = 64 } -- the number of the view of what everybody sees; it has no `me`

--- The table as one seat may see it: bots, hints, `screen` and `odds` get this. It is read like the table itself, but
--- nothing can be changed through it, and it ends when its question is answered.
---
--- Cards in a view are faces: equal faces are equal, whichever copy they are. A card that the seat may not see is
--- `hidden`: card.hidden is true and it has no rank. Secrets read as nil.
---@topic House rules, bots and tests: view, hidden, me
---@field me.table the table: me.table.rules, me.table.pot, me.table.seat, me.table:worth(card)
---@field me.hand the seat's own piles, pools and state, by their names
---@field me.notes a table of the bot's own, for as long as the game lasts: 64 KB of plain data
--- and cards at most; of a seat keep its number. Under "by search" a search keeps how the others have played
---@field me.seen list of { card =, from =, to =, seat = }: the moves this seat saw
---@field me:unseen(deck) the cards it does not see, as a list of faces: those of that deck, or of all
---@field me:random(lo,hi) a random number of the bot's own; it doesn't change the game
---@field me:choose(list) one value of a list, at random in the same way
---@example return { best = "sailor", sailor = {
---   one_line = "keeps the card that is worth most",
---   keep = function(me, q)
---     local best = q.options[1]
---     for _, card in ipairs(q.options) do
---       if me.table:worth(card) > me.table:worth(best) then best = card end
---     end
---     me.notes.kept = (me.notes.kept or 0) + 1
---     return #me:unseen() > 0 and best or me:choose(q.options)
---   end,
--- } }
---@see bots, piles

--- Players that are scripts: bots.lua beside game.lua returns a table of them, each with a function for every question
--- it knows, under the question's name. `otherwise` answers all other questions; without it they are answered at
--- random.
---
--- `best` names the bot that `:hint` asks and that takes the seats nobody else takes. `random` and `search` are always
--- there. `because` gives the reasons for an answer to whoever asks for a hint, and is called only then: a function for
--- each question that gets the seat and the answer, and gives what follows the word "because" (with values, as `t:say`
--- takes them), or nil.
---@topic House rules, bots and tests: bots, q
---@field q.name the question's name; q.text what it asks, before values are put in
---@field q.kind "one_of", "confirm", "card", "cards", "number" or "text"
---@field q.options what may be answered, as the seat sees it
---@field q.min the limits of a number, or of how many cards; also q.max, q.step
---@field q.default what a blank line means; q.optional: nil is an answer
---@field q:fits(card,chosen) may this card be added to those chosen?
---@example return { best = "first", first = {
---   one_line = "takes what comes first",
---   keep = function(me, q) return q.options[1] end,
---   because = { keep = function(me, card) return "%s comes first", card end },
---   otherwise = function(me, q) return q.default or q.options[1] end,
--- } }
---@see view, search, ask

local fail, try = host.fail, host.try
local type, setmetatable = type, setmetatable

local function open(v)
  if v.b.viewing[1] ~= v.number then
    fail("a view can't be used after its question is answered: keep what you need in me.notes")
  end
end

--- Opens the view of a seat, and closes any other (nil: only closes). Gives the seat whose view was open, or nil.
function view.look(b, number)
  local before = b.viewing[1]
  b.viewing[1] = number
  host.viewing(b.block, number)
  return before
end

local convert
local HOLDS = { table = true, userdata = true } -- what there may be something to hide in

-- Is it a constant in which there is nothing to hide? Found out once for each.
local function is_open_constant(b, value)
  local known = b.open_constants[value]
  if known ~= nil then return known end
  local fields = host.shadow(value)
  if fields == value or getmetatable(value) == "view" then return false end
  known = true
  for key, item in pairs(fields) do
    for _, one in ipairs { key, item } do
      known = known and (not HOLDS[type(one)] or type(one) == "table" and is_open_constant(b, one))
    end
  end
  b.open_constants[value] = known
  return known
end

local function convert_table(v, value)
  local number = v.b.number_of[value]
  if number then return v.seats[number] end
  local new = host.shown(v.b.block, value, v.number)
  if new then return new end
  if is_open_constant(v.b, value) then return value end
  new = {}
  for key, item in pairs(value) do
    if HOLDS[type(key)] then key = convert(v, key) end
    if HOLDS[type(item)] then item = convert(v, item) end
    new[key] = item
  end
  return new
end

-- A value of the game as this seat may see it.
function convert(v, value)
  local kind = type(value)
  if not HOLDS[kind] then return value end
  if kind == "table" then return convert_table(v, value) end
  local card = host.shown(v.b.block, value, v.number)
  if card then return card end
  return (host.kind(value) == "pile" and v.piles or v.pools)[host.index(value)]
end

local function frozen_write() fail("a view shows the table but can't change it") end

local function pool_view(v, index)
  local viewing, number, handle, info = v.b.viewing, v.number, v.b.hooks.pool_handles[index], v.b.pools[index]
  local hidden = info.secret and number ~= 0 and info.seat ~= number
  local function shown() return hidden and "?" or tostring(handle:amount()) end
  return setmetatable({}, { __newindex = frozen_write, constant = true, in_words = shown, __index = {
    amount = function()
      if viewing[1] ~= number then open(v) end
      if hidden then return nil end
      return handle:amount()
    end,
    has = function(_, n)
      if viewing[1] ~= number then open(v) end
      return not hidden and handle:has(n)
    end } })
end

local function pile_view(v, index)
  local owner = v.b.plan[index].seat
  return host.pile(v.b.block, index, v.number, v.b.hooks.pile_names[index], owner and v.seats[owner])
end

local function may_see(v, start, owner)
  if not specs.is_secret(start) then return true end
  return v.number == 0 or owner == v.number
end

-- One proxy: `static` is read as it is, state by its visibility, and what `made` has is made when it is read.
local function proxy(v, raw, state, static, owner, what, made)
  local visible = {}
  for name, start in pairs(state) do visible[name] = may_see(v, start, owner) end
  local function read(_, name)
    open(v)
    if visible[name] then return convert(v, raw[name]) end
    if visible[name] == false then return nil end
    if made and made[name] then return made[name]() end
    local names = lists.joined(lists.keys(state), lists.map(static, function(_, key) return tostring(key) end))
    fail(("%s has no `%s`%s"):format(what, tostring(name), english.suggest(name, names)))
  end
  return setmetatable({}, { __newindex = frozen_write, constant = true, __metatable = "view",
    __index = setmetatable(static, { __index = host.reader(v.b.block, v.number, visible, raw, v.seats, read) }) })
end

-- A name that belongs to a pile or a pool, as this view shows it.
local function add_things(v, static, number)
  local families = {}
  for _, family in ipairs(v.b.families) do
    if family.number == number then static[family.name], families[#families + 1] = {}, family.name end
  end
  for _, thing in ipairs(v.b.things[number or false] or {}) do
    local shown = (thing.kind == "pile" and v.piles or v.pools)[thing.index]
    if thing.place then static[thing.name][thing.place] = shown else static[thing.name] = shown end
  end
  for _, name in ipairs(families) do host.freeze(static[name]) end
end

local function neighbours(v, static, number)
  local seat, left, right = v.b.seats[number], v.b.seat_fixed[number].left, v.b.seat_fixed[number].right
  function static.left(_, k) return v.seats[left(seat, k).number] end
  function static.right(_, k) return v.seats[right(seat, k).number] end
end

local function seat_view(v, number)
  local fixed = v.b.seat_fixed[number]
  local static = { number = number, name = fixed.name, profile = fixed.profile, table = v.table,
    seated = fixed.seated }
  add_things(v, static, number)
  if number > 0 then neighbours(v, static, number) end
  if number == v.number then v.static = static end
  local whose = number == 0 and "gm" or "seat"
  local seat = proxy(v, v.b.seats[number], v.b.spec.state[whose], static, number, "a seat",
    number == v.number and v.made or nil)
  rawset(seat, 0, number) -- so that its name is said
  return seat
end

-- An iterator over the views of the seats that the iterator `way` walks.
local function views_on(v, way)
  local after, last, seat = {}, 1, way(nil, nil)
  while seat do
    local seen = v.seats[rawget(seat, 0)]
    after[last], last, seat = seen, seen, way(nil, seat)
  end
  return host.way(after)
end

-- seats() and seats_back() of a view walk the views of the seats. Their iterators are made again when seats come and go.
local function walkers(v, static)
  local known = setmetatable({}, { __mode = "k" })
  local joining = v.b.spec.joining
  local function seat_of(first)
    for number, seat in pairs(v.seats) do if seat == first then return v.b.seats[number] end end
    fail("seats: expected a seat, like me.table.seat[1]")
  end
  local function walk(ways)
    local all
    return function(_, first)
      if all and not first then return all end
      local way = ways[first and seat_of(first) or false]
      local mine = known[way]
      if not mine or joining then
        mine = views_on(v, way)
        known[way] = mine
      end
      if not first and not joining then all = mine end
      return mine
    end
  end
  static.seats, static.seats_back = walk(v.b.clockwise), walk(v.b.counter)
  static.best_seats = function(_, fn, seats)
    return v.b.fixed.best_seats(v.b.t, fn, seats or table.move(v.seat_list, 1, #v.seat_list, 1, {}))
  end
  static.rank_by = function() fail("a view can't rank seats: compare what it shows") end
  static.step_name = v.b.fixed.step_name
end

-- The rules, less those that are the GM's secret: they read as nil.
local function open_rules(v)
  local rules, secret = v.b.fixed.rules, {}
  for name, rule in pairs(v.b.spec.rules) do secret[name] = rule.secret end
  if v.number == 0 or next(secret) == nil then return rules end
  return setmetatable({}, { constant = true, __metatable = "rules", __newindex = frozen_write,
    __index = function(_, name)
      if secret[name] then return nil end
      return rules[name]
    end })
end

local function table_view(v)
  local static = { rules = open_rules(v), words = v.b.fixed.words, seat = v.seat_list }
  for name, step in pairs(v.b.spec.steps) do static[name] = step end
  -- a value made from a secret rule must not reach a seat: it is computed again, from the rules that the seat sees
  static.once = static.rules == v.b.fixed.rules and v.b.fixed.once or function(t, name) return t[name](t) end
  add_things(v, static, nil)
  walkers(v, static)
  v.table_static = static
  return proxy(v, v.b.t, v.b.spec.state.table, static, nil, "the table")
end

local function on_demand(make, v)
  return setmetatable({}, { __index = function(self, index)
    local value = make(v, index)
    rawset(self, index, value)
    return value
  end })
end

-- What this seat saw move: { card =, from =, to = } with the views' piles.
local function seen(v)
  local list = {}
  for i, move in ipairs(host.moves(v.b.block, v.number)) do
    list[i] = { card = move[1], from = v.piles[move[2]], to = v.piles[move[3]] }
  end
  return list
end

-- May this card be added to those chosen? Cards are found among the options, of equal ones the first that isn't taken.
local function fits(v, card, chosen)
  local options, places, taken = engine.choices(v.b.block, v.number), {}, {}
  for _, one in ipairs(lists.joined(chosen or {}, { card })) do
    local place = 1
    while options[place] and (taken[place] or options[place] ~= one) do place = place + 1 end
    if not options[place] then return false end
    places[#places + 1], taken[place] = place, true
  end
  return engine.fits(v.b.block, table.remove(places), places)
end

-- What few bots read of a question is looked up when they do.
local SELDOM = {
  default = function(v, q)
    if type(q.default) ~= "function" then return convert(v, q.default) end
  end,
  fits = function(v)
    return function(_, card, chosen) return fits(v, card, chosen) end
  end,
}
for name in pairs(lists.set "name kind optional text step") do SELDOM[name] = function(_, q) return q[name] end end

-- The metatable of questions that a view is asked: looks up what few bots read.
local function question_meta(v)
  return { constant = true, __metatable = "question", __index = function(_, name)
    local make = SELDOM[name]
    if not make then return nil end
    return make(v, question.open(v.b))
  end }
end

-- Puts the options in place as the view shows them, and gives a second list of them: a bot may sort its own.
local function show_options(v, options)
  local shown = {}
  for i = 1, #options do
    shown[i] = convert(v, options[i])
    options[i] = shown[i]
  end
  return shown
end

-- The first and the last card of each deck, by its pile.
local function deck_ranges(b)
  if not b.deck_ranges then
    b.deck_ranges = {}
    local last = 0
    for pile, size in ipairs(b.deck_sizes) do b.deck_ranges[pile], last = { last + 1, last + size }, last + size end
  end
  return b.deck_ranges
end

-- The unseen cards of all decks, but for those of seats that nobody sits at.
local function unseen_of_all(v)
  local b, list = v.b, {}
  if not b.spec.joining then return host.unseen(b.block, v.number) end
  for pile, range in ipairs(deck_ranges(b)) do
    local seat = b.plan[pile].seat
    if not seat or b.place_of[seat] then
      list = lists.joined(list, host.unseen(b.block, v.number, range[1], range[2]))
    end
  end
  return list
end

local function make_view(b, number)
  local v = { b = b, number = number }
  v.piles, v.pools = on_demand(pile_view, v), on_demand(pool_view, v)
  v.made = { seen = function() return seen(v) end }
  function v.made.notes()
    b.notes[number] = b.notes[number] or {}
    return b.notes[number]
  end
  v.seats, v.seat_list = {}, {}
  v.table = table_view(v)
  for i = b.spec.gm and 0 or 1, b.count do v.seats[i] = seat_view(v, i) end
  for i, seat in ipairs(b.sitting) do v.seat_list[i] = v.seats[seat.number] end
  host.freeze(v.seat_list)
  if b.spec.gm then v.table_static.gm = v.seats[0] else v.table_static.gm = false end
  v.me = v.seats[number]
  if number == view.EVERYBODY then return v end
  local random = host.draws(b.block)
  function v.static.random(_, lo, hi)
    if math.type(lo) ~= "integer" or math.type(hi) ~= "integer" or lo > hi then
      fail("random: expected two whole numbers, the smaller first, like me:random(1, 6)")
    end
    return lo + random(hi - lo + 1)
  end
  function v.static.choose(_, list)
    if type(list) ~= "table" then fail("choose: expected a list, like q.options") end
    if #list == 0 then fail("choose: the list is empty") end
    return list[random(#list) + 1]
  end
  function v.static.unseen(_, deck)
    open(v)
    local pile = deck ~= nil and host.kind(deck) == "pile" and host.index(deck) or nil
    local range = pile and deck_ranges(b)[pile]
    if deck ~= nil and not range then fail("unseen: expected a deck, like me:unseen(me.table.deck)") end
    if range then return host.unseen(b.block, v.number, range[1], range[2]) end
    return unseen_of_all(v)
  end
  v[1], v[2], v[3] = v.me, question_meta(v), show_options -- for engine.consult
  return v
end

--- The views of the seats by number (0 = the GM), each made when it is first read.
function view.all(b) return on_demand(make_view, b) end

--- A value of the game as a seat sees it: an option, say.
function view.value(b, number, value) return convert(b.views[number], value) end

--- Calls fn(table view, seat view) as a seat sees it: for `odds`, `screen` and `tells`. `answers` is a function of the
--- script's that fn calls and that may change nothing.
function view.call(b, number, fn, answers)
  local v = b.views[number]
  local before = view.look(b, number)
  local ok, value
  if answers then ok, value = host.look(b.block, answers, fn, v.table, v.me)
  else ok, value = try(fn, v.table, v.me) end
  view.look(b, before)
  return ok, value
end

return view
