-- Seats that come and go: who sits at the table, and in which order.
--
-- A game that is `joining` has CHAIRS seats from the start, each with its piles, pools and state; some of them are empty.
-- b.kept.seated and b.kept.gone are saved and restored with the state; other games never change them. seated: clockwise
-- { number = } of the seats in use, and of latecomers also name, profile and bot. gone: { number =, after = the next seat }
-- of those who left.

local disk = require "host.disk"
local english = require "shared.english"
local lists = require "shared.lists"
local view = require "table.view"
local specs = require "script.specs"

local joining = {}

joining.CHAIRS = 32

local fail = host.fail

--- Seats may come and go during the game: `joining = true`, or who may and when. At the table, `:join NAME` and `:leave
--- NAME` do it between two steps; a step or an action calls t:join and seat:leave.
---
--- A new player gets a seat with everything as it is at the start; the step `arrive`, if the game has one, is then
--- called with it. `:leave` calls the step `depart`, which calls seat:leave. There are never fewer or more seats than
--- `seats` says. seat.number stays with a seat; t.seat, t:seats and seat:left() count only those at the table, and
--- seat.seated is false for a seat that has left. Standings have a row for everybody at the table, and may have rows
--- for those who left.
---@topic A game's declaration: joining, arrive, depart
---@field who a function of t and a seat, which is nil if somebody wants to join: true if it may be done now, or a sentence why not. A function alone means { who = it }
---@field when the steps before which it can be done; if left out, before any
---@field moment the same in words for the players: "before the next hand"; if left out, the names of the steps
---@example deck = "standard", piles = { seat = { hand = "owner" } }, pools = { bank = "mint", seat = { chips = 10 } },
--- seats = { 2, 6 }, joining = { when = { "over" } },
--- arrive = function(t, seat) t.deck:deal(2, seat.hand) end,
--- depart = function(t, seat) seat:leave { cards = t.deck, pools = t.bank } end
---@see t:join, seat:leave, seats

-- --- who sits where ---

-- Labels the piles and pools of a chair: "Olaf's hand".
local function rename(b, number, name)
  for _, thing in ipairs(b.things[number] or {}) do
    local label = english.possessive(name) .. " " .. thing.label
    b.hooks[thing.kind .. "_names"][thing.index] = label
    host.rename(thing.handle, label)
  end
end

local function ask_gone(seat) fail(("ask: %s has left the table"):format(seat.name)) end

local function take_chair(b, one)
  local fixed, who = b.seat_fixed[one.number], one.name and one or b.players[one.number]
  if b.names[one.number] ~= who.name then
    b.names[one.number], fixed.name = who.name, who.name
    rename(b, one.number, who.name)
  end
  if b.sits_by[one.number] ~= who then
    b.sits_by[one.number] = who
    fixed.profile = b.profile_guard(lists.copy(who.profile, 1))
  end
end

--- Makes what steps and views read from b.kept.seated: the seats in order, and the place of each.
function joining.arrange(b)
  b.place_of, b.sitting, b.views = {}, {}, view.all(b)
  for i, one in ipairs(b.kept.seated) do
    b.sitting[i], b.place_of[one.number] = b.seats[one.number], i
    if b.spec.joining then take_chair(b, one) end
  end
  b.fixed.seat = table.move(b.sitting, 1, #b.sitting, 1, {})
  host.freeze(b.fixed.seat)
  for number = 1, b.count do
    local fixed, here = b.seat_fixed[number], b.place_of[number] ~= nil
    fixed.seated, fixed.ask = here, here and b.verbs.ask or ask_gone
  end
  b.arranged()
  if b.is_raw then b.hooks.copy_raw() end
end

--- The chairs 1 to this number have been taken in this game; a chair is made anew when it is taken.
function joining.used(b) return #b.kept.seated + #b.kept.gone end

--- Seats the players as at the start of a game.
function joining.begin(b)
  if b.kept.seated and not b.moved then return end
  b.kept.seated, b.kept.gone, b.moved = {}, {}, false
  for number = 1, #b.players do b.kept.seated[number] = { number = number } end
  joining.arrange(b)
end

--- Restores the seats of a snapshot. A search does this thousands of times, nearly always with the same seats.
function joining.restore(b, seated, gone)
  local kept = b.kept
  if not b.spec.joining or lists.is_equal(seated, kept.seated) and lists.is_equal(gone, kept.gone) then return end
  kept.seated, kept.gone, b.moved = seated, gone, true
  joining.arrange(b)
end

--- The place of a seat round the table, from 1; for a seat that has left, the place of the next seat, and true.
function joining.place(b, number)
  if b.place_of[number] then return b.place_of[number], false end
  for _ = 1, #b.kept.gone do
    for _, one in ipairs(b.kept.gone) do if one.number == number then number = one.after break end end
    if b.place_of[number] then break end
  end
  return b.place_of[number] or 1, true
end

-- --- coming ---

local function bounds(b) return ("%s is for %s"):format(b.spec.title, english.seats(b.spec)) end

-- The complaint of the game's own `check` about the players with this one added, or without the seat `without`; or nil.
local function check_together(b, newcomer, without)
  local players = lists.map(b.sitting, function(seat) return seat ~= without and b.seat_fixed[seat.number] or nil end)
  table.insert(players, newcomer)
  return (specs.complaint(b.spec, b.values, #players, players))
end

-- A newcomer as { name =, profile =, bot = }; or nil and a sentence why this one can't join.
local function newcomer(b, who)
  if not b.spec.joining then return nil, ("nobody can join %s: it lacks `joining = true`"):format(b.spec.title) end
  if #b.sitting >= b.spec.seats[2] then return nil, bounds(b) .. ": there is no seat left" end
  local wrong = english.wrong_name(who.name)
  if wrong then return nil, wrong end
  who.name = disk.compose(who.name)
  for _, seat in ipairs(b.sitting) do
    if english.fold(seat.name) == english.fold(who.name) then return nil, ("%s is already here"):format(seat.name) end
  end
  local sentence
  local profile = specs.read_profile(b.spec, who.profile or "", function(said) sentence = sentence or said end)
  if sentence then return nil, ("%s: %s"):format(who.name, sentence) end
  local one = { name = who.name, profile = profile, bot = who.bot }
  sentence = check_together(b, one)
  if sentence then return nil, sentence end
  return one
end

-- The number of a chair that was never used; without one, the chair of the first player who left.
local function free_chair(b)
  local used = lists.set(lists.collect(b.kept.gone, "number"))
  for number = 1, b.count do if not used[number] and not b.place_of[number] then return number end end
  return table.remove(b.kept.gone, 1).number
end

local function sit_down(b, one, after)
  one.number = free_chair(b)
  local at = after and b.place_of[after] + 1 or #b.kept.seated + 1
  table.insert(b.kept.seated, at, one)
  b.moved = true
  joining.arrange(b)
  b.start_seat(one.number)
  b.notes[one.number] = {}
  return b.seats[one.number]
end

local JOIN = { name = true, profile = true, after = true, bot = true }

--- A seat joins during the game. The game must declare `joining`.
---@signature t:join { name =, profile =, after =, bot = } -> seat
---@param name string what the player is called, like no other at the table
---@param profile table|string values of the game's profile; left out: as declared
---@param after seat whose left neighbour the new seat is; left out: the last seat
---@param bot string who answers for it, "me", "random" or a bot; left out: the game's best bot, or the one person who holds all seats
---@return seat the new seat, with piles, pools and state as at the start
---@error "join: High Tide is for 2 to 6 players: there is no seat left"
---@example local olaf = t:join { name = "Olaf", after = t.seat[1] }
--- t.seat[2] --> Olaf
---@see joining, seat:leave
function joining.join(b)
  return function(_, who)
    b.verbs.may_tell("join")
    if type(who) ~= "table" then fail("join: expected { name = }, like t:join { name = \"Olaf\" }") end
    for key in pairs(who) do
      if not JOIN[key] then fail(("join: no field `%s`%s"):format(tostring(key), english.suggest(key, JOIN))) end
    end
    if who.bot ~= nil and type(who.bot) ~= "string" then fail("join: `bot`: expected a text, like \"random\"") end
    if who.profile ~= nil and type(who.profile) ~= "table" and type(who.profile) ~= "string" then
      fail("join: `profile`: expected a table of values, or a text like \"str 14, dex 12\"")
    end
    local after = who.after ~= nil and b.number_of[who.after] or nil
    if who.after ~= nil and not b.place_of[after or 0] then fail("join: `after`: expected a seat of this table") end
    local one, sentence = newcomer(b, who)
    if not one then fail("join: " .. sentence) end
    return sit_down(b, one, after)
  end
end

-- --- going ---

local function why_stay(b, seat)
  if #b.sitting <= b.spec.seats[1] then return ("%s: nobody can leave"):format(bounds(b)) end
  return check_together(b, nil, seat)
end

-- The pile or pool to which `to` sends what lies in one of the seat's own piles or pools.
local function goes_to(b, thing, to, held)
  local is_pile, where = thing.kind == "pile", to[thing.name]
  if where == nil then where = to[is_pile and "cards" or "pools"] end
  if where == none and not is_pile or host.kind(where) == thing.kind then return where end
  local what = is_pile and english.count(held, "card") .. " in" or held
  fail(("leave: %s has %s %s: say where %s, like seat:leave { %s = t.%s }"):format(b.names[thing.seat], what,
    thing.label, what == "1 card in" and "it goes" or "they go", thing.name, is_pile and "deck" or "bank"))
end

-- Does the card of that number belong to a deck of the seat's own?
local function is_own(b, card, number) return b.plan[b.home[card]].seat == number end

local function count_others(b, pile, number)
  local count = 0
  for card in pile:cards() do if not is_own(b, host.index(card), number) then count = count + 1 end end
  return count
end

-- The piles and pools of the seat that are not empty but for cards of its own decks, each with where they go: { handle, to }.
local function belongings(b, number, to)
  return lists.map(b.things[number] or {}, function(thing)
    local is_pile = thing.kind == "pile"
    local held = is_pile and count_others(b, thing.handle, number) or thing.mint and 0 or thing.handle:amount()
    return (held or 0) > 0 and { thing.handle, goes_to(b, thing, to, held) } or nil
  end)
end

-- All cards of the seat's own decks go back, wherever they lie, in the order in which they began.
local function take_home(b, number)
  for card, home in ipairs(b.home) do
    if b.plan[home].seat == number then b.hooks.pile_handles[home]:put(b.cards[card]) end
  end
end

local function give_up(b, number, list)
  for _, one in ipairs(list) do
    local thing, to = one[1], one[2]
    if to == none then host.set_pool(b.block, host.index(thing) - 1, 0)
    elseif b.deck_sizes[host.index(thing)] and host.kind(thing) == "pile" then -- its own deck, with cards of others
      for card in thing:cards() do if not is_own(b, host.index(card), number) then to:put(card) end end
    elseif host.kind(to) == "pile" then thing:move_all(to)
    else thing:pay(thing:amount(), to) end
  end
end

local function check_places(b, to)
  if type(to) ~= "table" then fail("leave: expected where cards and pools go, like seat:leave { cards = t.deck }") end
  local names = lists.joined({ "cards", "pools" }, lists.keys(b.spec.piles.seat), lists.keys(b.spec.pools.seat))
  local known = lists.set(names)
  for key in pairs(to) do
    if not known[key] then fail(("leave: a seat has no `%s`%s"):format(tostring(key), english.suggest(key, known))) end
  end
end

--- The seat leaves during the game. Everything it holds must go somewhere; the cards of a deck of its own go back to it,
--- wherever they are.
---@signature seat:leave { cards =, pools = }
---@param cards pile where the cards of all its piles go; a pile's own name says it for that one: { hand = t.deck }
---@param pools pool what gets the contents of all its pools; `none`: they are gone. A pool's own name says it for that one
---@error "leave: Olaf has 3 cards in hand: say where they go, like seat:leave { hand = t.deck }"
---@example local guest = t:join { name = "Gina" }
--- guest:leave { cards = t.deck, chips = t.pot }
--- #t.seat --> 3
---@see joining, t:join
function joining.leave(b)
  return function(seat, to)
    b.verbs.may_tell("leave")
    local number = seat ~= nil and b.number_of[seat]
    local place = number and b.place_of[number]
    if not b.spec.joining then fail(("leave: %s lacks `joining = true`"):format(b.spec.title)) end
    if not place then fail("leave: expected a seat that is still at the table") end
    if to ~= nil then check_places(b, to) end
    local sentence = why_stay(b, seat)
    if sentence then fail("leave: " .. sentence) end
    local list = belongings(b, number, to or {})
    take_home(b, number)
    give_up(b, number, list)
    table.remove(b.kept.seated, place)
    local next_one = b.kept.seated[place] or b.kept.seated[1]
    table.insert(b.kept.gone, { number = number, after = next_one.number })
    b.moved = true
    joining.arrange(b)
  end
end

-- --- out of turn ---

-- "Olaf=me: str 14" as { name =, bot =, profile = }.
local function read(text)
  local name, bot, profile = text:match("^(.-)=([^:]*):?%s*(.*)$")
  return { name = name or text, bot = bot ~= "" and bot or nil, profile = profile }
end

-- Does the game let somebody join now (seat nil), or that seat leave? Nil, or a sentence.
local function refused(b, seat, what)
  local rule = b.spec.joining
  if not rule then return ("%s: its players are fixed when it begins"):format(b.spec.title) end
  if not rule.who then return nil end
  local ok, may = host.look(b.block, rule.who, rule.who, b.t, seat)
  if not ok or type(may) == "string" then return tostring(may) end
  return not may and ("nobody can %s now"):format(what) or nil
end

--- The actions `join` and `leave` of every game that is `joining`, in the form of declared actions (out_of_turn.lua):
--- may(seat number, text) gives nil or a sentence why not; done(seat number, text) carries it out before the step `step`, and
--- gives the number of the seat for which the step runs.
joining.actions = {
  join = { step = "arrive",
    may = function(b, _, text)
      local sentence = refused(b, nil, "join")
      if sentence then return sentence end
      return select(2, newcomer(b, read(text)))
    end,
    done = function(b, _, text)
      local one, sentence = newcomer(b, read(text))
      if not one then error(sentence, 0) end
      return rawget(sit_down(b, one), 0)
    end },
  leave = { step = "depart",
    may = function(b, number)
      local seat = b.seats[number]
      local sentence = refused(b, seat, "leave") or why_stay(b, seat)
      if sentence or b.spec.steps.depart then return sentence end
      local ok, why = host.try(belongings, b, number, {})
      if not ok then return tostring(why) end
    end,
    done = function(b, number)
      if not b.spec.steps.depart then b.seat_fixed[number].leave(b.seats[number]) end
      return number
    end },
}

--- The names of those who left, the first to leave first, and did not come back.
function joining.departed(b)
  local here = lists.set(lists.collect(b.sitting, "name"))
  return lists.collect(b.kept.gone, function(one)
    local name = joining.name(b, one.number)
    return not here[name] and name or nil
  end)
end

--- The numbers of the seats at the table, clockwise.
function joining.seated(b) return lists.collect(b.kept.seated, "number") end

--- May seats come and go?
function joining.joins(b) return b.spec.joining and true or false end

--- What the seat of that number is called.
function joining.name(b, number) return b.names[number] end

--- The latecomer on that chair: name and bot (nil: none was named); nil if there is none.
function joining.newcomer(b, number)
  for _, one in ipairs(b.kept.seated) do if one.number == number then return one.name, one.bot end end
end

return joining
