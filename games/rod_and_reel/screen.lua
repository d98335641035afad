-- How the table is drawn, and what `:odds` prints. Both get a view, so they
-- show a seat only what it may see.

local chance = require "rod_and_reel.chance"

local WINS = {
  biggest = "the biggest fish wins", total = "the total wins",
  first = "the first fish wins", first_of_weight = "the first fish of %g wins",
  first_to_total = "the first total of %g wins",
}
local SAMPLES = { 20, 40, 60, 80, 100, 120 }

local function text_of(pile)
  local names = {}
  for card in pile:cards() do names[#names + 1] = tostring(card) end
  return table.concat(names, " ")
end

local function heading(t)
  local rules = t.rules
  if rules.mode == "foraging" then
    return string.format("Hand %d; wanted: %g (%s)", t.hand, rules.goal_amount,
      rules.goal)
  end
  local limit = rules.victory == "first_of_weight" and rules.minimum_fish
    or rules.goal_total
  return string.format("%s %d of %d; ", t.final and "Hand" or "Heat: hand",
    t.hand, t:hands_in_all()) .. string.format(WINS[rules.victory], limit)
end

local function pool_text(t, seat, me)
  if t.rules.tracking == "paper" and seat.number ~= me.number then return "" end
  return string.format(", %d points", t:skill_points(seat))
end

local function fisher_line(t, seat, me)
  local dealer = t.dealer and t.dealer.number == seat.number and "*" or " "
  return string.format("%s %-10s +%d  %d fish, best %d, total %d%s%s%s",
    dealer, seat.name, seat.strain, #seat.catch, seat.best, seat.total,
    pool_text(t, seat, me),
    seat.bait > 0 and ", bait " .. seat.bait or "",
    seat.sitting and ", sits this hand out" or "")
end

local function laid_line(seat)
  return string.format("    has laid %s + %s = %d", text_of(seat.scoring),
    text_of(seat.values), seat.worth)
end

--- The table as a fisher sees it.
local function screen(t, me)
  local list = { heading(t) }
  for seat in t:seats() do
    if seat.fishing then
      list[#list + 1] = fisher_line(t, seat, me)
      if #seat.scoring > 0 then list[#list + 1] = laid_line(seat) end
    end
  end
  if #t.discards > 0 then list[#list + 1] = "Pile: " .. text_of(t.discards) end
  return list
end

--- The chances to land a fish, by strain and score.
local function odds(t, me)
  local list = { "Chance in 100 to land a fish of" }
  local profile = me.profile
  local strength = t:modifier(profile.str, profile.str_mod)
  list[2] = "      " .. string.rep("%6d", #SAMPLES):format(
    table.unpack(SAMPLES))
  for _, strain in ipairs(t.rules.strains) do
    local row = { string.format("  +%d  ", strain) }
    for _, score in ipairs(SAMPLES) do
      local need = score // 10 + strain - strength
      row[#row + 1] = string.format("%6.0f", 100 * chance.by_lead[need])
    end
    list[#list + 1] = table.concat(row)
  end
  return list
end

return { screen = screen, odds = odds }
