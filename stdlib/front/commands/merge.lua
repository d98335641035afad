-- croupier merge: joins the parts of a run that several machines played, and reports as one machine would.

local experiment = require "front.lab.experiment"
local options = require "front.base.options"
local status = require "front.base.status"

local merge = {
  summary = "merge the parts of a run shared among machines",
  writes = require("front.base.wall").reports,
  usage = [[
PART... [options]

Prints what the run would have printed on one machine, to the last digit,
except the line about speed. Each part was written by sim, compare, sweep
or tournament with `--shard 3/64 -o PART`. The scripts and the program must
be those that played the parts; parts that overlap, are incomplete or come
from another run are refused, as is a run with parts missing.

Example, with GNU parallel on two machines:
  parallel -S host1,host2 --return {}.part --wd . \
    croupier sim fish_out -n 100000 --seed 1 -j 1 \
    --shard {}/64 -o {}.part ::: {1..64}
  croupier merge *.part]],
  arguments = { 1, 100000 },
  options = experiment.outputs,
}

function merge.run(given)
  local all = require("front.lab.shards").together(given.rest)
  local words = all[1].words
  local command = require("front.base.commands").find(words[1])
    or status.fail("%s is not part of a mergeable run", all[1].path)
  for _, one in ipairs(given.list) do words[#words + 1] = options.word(one) end
  local again = options.read(command, words)
  again.merge = all
  return command.run(again)
end

return merge
