-- `croupier dice`: what it prints, and what it says of what it can't read.

local tools = dofile "tests/tools.lua"
local says, refuses = tools.says, tools.refuses

TestDiceCommand = {}

function TestDiceCommand.test_chances()
  says('dice "7d10>=7>=10" "5d10>=7"', 0, " 3   22.04%    69.44%   52.60%", "23.04%    31.74%   91.30%",
    "7d10>=7>=10 is higher: 67.37%; tie: 15.72%; 5d10>=7 is higher: 16.90%")
  says('dice --deck standard "5: ace >= 1"', 0, "5: ace >= 1: 34.12%, about 1 in 2.93")
  refuses("dice d66", 'd66: "d66" could be one die with 66 sides (1d66) or two dice, read as tens and ones (10*d6+d6)')
  refuses("dice", "an argument is missing: expected `croupier dice EXPRESSION... [options]`")
  refuses("dice --deck standard '5: fool'",
    "5: fool: no card of the deck is called `fool`: expected one rank, suit, color or name")
  refuses("dice --deck standard '5: hearst'",
    "5: hearst: no card of the deck is called `hearst`, did you mean `hearts`?")
  refuses("dice --deck standard '5: qeens >= 1'",
    "5: qeens >= 1: no card of the deck is called `qeens`, did you mean `queen`?")
  says("help dice", 0, "croupier dice EXPRESSION...", "successes", "t:roll")
end
