-- What the names in a game's scripts stand for, by its spec: `t`, a seat, a pile, a card, a rule. Each of these things has a
-- type, a table with its kind; types are compared by identity. The visitor (names.lua) asks for them.
--
-- A type that is `sure` is that thing; any other may be something else that
-- happens to be called so.

local checks = require "script.spec_checks"
local faces = require "script.kinds"
local specs = require "script.specs"
local lists = require "shared.lists"
local decks = require "script.declared_decks"

local kinds = {}

local function kind_of(kind, more)
  local t = more or {}
  t.kind = kind
  return t
end

local function sure(kind) return kind_of(kind, { sure = true }) end

local function verb(of, name) return { kind = "verb", of = of, name = name } end

kinds.kind_of, kinds.verb = kind_of, verb
kinds.TABLE, kinds.SEAT, kinds.CARD = sure "table", sure "seat", sure "card"
kinds.PILE, kinds.POOL = sure "pile", sure "pool"
kinds.RULES, kinds.PROFILE, kinds.BASE, kinds.WORDS = sure "rules", sure "profile", sure "base", sure "words"
kinds.STATE, kinds.STEP, kinds.NUMBER, kinds.HOUSE = kind_of "state", kind_of "step", kind_of "number", kind_of "house"
kinds.SEATS, kinds.CARDS = kind_of("list", { of = kinds.SEAT }), kind_of("list", { of = kinds.CARD })

kinds.HOUSE_VERBS = lists.set("before after drop swap")

local function add_names(into, list, of) for _, name in ipairs(list) do into[name] = verb(of, name) end end

local function add_keys(into, from, kind)
  for name, value in pairs(from) do
    local family = type(value) == "table" and value.is_many and kind ~= kinds.STATE
    into[name] = family and kinds.kind_of("list") or kind
  end
end

-- What is declared of the table, of each seat or of the game master.
local function add_declared(into, spec, whose)
  add_keys(into, spec.piles[whose], kinds.PILE)
  add_keys(into, spec.pools[whose], kinds.POOL)
  add_keys(into, spec.state[whose], kinds.STATE)
end

local function table_names(spec)
  local list = {}
  add_names(list, checks.TABLE_NAMES, "table")
  add_keys(list, spec.steps, kinds.STEP)
  add_keys(list, decks.of(spec, "table"), kinds.PILE)
  add_declared(list, spec, "table")
  list.rules, list.words, list.seat, list.gm = kinds.RULES, kinds.WORDS, kinds.SEATS, kinds.SEAT
  return list
end

local function seat_names(spec)
  local list = {}
  add_names(list, checks.SEAT_NAMES, "seat")
  if spec.gm then add_declared(list, spec, "gm") end
  add_declared(list, spec, "seat")
  list.profile, list.table, list.number = kinds.PROFILE, kinds.TABLE, kinds.NUMBER
  return list
end

-- Fields of the cards of all decks: name -> { kind =, values = what they may be, or nil }.
local function card_fields(spec)
  local fields = {}
  for _, deck in pairs(spec.decks) do
    for _, face in ipairs(deck.kind.faces) do
      for key, value in pairs(face) do
        local field = fields[key] or kind_of("field", { name = key, values = {}, sure = true })
        fields[key] = field
        if type(value) == "string" then field.values[value] = true else field.mixed = true end
      end
    end
  end
  for name in pairs(faces.readable(spec.decks)) do
    fields[name] = fields[name] or kind_of("field", { name = name, mixed = true })
  end
  add_names(fields, { "same", "pile" }, "card")
  return fields
end

-- The rules that the declaration itself reads: copies of a deck, the start of a pool, how many of a family. A set.
local function declared_reads(spec)
  local reads = {}
  for _, deck in pairs(spec.decks) do reads[deck.copies], reads[deck.jokers] = true, true end
  for _, whose in pairs(spec.pools) do
    for _, start in pairs(whose) do reads[type(start) == "table" and (start.value or start.what) or start] = true end
  end
  for _, count in ipairs(spec.counts) do reads[count[2]] = true end
  return reads
end

--- What a game's scripts may name: made once for a spec.
function kinds.of(spec)
  return { spec = spec, table = table_names(spec), seat = seat_names(spec), card = card_fields(spec),
    declared_reads = declared_reads(spec), in_order = lists.set(specs.step_names(spec.order)) }
end

return kinds
