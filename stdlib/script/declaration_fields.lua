-- The fields of a game's declaration, a row each. Whatever treats them one by one reads this table: what is accepted and
-- laid over a spec (declare), what a change of the scripts is called (changes), `show --diff`, `check`, the stubs for
-- editors. A new field is a row here, and a page of help in a `---` comment.
--
--   [1], type   its name; the type of its value, "any" where more than one is possible
--   holds       "sections": names of the table, and under `seat` and `gm` of a seat and the game master; "entries": names
--               with a value each, which a variant adds to or takes away with `none`
--   whole       true: `show --diff` says that a variant has its own, and where
--   one         what `show --diff` calls one name of those
--   takes       what a function gets, as kinds of check/kinds: { "table", "seat" }
--   expected    what is expected of a value of another type, if that isn't the type's usual noun
--   game_only   true: a variant can't have it
--   changed     what a change of it is called, if its parts aren't compared one by one
--   spec        the fields of a spec that it is read into, its own name if left out
--   editor      its type as the Lua language server writes it

local words = require "shared.words"

local fields = {}

local OF_SEAT = { "table", "seat" }
local LINES = "fun(t: t, seat: seat): (string|any[])[]"

fields.rows = {
  { "title", type = "string", changed = "the title", editor = "string" },
  { "one_line", type = "string", changed = "the line below the title", editor = "string" },
  { "player", type = "string", whole = true, changed = "the word for a player", editor = "string" },
  { "master", type = "string", whole = true, changed = "the word for the game master", editor = "string" },
  { "seats", type = "table", whole = true, expected = "{ fewest, most }", changed = "the seats", editor = "integer[]" },
  { "gm", type = "any", game_only = true, changed = "the game master's seat", spec = { "gm", "open_gm" },
    editor = 'boolean|"open"' },
  { "usual", type = "table", whole = true, changed = "the usual seats", editor = "table" },
  { "deck", type = "any", whole = true, changed = "the deck", spec = {}, editor = "string|table" },
  { "decks", type = "table", whole = true, changed = "the deck", editor = "table<string, string|table>" },
  { "rules", type = "table", editor = "rules|table<string, any>" },
  { "profile", type = "table", whole = true, changed = "the profile", editor = "table<string, table>" },
  { "check", type = "function", takes = { "rules", "number" }, changed = "the check",
    editor = "fun(rules: rules, seats: integer): string|nil" },
  { "words", type = "table", editor = "table<string, string|table>" },
  { "piles", type = "table", holds = "sections", one = "pile", changed = "the piles", editor = "table" },
  { "pools", type = "table", holds = "sections", one = "pool", changed = "the pools", editor = "table" },
  { "state", type = "table", holds = "sections", one = "state", changed = "the state",
    editor = "table<string, any>" },
  { "measures", type = "table", holds = "entries", one = "measure", changed = "the measures",
    spec = { "measures", "seat_measures", "ratios" }, editor = "table<string, string|table>" },
  { "order", type = "table", editor = "any[]" },
  { "about", type = "table", holds = "entries", one = "about", changed = "what is said of the steps",
    editor = "table<string, string>" },
  { "actions", type = "table", holds = "entries", one = "action", changed = "the actions",
    editor = "table<string, table>" },
  { "joining", type = "any", whole = true, takes = OF_SEAT, changed = "who may join",
    editor = "boolean|table|fun(t: t, seat: seat|nil): any" },
  { "odds", type = "function", takes = OF_SEAT, changed = "the odds", editor = LINES },
  { "scores", type = "function", takes = OF_SEAT, changed = "the scores", editor = LINES },
  { "screen", type = "function", takes = OF_SEAT, changed = "the screen", editor = LINES },
  { "standing", type = "function", takes = OF_SEAT, changed = "the standing",
    editor = "fun(t: t, seat: seat): number" },
  { "imagine", type = "function", takes = OF_SEAT, changed = "what is imagined", editor = "fun(t: t, seat: seat)" },
  { "campaign", type = "table", holds = "entries", one = "campaign", changed = "the campaign",
    editor = "table<string, fun(t: t, seat: seat): any>" },
}

fields.by_name = {}
for _, row in ipairs(fields.rows) do fields.by_name[row[1]] = row end

--- The names of all fields; or of those of which a row has this value under a key.
function fields.names(key, value)
  return words.collect(fields.rows, function(row) return (not key or row[key] == value) and row[1] or nil end)
end

return fields
