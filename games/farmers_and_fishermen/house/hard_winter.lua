-- Hard winter: disasters can be put on long runs too, not only on families.
local house = variant "farmers_and_fishermen"
house.title = "Farmers and Fishermen in a hard winter"
house.one_line = "disasters strike runs of four and more too"
house.rules.long_run = { 4, "shortest run that a disaster can be put on", min = 3, max = 8 }

function house.is_family(t, meld)
  return house.base.is_family(t, meld)
    or meld.kind == "run" and #meld.cards >= t.rules.long_run
end

function house.to_spoil(t)
  return ("%s or a run of %s or more"):format(t.words.family, t.rules.long_run)
end

return house
