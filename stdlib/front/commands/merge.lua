-- croupier merge: the parts of a run that several machines played, as one machine would have told it.

local options = require "options"
local status = require "status"

local merge = {
  name = "merge",
  summary = "put the parts of a run of several machines together",
  usage = [[
PART... [options]

Prints what the run would have printed on one machine, to the last digit,
but for the line of speed. Each part is what `--shard 3/64 -o PART` of sim,
compare, sweep or tournament wrote. The scripts and the program must
be those that played; parts that overlap, are missing, are not played to
their end, or come from anything else are refused.

Example, with GNU parallel on two machines:
  parallel -S host1,host2 --return {}.part --wd . \
    croupier sim fish_out -n 100000 --seed 1 --shard {}/64 -o {}.part ::: {1..64}
  croupier merge *.part]],
  words = { 1, 100000 },
}

merge.options = options.join({
  { "output", letter = "o", value = "FILE.html", help = "the report as one page for a browser" },
  { "csv", value = "FILE", help = "every game there, a row a game and seat" },
  { "jsonl", value = "FILE", help = "the same, an object a line" },
  { "json", help = "for other programs: one object" },
})

function merge.run(given)
  local all = require("parts").together(given.rest)
  local words = all[1].words
  local command = require("commands").find(words[1]) or status.fail("%s: no part of a command here", all[1].path)
  for _, one in ipairs(given.list) do
    words[#words + 1] = "--" .. one.name .. (one.value ~= true and "=" .. one.value or "")
  end
  local again = options.read(command, words)
  again.merge = all
  return command.run(again)
end

return merge
