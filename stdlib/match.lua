-- Matches: several hands until somebody has won enough of them.
--
-- Owns when a match is over. Always true: nothing is kept here; the totals are
-- state or pools of the game's seats, and the game itself says what to do.

local fields = require "fields"

local match = {}

--- The seat that has won a match: the only one with the highest total, when
--- that total has reached the goal. A tie at the top has no winner yet.
---@param t table the game's table
---@param what string|function the name of a number in each seat's state ("points"), or a function of the seat (nil: not counted)
---@param goal number the total that has to be reached
---@return seat|nil the winner, or nil while the match goes on
---@example match.winner(t, "points", 30) --> Clara
--- match.winner(t, "points", 50) == nil --> true
function match.winner(t, what, goal)
  fields.argument("match.winner", "the goal", goal, "number")
  local best, most = t:best_seats(type(what) == "function" and what or function(seat) return seat[what] end)
  if #best == 1 and most >= goal then return best[1] end
end

return match
