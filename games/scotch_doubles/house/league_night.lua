-- League night: every rack is played at a table of its own, with cards of its
-- own; one scorer types the results as they come in.
local house = variant "scotch_doubles"
house.title = "Poker Pool league night"
house.one_line = "several tables; the scorer types results: won Sharks 3"
house.rules.balls = "real"
house.rules.draw = false
house.order = { "enter", { "next_round", { "results" } }, "pay_out" }
house.about = { results = "The results of the round come in, one table after another." }
house.usual = { seats = 6, who = "people" }

function house.brief_scorer(t, team)
  t:say("The scorer types results as they come in: `won %s 3` when the others had 3 cards left. "
    .. "`pairings` and `standings` list them, `replay %s` opens a rack again, `:undo` "
    .. "takes a mistake back. `:join` and `:leave` are for teams that come late or withdraw.", team,
    team)
end

return house
