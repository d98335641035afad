-- For tests: a function that gives the cards of a pile by their names, "5c 5d", as a list; and each card by its name.

return function(pile)
  local card = {}
  for one in pile:cards() do card[one.name] = card[one.name] or one end
  return function(names)
    local list = {}
    for name in names:gmatch "%S+" do list[#list + 1] = assert(card[name], name) end
    return list
  end, card
end
