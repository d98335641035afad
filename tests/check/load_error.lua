--: 4:22: error: attempt to index a nil value (field 'first')
--: 7:53: error: unknown name `undeclared`
local values = { 1, 2 }
local total = values.first.value
return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" },
  deal = function(t) t.nothing_here_is_known(total) undeclared() t:finish() end,
}
