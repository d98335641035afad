-- croupier study: one page about what a game is like.

local experiment = require "experiment"
local options = require "options"
local status = require "status"

local command = {
  summary = "report what a game is like, on one page",
  usage = [[
GAME[+VARIANT...] [options]

Has bots play a game and reports what it is like. A +- is half of a 95 %
interval for the mean. The measures, and where they come from:

questions, rounds, minutes
    Decisions in a game; how often a list of the order began anew; at 5
    seconds a decision. (Game length: R. Gaina et al., TAG, AIIDE 2020.)
decisions with one legal answer
    Nobody is asked those. They are part of all decisions.
decisions with all answers as good
    In each game one decision is looked at closely: every answer is played
    on from, at random, with the same cards unseen and the same chance to
    come, and brings the seat the same score or place. Of those that were
    looked at; choices of several cards and texts are left out.
answers to choose from
    The mean number of legal answers of a question about one option, one
    card or a number: TAG's branching factor. Choices of several cards and
    texts are left out.
ties
    Games with a shared first place.
lead changes, last lead change, winner known
    How often somebody else takes the sole lead, looked at between steps;
    how far into the game that last happened; and from when on the winner
    leads to the end (1 if another leads at the end). (C. Browne,
    Automatic Generation and Evaluation of Recombination Games, 2008.) The
    leader is read from the number of each seat, in its state, pools or
    piles, that best predicts its final score; if none does, it is unknown.
seat advantage
    Share of wins and score of each seat, with the same bot in every seat.
luck and skill
    Luck is the spread of scores within a game between equal bots. Skill is
    the difference between the mean scores of the best bot and a random one
    at the same table, divided by that spread; and how often the better one
    places higher. (After signal and noise; compare `croupier tournament`.)
never
    Rules that nothing read; steps that nothing ran or called, apart from
    what texts, screens and bots call; options and cards that were offered
    and nobody took; cards that nobody could take.

All this depends on the bots: a weak bot misses what a person would find.]],
  words = { 1, 1 },
}

command.options = options.join({
  { "games", letter = "n", value = "NUMBER", help = "how many games, 200 by default" },
}, options.seating, {
  { "jobs", letter = "j", value = "NUMBER", help = "threads for the duel of the bots, by default one per processor" },
  { "limit", value = "QUESTIONS", help = "stop a game after this many, 100000 by default" },
  experiment.html,
})

-- --- playing ---

local function play_slowly(s, plan)
  local lab, files = require "host.lab", require "host.files"
  local w = status.opened(require("worlds").open(s.setup))
  local start = files.now()
  lab.hold(true)
  for number = 1, plan.games do
    plan.signal = lab.signal()
    if plan.signal then break end
    s:add(w:table("world.study", "game", plan.seed, number, s.setup.answerers, plan.limit))
    plan.terminal:progress("games", number, plan.games)
    w:collect(64)
  end
  lab.hold(false)
  plan.played, plan.questions, plan.seconds = s.played, s.decided - s.forced, files.now() - start
  plan.failure = s.failure
  s.unused = w:table("world.study", "unused", s.steps)
  w:close()
end

-- The bot of the first seat against random ones.
local function play_duel(s, plan)
  local best = s.setup.answerers[1]
  if plan.signal or best == "random" or #s.setup.players < 2 then return end
  local t = require("tournament").new(s.setup, { best, "random" })
  plan.setups = t.tables
  experiment.play(plan, function(...) t:add(...) end)
  s.duel = t
end

function command.run(given)
  local plan = experiment.plan(given, 200)
  local s = require("study").new(plan.bases[1])
  play_slowly(s, plan)
  play_duel(s, plan)
  return experiment.finish(plan, require "study_report", s, s.ends.failed > 0)
end

return command
