--: 4:34: error: the table has no `ruond`, did you mean `round`?
-- A plain function's `t` may be anything: only near misses are reported.
local function sum(t) return t.first + t.second end
local function round(t) return t.ruond end

return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" }, state = { round = 0 },
  deal = function(t)
    if sum { first = 1, second = 2 } == round(t) then t:finish() end
    t:finish()
  end,
}
