-- Small fry: a queen and a ten of one suit bite, too. A variant that adds to what
-- can be scored with: a kind of combination with its scores and its fish.

local house = variant "rod_and_reel"
house.title = "Small fry"
house.one_line = "a queen and a ten of one suit bite, too"
house.rules.small_fry = {
  { hearts = 21, diamonds = 14, clubs = 9, spades = 4 },
  "points for a queen and a ten of one suit",
}

local SPECIES = { hearts = "ruffe", diamonds = "gudgeon", clubs = "bleak",
  spades = "minnow" }

function house.kinds(t)
  local kinds = house.base.kinds(t)
  kinds[#kinds + 1] = {
    kind = "queen_ten", text = "queen and ten", ranks = { "Q", "10" },
    scores = t.rules.small_fry, species = SPECIES,
  }
  return kinds
end

return house
