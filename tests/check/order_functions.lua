--: 7:3: error: measures: `1` is not a name: expected letters, digits and _
--: 7:27: error: the order holds a function: expected the names of steps, like "deal"
-- Steps are named in the order, measures have names.
local function over(t) t:finish() end
return game {
  seats = { 2, 4 }, deck = "standard",
  measures = { "bites" }, order = { over },
}
