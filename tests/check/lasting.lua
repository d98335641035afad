--: 12:8: error: `seen` belongs to the file and is changed here: what a file makes is constant (declare it: state = { seen = ... }, and write t.seen)
--: 13:16: error: `seen` belongs to the file and is changed here: what a file makes is constant (declare it: state = { seen = ... }, and write t.seen)
--: 19:5: error: `rounds` belongs to the file and is changed here: what a file makes is constant (declare it: state = { rounds = ... }, and write t.rounds)
--: 23:10: error: `seen` belongs to the file and is changed here: what a file makes is constant (declare it: state = { seen = ... }, and write t.seen)
local rounds = 0
local seen, LETTERS = {}, {}

local function letter(n) LETTERS[n] = true end
letter("a")

local function note(card)
  seen[#seen + 1] = card
  table.insert(seen, card)
end

return game {
  seats = { 2, 4 }, deck = "standard", order = { "deal" },
  deal = function(t)
    rounds = rounds + 1
    local names = {}
    names[1] = LETTERS.a
    note(names[1])
    seen.last = rounds
    t:finish()
  end,
}
