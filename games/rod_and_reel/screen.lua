-- How the table is drawn, and what `:odds` prints. Both get a view, so they
-- show a seat only what it may see.

local chance = require "rod_and_reel.chance"
local notes = require "rod_and_reel.notes"

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

local function wanted(t)
  local rules = t.rules
  return string.format("wanted: %g %s%s", rules.goal_amount,
    rules.goal == "fish" and "fish" or rules.unit,
    rules.together and " in all" or #t.seat > 1 and " each" or "")
end

local function what_wins(t)
  local rules = t.rules
  if rules.mode == "foraging" then return wanted(t) end
  local limit = rules.victory == "first_of_weight" and rules.minimum_fish
    or rules.goal_total
  return string.format(WINS[rules.victory], limit)
end

local function heading(t)
  return (t.final and "" or "Heat: ") .. t:hand_text() .. "; " .. what_wins(t)
end

local function kinds_text(t)
  local names = {}
  for i, one in ipairs(t:kinds()) do names[i] = one.text end
  return table.concat(names, ", or ")
end

--- Told once, so that the questions need no book.
local function explain(t)
  t:say("In each hand you try to land one fish: %s, in one suit, and with it a run of up to %s "
    .. "value cards (2 to 10).", kinds_text(t), t.rules.value_cards)
  t:say("A run counts from its highest card down: face values while each is one below the last, "
    .. "then %s a card. Skill points plug a gap, for the sum of what is missing.", t.rules.after_gap)
  t:say("The run is of one suit; a breaking strain above +0 lets in other suits, and makes the fish "
    .. "harder to land: the GM's d20 and a tenth of the score and the strain is what your d20 and "
    .. "strength must reach.")
  t:say("%s: %s.", t.rules.mode == "foraging" and "Until there is enough"
    or t:hands_in_all() .. " hands", what_wins(t))
end

local function pool_text(t, seat, me)
  if t.rules.tracking == "paper" and seat.number ~= me.number then return "" end
  return string.format("  %d points", t:skill_points(seat))
end

local function fisher_line(t, seat, me)
  local dealer = t.dealer and t.dealer.number == seat.number and "*" or " "
  return string.format("%s %s\t+%d  %d fish  best %d  total %d%s%s%s",
    dealer, seat.name, seat.strain, #seat.catch, seat.best, seat.total,
    pool_text(t, seat, me),
    seat.bait > 0 and "  bait " .. seat.bait or "",
    seat.sits_out == 1 and "  sits this hand out"
      or seat.sits_out > 1 and ("  sits %d hands out"):format(seat.sits_out) or "")
end

-- The score stands only when the fish is whole.
local function laid_line(seat)
  if seat.worth == 0 then return "    has laid " .. text_of(seat.scoring) end
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

--- What wins, and how far each fisher is.
local function scores(t)
  local list = { heading(t) }
  for seat in t:seats() do
    list[#list + 1] = ("  %s\t%d fish  best %d  total %d%s"):format(seat.name, #seat.catch, seat.best, seat.total,
      seat.qualified and ("  qualified in hand %d"):format(seat.qualified) or "")
  end
  return list
end

-- The chances to land a fish by score, at each of some strains.
local function landing(t, me, strains, list)
  local strength = t:modifier(me.profile.str, me.profile.str_mod)
  list[#list + 1] = "Chance in 100 to land a fish of"
  list[#list + 1] = "      " .. string.rep("%6d", #SAMPLES):format(table.unpack(SAMPLES))
  for _, strain in ipairs(strains) do
    local row = { string.format("  +%d  ", strain) }
    for _, score in ipairs(SAMPLES) do
      row[#row + 1] = string.format("%6.0f", 100 * chance.ahead(score // 10 + strain - strength))
    end
    list[#list + 1] = table.concat(row)
  end
  return list
end

-- Cards that a fisher draws after the question of a step.
local function draws_after(t, me, step)
  if step == "second_discard" then return t.rules.second_draws end
  return math.max(t.rules.drawn_to - #me.hand, 0) + t.rules.second_draws
end

-- What of the unseen cards would complete a better combination, and how likely one comes.
local function to_come(t, me, step, best, list)
  local unseen, outs, none = me:unseen(), 0, 1
  for _, card in ipairs(unseen) do
    if notes.best_with(t, me, card) > best then outs = outs + 1 end
  end
  local draws = draws_after(t, me, step)
  for i = 0, draws - 1 do none = none * math.max(#unseen - outs - i, 0) / (#unseen - i) end
  list[#list + 1] = ("%d of %d unseen cards complete %s; one comes in %d draws in %.0f %%"):format(outs,
    #unseen, best > 0 and "a better one" or "one", draws, 100 * (1 - none))
  if step == "first_discard" then list[#list + 1] = "Each discard is one draw more." end
end

--- What the hand can score, what may still come, and the chances to land it; before the cards are dealt the chances
--- at every strain.
local function odds(t, me)
  local step, list = t.step_name(), {}
  local drawing = step == "first_discard" or step == "second_discard"
  if not drawing and step ~= "declare" and step ~= "commit" then
    return landing(t, me, t.rules.strains, list)
  end
  if #me.scoring == 0 then
    local best = notes.add_held(t, me, list)
    if drawing then to_come(t, me, step, best, list) end
  end
  return landing(t, me, { me.strain }, list)
end

return { screen = screen, odds = odds, scores = scores, explain = explain }
