-- Matches: several hands until somebody has won enough of them.
--
-- Owns when a match is over. Always true: nothing is kept here; the totals are
-- state or pools of the game's seats, and the game itself says what to do.

local fields = require "fields"

local match = {}

--- Matches: several hands until somebody has won enough of them. The game counts, in a state or a pool of each seat;
--- match.winner says who has won the match, nil while it goes on: the one seat with the highest total, once that has reached
--- the goal. A tie at the top plays on.
---
--- It asks nothing. Call it at the end of the step that counts, and end the list of the hands with `done` when it gives a seat.
---
--- Common mistakes: the name of a pool as a text (match.winner reads numbers; for a pool give a function, as in the
--- second example); players who can stay tied at the top, so that the match never ends (the game needs a rule for that).
---@topic Around the game: match, best of, first to
---@example local match = require "match"
--- return game {
---   title = "High Card", seats = { 2, 4 }, deck = "standard",
---   rules = { goal = { 3, "hands that win the match", min = 1, max = 9 } },
---   piles = { seat = { shown = "everyone" } },
---   state = { seat = { won = 0 } },
---   order = { { "hand" }, "over" },
---   hand = function(t)
---     t:gather(t.deck)
---     t.deck:shuffle()
---     for seat in t:seats() do t.deck:draw(1, seat.shown) end
---     local best = t:best_seats(function(seat)
---       return seat.shown:top().value
---     end)
---     for _, seat in ipairs(best) do seat.won = seat.won + 1 end
---     if match.winner(t, "won", t.rules.goal) then return done end
---   end,
---   over = function(t) t:finish(t:rank_by "won") end,
--- }
---@example match.winner(t, function(seat) return seat.chips:amount() end, 60) == nil --> true
---@see match.winner, order, again, tournament.play, library

--- The seat that has won a match: the only one with the highest total, when
--- that total has reached the goal. A tie at the top has no winner yet.
---@param t table the game's table
---@param what string|function the name of a number in each seat's state ("points"), or a function of the seat (nil: not counted)
---@param goal number the total that has to be reached
---@return seat|nil the winner, or nil while the match goes on
---@example match.winner(t, "points", 30) --> Clara
--- match.winner(t, "points", 50) == nil --> true
function match.winner(t, what, goal)
  local best, most = t:best_seats(type(what) == "function" and what or function(seat) return seat[what] end)
  if #best == 1 and most >= goal then return best[1] end
end

return fields.checked("match", match, { winner = "t what:any goal:number" })
