-- How the table is drawn, and what `:odds` prints. Both get a view, so they
-- show a seat only what it may see.

local chance = require "rod_and_reel.chance"
local notes = require "rod_and_reel.notes"

local WINS = {
  biggest = "the biggest fish wins", total = "the largest total wins",
  first = "the first fish wins", first_of_weight = "the first fish of %s or more wins",
  first_to_total = "the first total of %s or more wins",
}
local SAMPLES = { 20, 40, 60, 80, 100, 120 }
local BY_HAND = { first = true, first_of_weight = true, first_to_total = true }

local function text_of(pile)
  local names = {}
  for card in pile:cards() do names[#names + 1] = tostring(card) end
  return table.concat(names, " ")
end

-- A weight, and the points that it stands for.
local function weight_and_points(t, weight)
  return ("%g %s (%g points)"):format(weight, t.rules.unit, weight * t.rules.divisor)
end

local function wanted(t)
  local rules = t.rules
  return (rules.goal == "fish" and ("%g fish"):format(rules.goal_amount)
    or weight_and_points(t, rules.goal_amount))
    .. (rules.together and " in all" or #t.seat > 1 and " each" or "")
end

local function what_wins(t)
  local rules = t.rules
  if rules.mode == "foraging" then return "wanted: " .. wanted(t) end
  local limit = rules.victory == "first_of_weight" and rules.minimum_fish or rules.goal_total
  return WINS[rules.victory]:format(rules.thresholds == "weight" and weight_and_points(t, limit)
    or ("%g points"):format(limit))
end

local function heading(t)
  local hand = t:hand_text()
  if not t.final or t.round > 1 then
    hand = (t.final and "Final: " or "Heat: ") .. hand:gsub("^H", "h")
  end
  return hand .. "; " .. what_wins(t)
end

local function kinds_text(t)
  local names = {}
  for i, one in ipairs(t:kinds()) do
    names[i] = (one.text:find "^[aeiou]" and "an " or "a ") .. one.text
  end
  return table.concat(names, ", or ")
end

local function hands(n) return n == 1 and "1 hand" or n .. " hands" end

--- Told once, so that the questions need no book.
local function explain(t)
  t:say("In each hand you try to land one fish: %s, in one suit, and with it a run of up to %s "
    .. "value cards (2 to 10).", kinds_text(t), t.rules.value_cards)
  t:say("You get %s cards, discard up to %s and draw up to %s; then, in turn, each lays one card "
    .. "on the pile and draws %s. At the end of a hand all cards go back except those "
    .. "that your bait keeps.", t.rules.dealt, t.rules.first_discards, t.rules.drawn_to,
    t.rules.second_draws)
  t:say("A run counts from its highest card down: face values while each is one below the last, "
    .. "then %s a card. Skill points plug a gap, at the sum of the missing values.",
    t.rules.after_gap)
  t:say("The run is of one suit; a breaking strain above +0 lets in other suits, and makes the "
    .. "fish harder to land. To land it, your d20 and strength must reach the GM's d20, a tenth of "
    .. "the score and your strain together.")
  if t:tables_needed(#t.seat) > 1 then
    t:say("Heats of %s come first; the best of each go on.", hands(t.rules.heat_hands))
  end
  if t.rules.mode == "foraging" then
    t:say("Play goes on until there is enough: %s.", wanted(t))
  else
    t:say("%s: %s.", hands(t:hands_in_all()), what_wins(t))
  end
end

local function pool_text(t, seat, me)
  if t.rules.tracking == "paper" and not (me and me.number == seat.number) then return "" end
  local points = t:skill_points(seat)
  return ("  %d skill point%s"):format(points, points == 1 and "" or "s")
end

-- Who alone would win now.
local function ahead(t)
  local fishers = {}
  for seat in t:seats() do if seat.fishing then fishers[#fishers + 1] = seat end end
  if t.rules.mode == "foraging" or #fishers < 2 then return nil end
  local records = t:ranking(fishers)
  return records[2].place > 1 and records[1].seat.number or nil
end

local function fisher_line(t, seat, me, first)
  return string.format("  %s\t%s  %d fish  best %d  total %d%s%s%s%s%s",
    seat.name, seat.strain and "+" .. seat.strain or "  ", #seat.catch, seat.best, seat.total,
    pool_text(t, seat, me),
    seat.bait > 0 and "  bait " .. seat.bait or "",
    t.dealer and t.dealer.number == seat.number and "  deals" or "",
    seat.sits_out == 1 and "  sits this hand out"
      or seat.sits_out > 1 and ("  sits %d hands out"):format(seat.sits_out) or "",
    seat.number == first and "  ahead" or "")
end

-- The score stands only when the fish is whole.
local function laid_line(seat)
  if seat.worth == 0 then return "    has laid " .. text_of(seat.scoring) end
  local run = #seat.values > 0 and " + " .. text_of(seat.values) or ""
  return ("    has laid %s%s = %d"):format(text_of(seat.scoring), run, seat.worth)
end

--- The table as a fisher sees it. What was laid is settled once the hand's cards go back.
local function screen(t, me)
  local list, over, first = { heading(t) }, t.step_name() == "final_discard", ahead(t)
  for seat in t:seats() do
    if seat.fishing then
      list[#list + 1] = fisher_line(t, seat, me, first)
      if #seat.scoring > 0 and not over then list[#list + 1] = laid_line(seat) end
    end
  end
  if #t.discards > 0 then list[#list + 1] = "Pile: " .. text_of(t.discards) end
  return list
end

-- Why a fisher doesn't fish now, or what else counts.
local function standing_of(t, seat)
  if seat.expelled then return "  expelled" end
  if seat.knocked_out > 0 then
    return ("  out in round %d, heat %d"):format(seat.knocked_out, seat.heat)
  end
  if seat.enough then return ("  enough after hand %d"):format(seat.enough) end
  if not seat.fishing then return "  waits for the next round" end
  return BY_HAND[t.rules.victory] and seat.qualified
    and ("  qualified in hand %d"):format(seat.qualified) or ""
end

--- What wins, and how far each fisher is.
local function scores(t)
  local list = { heading(t) }
  for seat in t:seats() do
    list[#list + 1] = ("  %s\t%d fish  best %d  total %d%s"):format(seat.name, #seat.catch,
      seat.best, seat.total, standing_of(t, seat))
  end
  return list
end

-- The chances to land a fish by score, at each of some strains.
local function landing(t, me, strains, list)
  local strength = t:modifier(me.profile.str, me.profile.str_mod)
  list[#list + 1] = "Percent chance to land a fish scoring"
  list[#list + 1] = "      " .. string.rep("%5d", #SAMPLES):format(table.unpack(SAMPLES))
  for _, strain in ipairs(strains) do
    local row = { string.format("  +%d  ", strain) }
    for _, score in ipairs(SAMPLES) do
      row[#row + 1] = string.format("%5.0f",
        100 * chance.ahead(t:weight_on_line(score) + strain - strength))
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
  local what, draws = best > 0 and "a better combination" or "a combination",
    draws_after(t, me, step)
  if outs == 0 then
    list[#list + 1] = ("No unseen card completes %s."):format(what)
    return
  end
  for i = 0, draws - 1 do none = none * math.max(#unseen - outs - i, 0) / (#unseen - i) end
  list[#list + 1] = ("%d of %d unseen cards would complete %s; your next %s one %.0f%% of "
    .. "the time."):format(outs, #unseen, what,
      draws == 1 and "draw brings" or draws .. " draws bring", 100 * (1 - none))
  if step == "first_discard" then list[#list + 1] = "Each card you discard is one more draw." end
end

-- What a card is good for when it is kept for the next hand.
local function kept_line(t, name, called, kept)
  local found, draws = notes.kept_alone(t, name, kept)
  if not found then return nil end
  return found == 100 and ("%s, if kept, scores by itself."):format(called)
    or ("%s, if kept, pairs up in the next %d cards %.0f%% of the time."):format(
      called, draws, found)
end

-- What bait is worth: before it is bought, and when a hand is over.
local function bait_odds(t, me, step)
  local list, told = {}, {}
  if step == "buy_bait" then
    return { kept_line(t, "Ah", "An ace", 1), kept_line(t, "Kh", "A king", 1) }
  end
  for card in me.hand:cards() do
    if not told[card.name] then
      list[#list + 1] = kept_line(t, card.name, tostring(card), me.bait)
    end
    told[card.name] = true
  end
  if #list == 0 then list[1] = "No card in your hand is part of a combination." end
  return list
end

--- What the decision at hand can bring: bait, the strains, what the hand scores and what may still
--- come, the run, the points for it.
local function odds(t, me)
  if me.number == 0 then return { "Odds are shown only to fishers." } end
  local step, list = t.step_name(), {}
  if step == "buy_bait" or step == "final_discard" then return bait_odds(t, me, step) end
  local drawing = step == "first_discard" or step == "second_discard"
  if drawing or #me.hand > 0 and #me.scoring == 0 and step == "declare" then
    local best = notes.add_held(t, me, list)
    if drawing then to_come(t, me, step, best, list) end
  elseif #me.scoring > 0 and #me.values > 0 then
    for _, cost in ipairs(t:plug_costs(me)) do
      list[#list + 1] = ("%d skill point%s: %s"):format(cost, cost == 1 and "" or "s",
        notes.plug(cost, t, me))
    end
  elseif #me.scoring > 0 then
    local cards, value = notes.best_values(t, me)
    for i, card in ipairs(cards) do cards[i] = tostring(card) end
    list[1] = ("Your best run, %s, adds %d: %s"):format(#cards > 0 and table.concat(cards, " ")
      or "none", value, notes.whole(t, me, me.fish.score + value))
  end
  return landing(t, me, me.strain and { me.strain } or t.rules.strains, list)
end

return { screen = screen, odds = odds, scores = scores, explain = explain }
