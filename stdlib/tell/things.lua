-- The piles, pools and values of the state that a game declares, as `show` and `:help` list them: each with its name
-- (t.lake, seat.hand), who has it, who sees it, what it begins with, and the layer that declares it.

local english = require "shared.english"
local lists = require "shared.lists"
local decks = require "script.declared_decks"
local rules = require "script.rules"
local specs = require "script.specs"
local source_index = require "tell.source_index"

local things = {}

local WHAT = { "piles", "pools", "state" }
local WHOSE = { "table", "seat", "gm" }
local TOGETHER = "\u{a0}" -- a space at which no line is broken

-- --- a value as a script writes it ---

local function literal(value)
  if value == none or value == nil then return "none" end
  if type(value) == "string" then return '"' .. value .. '"' end
  if type(value) ~= "table" then return tostring(value) end
  return next(value) == nil and "{}" or rules.table_text(value, literal)
end

-- --- the list ---

-- The uppermost layer that declares a thing.
local function origin(spec, what, whose, name)
  for i = #spec.laid, 2, -1 do
    local part = spec.laid[i].house and spec.laid[i].house[what]
    if part and whose ~= "table" then part = part[whose] end
    if part and part[name] ~= nil then return spec.laid[i].layer end
  end
  return spec.laid[1].layer
end

local function thing(spec, what, whose, name, start)
  local entry = { name = name, of = whose, origin = origin(spec, what, whose, name) }
  if type(start) == "table" and start.is_many then entry.count, start = tostring(start.count), start.what end
  if what == "piles" then
    local deck = decks.of(spec, whose)[name]
    entry.facing, entry.deck = start, deck and deck.kind.name
    return entry
  end
  entry.secret, entry.internal = specs.is_secret(start) or false, specs.is_internal(start)
  start = specs.plain(start)
  entry.starts = what == "pools" and tostring(start) or literal(start)
  return entry
end

--- What a game declares: { piles =, pools =, state = }, each a list of { name =, of = "table", "seat" or "gm", origin =,
--- facing = or starts =, secret = and internal =, of a family count = }.
function things.of(spec)
  local all = { pools = {}, state = {} }
  all.piles = lists.map(decks.of(spec, "table"), function(deck, name)
    return { name = name, of = "table", origin = spec.laid[1].layer, facing = "nobody",
      deck = deck.kind.name }
  end)
  for what, list in pairs(all) do
    for _, whose in ipairs(WHOSE) do
      for name, start in pairs(spec[what][whose]) do list[#list + 1] = thing(spec, what, whose, name, start) end
    end
  end
  return all
end

-- --- in words ---

local function part_text(spec, entry)
  local name = entry.count and ("%s [%s]"):format(entry.name, entry.count) or entry.name
  local layer = spec.own_layer[entry.origin] and "" or (" [%s]"):format(entry.origin)
  if entry.facing then
    return ("%s (%s)%s"):format(name, entry.deck and entry.deck .. ", nobody" or entry.facing, layer)
  end
  local starts = entry.secret and ("secret(%s)"):format(entry.starts) or entry.starts
  return ("%s = %s%s"):format(name, entry.internal and ("internal(%s)"):format(starts) or starts, layer)
end

local TITLES = { table = "On the table (t.NAME)", gm = "For the game master (t.gm.NAME)" }

--- Sections of `show` for what the game declares: { title =, rows = { { "piles", text }, ... } }.
function things.sections(spec)
  local all = things.of(spec)
  return lists.map(WHOSE, function(whose)
    local rows = lists.map(WHAT, function(what)
      local parts = lists.map(all[what], function(entry)
        return entry.of == whose and part_text(spec, entry):gsub(" ", TOGETHER) or nil
      end)
      return #parts > 0 and { what, table.concat(parts, ", ") } or nil
    end)
    return { title = TITLES[whose] or ("For each %s (seat.NAME)"):format(spec.player), rows = rows }
  end)
end

-- --- one of them ---

local SINGLE = { piles = "pile", pools = "pool", state = "state" }
local FACES = {
  nobody = "nobody sees its cards", owner = "its owner sees its cards", everyone = "everybody sees its cards",
  top = "everybody sees its top card", gm = "only the game master sees its cards",
}
local OF = { table = "t.%s", seat = "seat.%s, one for each %s", gm = "t.gm.%s" }

-- A kind's suits with their signs, its ranks, and its other cards by name: jokers too, where the deck has some.
local function cards_of(deck)
  local suits, others, seen = {}, {}, {}
  for i, face in ipairs(deck.kind.faces) do
    local joker = i > #deck.kind.faces - #deck.kind.jokers
    if not face.suit and (deck.jokers ~= 0 or not joker) then
      others[#others + 1] = face.long == face.symbol and face.long or ("%s (%s)"):format(face.long, face.symbol)
    elseif face.suit and not seen[face.suit] then
      local sign = face.symbol ~= face.name and " " .. face.symbol:match("[^%w%p]+$") or ""
      seen[face.suit], suits[#suits + 1] = true, face.suit .. sign
    end
  end
  local parts = { #suits > 0 and ("%s: %s"):format(english.list(suits), table.concat(deck.kind.ranks, " ")) or nil }
  parts[#parts + 1] = #others > 0 and english.list(others) or nil
  return table.concat(parts, "; ")
end

local function meaning(spec, entry)
  if entry.deck then
    local what = entry.deck == "deck" and "a deck" or ("a deck of %s cards"):format(entry.deck)
    if entry.of == "seat" then what = ("each %s's own deck of %s cards"):format(spec.player, entry.deck) end
    return ("%s, which nobody sees: %s"):format(what, cards_of(spec.decks[entry.name]))
  end
  if entry.facing then return FACES[entry.facing] end
  local text = "begins with " .. entry.starts
  if entry.starts == "mint" then text = "a mint: it gives out and takes back any number of chips" end
  local rule = entry.what == "pool" and spec.rules[entry.starts]
  if rule then text = ("begins with the rule %s, which is %s"):format(entry.starts, tostring(rule.value)) end
  return text .. (entry.secret and "; known only to its seat and the game master" or "")
    .. (entry.internal and "; only for the script's own use" or "")
end

--- The things of that name, of the table, of each seat or of the game master, each with the place of its declaration.
function things.named(p, name)
  local list = {}
  for what, entries in pairs(things.of(p.spec)) do
    for _, entry in ipairs(entries) do
      if entry.name == name then
        local path = what .. (entry.of == "table" and "." or "." .. entry.of .. ".")
        if entry.deck then path = entry.of == "seat" and "decks.seat." or "" end
        entry.what = SINGLE[what]
        entry.meaning = meaning(p.spec, entry)
        list[#list + 1] = source_index.placed(entry, p, entry.origin, path .. name)
      end
    end
  end
  return list
end

--- What a thing is called, "seat.hand, one for each player".
function things.called(spec, entry) return OF[entry.of]:format(entry.name, spec.player) end

--- The names of all things.
function things.names(spec)
  local all = things.of(spec)
  return lists.collect(lists.joined(all.piles, all.pools, all.state), "name")
end

return things
