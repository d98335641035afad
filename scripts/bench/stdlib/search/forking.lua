-- For the bench: what a search's worlds and playouts cost at the open question.

local memory = require "search.memory"
local step_record = require "search.step_record"

local forking = {}

local MOST = 5000 -- questions in a playout
local ANSWERS = 4 -- that are tried in a world

--- Plays on by chance to the game's end, from so many forks of imagined worlds: the seconds that each fork took, and
--- those of all playouts with them, and how many questions were asked in these.
function forking.measure(b, seat, playouts)
  local chance = rng.new "forking"
  local function random(n) return chance:below(n) end
  local draw, faces = memory.worlds(b, seat), b.card_faces
  local function now() return (engine.search_clock(b.block)) end
  local forks, all, questions, world = {}, 0, 0, nil
  step_record.begin(b, seat)
  for n = 1, playouts do
    world = n % ANSWERS == 1 and { faces = draw(random), number = n } or world
    local start = now()
    local same = step_record.enter(b, world, 0)
    local forked = now()
    if same then
      local _, before = engine.count(b.block)
      engine.stage_random(b.block)
      engine.search_play(b.block, -1, 0, MOST)
      local _, after = engine.count(b.block)
      forks[#forks + 1], all, questions = forked - start, all + now() - start, questions + after - before
    end
  end
  step_record.leave(b, faces)
  return forks, all, questions
end

return forking
