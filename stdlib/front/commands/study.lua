-- croupier study: one page about what a game is like.

local experiment = require "front.lab.experiment"
local options = require "front.base.options"
local status = require "front.base.status"

local command = {
  summary = "report what a game is like, on one page",
  writes = require("front.base.wall").reports,
  usage = [[
GAME[+VARIANT...] [options]

Has bots play a game and reports what it is like. From 20 games on, each
mean has a 95% interval; those of shares stay between 0 and
100% (E. B. Wilson, Journal of the American Statistical Association 22,
1927). The measures, and where they come from:

questions, minutes
    Decisions in a game, and how long they take at 5 seconds each. (Game
    length: R. Gaina et al., TAG: A Tabletop Games Framework, workshops of
    AIIDE 2020. The 5 seconds are our own.)
rounds
    How often a list within the order was begun, the last time included,
    for each such list, nested ones too. Where there are several, each is
    named after its first step that appears nowhere else. (Our own.)
decisions with one legal answer
    Nobody is asked those; they are part of all decisions. In secret rounds
    (t:ask_all) everybody is asked, and such decisions are not counted as
    having one answer. (Our own.)
decisions with equally good answers
    In each game about two decisions are looked at closely. Every answer
    (eight of them, if there are many) is played on from four times, with
    the same unseen cards and the same chance to come, by the game's best
    bot, or at random if it has none. All count as equal if they bring the seat
    the same score or place each time.
    The share is of the decisions that were looked at; choices of several
    cards and texts are left out. (Our own.)
answers to choose from
    The mean number of legal answers of a question about one option, one
    card or a number. Choices of several cards and texts are left out.
    (Branching factor, as in TAG.)
ties
    Games with a shared first place. (After draws in C. Browne, Automatic
    Generation and Evaluation of Recombination Games, 2008.)
lead changes, last lead change, winner known
    How often somebody else takes the sole lead, looked at between steps;
    how far into the game that last happened; and from what point the winner
    leads to the end (1 if another leads at the end). The leader is read
    from the number of each seat, in its state, pools or piles, that at the
    end correlates best with its final score. If no number reaches a correlation
    of 0.9 (or -0.9: then the lowest leads), the leader is unknown. (Lead
    changes: after Browne. The others are our own.)
round by round
    A round is one pass through a list of the order, the outermost that was
    gone through more than once. After each one that half of the games
    reached: the running score over all seats, its mean and the 5th, 50th
    and 95th percentile; how often the sole leader wins the game (a shared
    first place in parts, games without a sole leader left out); and in how
    many games another seat leads than before. (Our own.)
seat advantage
    Share of wins and score of each seat. With the same bot in every seat,
    differences come from the seats. (After advantage in Browne.)
luck and skill
    Luck is the spread of scores within a game: the standard deviation
    between the seats, over all games. With the same bot in every seat, it
    is luck alone, plus the advantage of some seats. Skill is the difference
    between the mean scores of the first seat's bot and a random one at the
    same table, divided by that spread (after the effect size d: J. Cohen,
    Statistical Power Analysis for the Behavioral Sciences, 1988); and how
    often the better one places higher, ties counting half (A. Vargha and
    H. Delaney, Journal of Educational and Behavioral Statistics 25, 2000).
    This luck-skill comparison is our own; compare `croupier tournament`.
cards
    Held: the share of seats that had the card in a pile that only its owner
    sees, at a question or between two steps (in a game without such piles,
    in any pile of a seat). Chosen: how often it was taken where a question
    offered it. Held/won and chosen/won are correlations within the games
    (K. Pearson, 1895): from -1 to 1, and 0 where the card makes no
    difference. A correlation is no proof that a card wins: whoever stays in
    a game longer holds more cards. The star stands where luck alone would
    show as much, for any of the cards, in one run out of 20 (C. Bonferroni,
    1936), with a game as one sample. (Our own.)
never
    Rules that nothing read; steps that nothing ran or called: no step, no
    text, no bot, nor the screen, odds and notes that a person would see at
    the decisions that are looked at. Nobody acts out of turn, joins or
    leaves here. Options and cards that were offered and nobody took; cards
    that nobody could take. Questions with more than 24 different answers
    are left out of the options. (Our own.)

All this depends on the bots: a weak bot misses what a person would find.]],
  arguments = { 1, 1 },
}

command.options = options.join({
  { "games", letter = "n", value = "NUMBER", help = "how many games, 200 by default" },
}, options.seating, experiment.playing, { experiment.html, experiment.json })

-- --- playing ---

local function play_slowly(s, plan)
  local files = require "host.files"
  local w = status.opened(require("front.session.worlds").open(s.setup))
  local start = files.now()
  plan.counted = "games studied"
  s:play(w, plan, experiment.watch(plan))
  plan.terminal:progress()
  plan.played, plan.questions, plan.seconds = s.played, s.asked:figures().sum, files.now() - start
  plan.failure = s.failure
  s.unused = w:call_with_table("measure.study", "unused", s.used, s.steps)
  w:close()
end

-- The bot of the first seat against random ones. These games are quicker, so they have a bar of their own.
local function play_duel(s, plan)
  local best = s.setup.answerers[1]
  if plan.signal or best == "random" or #s.setup.players < 2 then return end
  local t = require("front.lab.tournament").new(s.setup, { best, "random" })
  local played = plan.played
  plan.setups, plan.played, plan.counted = t.tables, 0, "games against random"
  experiment.play(plan, function(...) t:add(...) end)
  plan.played = plan.played + played
  s.duel = t
end

function command.run(given)
  local plan = experiment.plan(given, 200)
  local s = require("front.lab.study").new(plan.bases[1])
  play_slowly(s, plan)
  play_duel(s, plan)
  return experiment.finish(plan, require "front.lab.study_report", s, s.ends.failed > 0)
end

return command
