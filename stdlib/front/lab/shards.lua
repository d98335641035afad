-- Games played in parts, one after another or on many machines at once. A *part* is a file with the rows of a block of the
-- games. Merged, the rows are handed on in the order of a single run, so the same is printed.
--
--   croupier part 1
--   hash SHA-256 of everything on which the games depend
--   of scripts SHA-256  each thing that the hash covers: program, library, scripts, seats; a refusal says which differs
--   shard 3 64
--   looked 1000         games when a report on them was first printed; only where --more keeps them
--   word ...            the command line without what may differ, a word a line; a newline in it is \n, a tab \t, a
--                       backslash \\
--   section 1 3 200     its number, tables, games; a command plays one section or several
--   r 120 1 6 2 0       a row: how it ended (result, no result, stopped, failed), its numbers
--   failure 7 text      of the section: the first row that failed, and its sentence
--   seconds 12.5
--   end SHA-256 of all before

local files = require "host.files"
local options = require "front.base.options"
local status = require "front.base.status"
local text = require "front.base.text"
local text_files = require "front.base.text_files"
local english = require "shared.english"
local lists = require "shared.lists"

local shards = {}

local HEAD = "croupier part 1\n"
local LETTERS = { result = "r", no_result = "n", stopped = "s", failed = "f" }
local ENDINGS = { r = "result", n = "no_result", s = "stopped", f = "failed" }
local OWN = { shard = true, output = true, csv = true, jsonl = true, jobs = true, json = true,
  more = true } -- may differ
local OFTEN = 60 -- seconds between two writings of a part that grows

-- --- which ---

local function slurm(name) return math.tointeger(tonumber(os.getenv("SLURM_ARRAY_TASK_" .. name))) end

-- The part and the number of parts of a Slurm array's task; nil outside of one.
local function slurm_shard()
  if not os.getenv "SLURM_ARRAY_TASK_ID" then return nil end
  local id, min, max, step = slurm "ID", slurm "MIN", slurm "MAX", slurm "STEP" or 1
  if not (id and min and max and step > 0) then
    status.refuse("can't tell which part this Slurm array task plays without SLURM_ARRAY_TASK_MIN and _MAX: "
      .. "use --shard K/N")
  end
  local k, n = (id - min) // step + 1, (max - min) // step + 1
  if (id - min) % step ~= 0 or n ~= (slurm "COUNT" or n) then
    status.refuse("the tasks of this Slurm array don't form a range like 1-64: use --shard K/N")
  end
  return k, n
end

-- 3 and 64 of "3/64", or of a Slurm array's task; nil if no part was asked for.
local function shard_of(given)
  local wanted = given:value "shard"
  if not wanted then return slurm_shard() end
  local k, n = wanted:match "^(%d+)/(%d+)$"
  k, n = math.tointeger(tonumber(k)), math.tointeger(tonumber(n))
  if k and n and k >= 1 and k <= n and n <= 1000000 then return k, n end
  status.refuse("--shard %s: expected a part and the number of parts, like 3/64", wanted)
end

--- The part that was asked for: { k =, n =, path = } or nil. Mistakes end the command.
function shards.asked(given)
  local path = given:value "output"
  local html = path and path:find "%.html?$"
  if given.command.name == "study" or given.merge then return nil end
  if given:value "more" then
    for _, name in ipairs { "until", "save", "shard" } do
      if given:value(name) then status.refuse("--%s and --more can't be used together", name) end
    end
    if not given:value "seed" then status.refuse("--more needs --seed: all games must use the same seed") end
    return nil
  end
  if not given:value "shard" and (not path or html) then
    if os.getenv "SLURM_ARRAY_TASK_ID" then -- each task may play another run, but most likely -o was forgotten
      status.complain("this task of a Slurm array plays the whole run: `-o PART` would play one part of it")
    end
    return nil
  end
  local k, n = shard_of(given)
  if not k then return nil end
  if html then status.refuse("-o %s: --shard writes a part there: expected a name like %d.part", path, k) end
  for _, name in ipairs { "until", "save", "csv", "jsonl", "json" } do
    if given:value(name) then
      status.refuse("--%s can't be used with a part: %s", name,
        name == "until" and "when to stop depends on all games together"
        or name == "save" and "journals are saved only by a run on one machine" or "give it to `croupier merge`")
    end
  end
  if not path then status.refuse("--shard %d/%d needs a file for the part: -o PART", k, n) end
  if not given:value "seed" then status.refuse("--shard needs --seed: all parts must use the same seed") end
  return { k = k, n = n, path = path, sections = {} }
end

-- --- what all parts have in common ---

-- The command line as words, without what may differ.
local function words_of(given)
  local typed = {}
  for i = 0, #given.rest do
    typed[#typed + 1] = i == 0 and given.command.name or given.rest[i]
    for _, one in ipairs(given.whole or given.list) do
      if one.after == i and not OWN[one.option] then typed[#typed + 1] = options.word(one) end
    end
  end
  return typed
end

-- Adds the names and texts of all files below a folder.
local function add_files(all, folder)
  local names = files.list(folder) or {}
  table.sort(names)
  for _, name in ipairs(names) do
    local path = folder .. "/" .. name
    if (files.stat(path) or {}).kind == "folder" then add_files(all, path)
    else all[#all + 1] = name .. "\0" .. files.sha256(text_files.read(path) or "") end
  end
end

local MADE_OF = { { "program", "the program" }, { "library", "the library" }, { "scripts", "the game's scripts" },
  { "seats", "the players, their profiles or their bots" } }

-- Hashes of everything on which the games depend, by the names in MADE_OF; and the hash of these and of the command line.
local function hash_of(typed, setups)
  local all = { program = { text_files.read(files.program()) }, library = {}, scripts = {}, seats = {} }
  if setups[1].stdlib then add_files(all.library, setups[1].stdlib) end
  for _, setup in ipairs(setups) do
    table.insert(all.scripts, setup.scripts)
    for seat = 0, #setup.players do
      local player = setup.players[seat] or {}
      table.insert(all.seats, ("%s\0%s\0%s"):format(player.name or "", player.profile or "",
        setup.answerers[seat] or ""))
    end
  end
  local of, text_of = {}, { table.concat(typed, "\0") }
  for i, one in ipairs(MADE_OF) do
    of[one[1]] = files.sha256(table.concat(all[one[1]], "\0\0"))
    text_of[i + 1] = of[one[1]]
  end
  return files.sha256(table.concat(text_of, "\0")), of
end

-- How two runs { words =, of = } differ, in words: in the hashes that they depend on, and in their command lines.
local function difference(one, other)
  local list = lists.collect(MADE_OF, function(what) return one.of[what[1]] ~= other.of[what[1]] and what[2] or nil end)
  local first, second = lists.set(one.words), lists.set(other.words)
  local only = lists.collect(one.words, function(word) return not second[word] and word or nil end)
  local others = lists.collect(other.words, function(word) return not first[word] and word or nil end)
  if #only + #others > 0 then
    list[#list + 1] = ("the command line (%s; %s)"):format(#only > 0 and table.concat(only, " ") or "-",
      #others > 0 and table.concat(others, " ") or "-")
  elseif table.concat(one.words, "\0") ~= table.concat(other.words, "\0") then
    list[#list + 1] = "the order of the command line"
  end
  return #list > 0 and english.list(list) or "the version of the parts"
end

-- --- reading ---

local function read_text(path)
  local whole = status.or_fail(text_files.read(path))
  if whole == "" then status.fail("%s: the file is empty: delete it and play the part again", path) end
  if whole:sub(1, #HEAD) ~= HEAD then status.fail("%s: not a part written by croupier", path) end
  local body, sum = whole:match "^(.*)end (%x+)\n$"
  if body and files.sha256(body) == sum then return body end
  status.fail("%s: the part is incomplete or damaged: delete it and play it again", path)
end

-- A section: its rows are lines.
local function section_of(tables, games, lines, seconds)
  local section = { tables = tonumber(tables), games = tonumber(games), seconds = tonumber(seconds),
    rows = lists.matches(lines, "\n([rnsf] [^\n]*)") }
  local row, why = lines:match "\nfailure (%d+) ([^\n]*)"
  if row then section.failed_row, section.failure = tonumber(row), text.unescape(why) end
  return section
end

-- A part's { path =, hash =, k =, n =, words =, sections = { tables =, games =, rows =, failed_row =, failure =, seconds = }
-- by number }. A file that isn't a whole part ends the command.
local function read(path)
  local body = read_text(path)
  local part = { path = path, of = {}, sections = {}, hash = body:match "\nhash (%x+)\n",
    words = lists.collect(lists.matches(body, "\nword ([^\n]*)"), text.unescape) }
  for name, hash in body:gmatch "\nof (%l+) (%x+)" do part.of[name] = hash end
  local k, n = body:match "\nshard (%d+) (%d+)\n"
  part.k, part.n, part.looked = tonumber(k), tonumber(n), tonumber(body:match "\nlooked (%d+)\n")
  for number, tables, games, lines, seconds in
    body:gmatch "\nsection (%d+) (%d+) (%d+)(.-)\nseconds ([%d.]+)%f[\n]" do
    part.sections[tonumber(number)] = section_of(tables, games, lines, seconds)
  end
  return part
end

-- --- playing one ---

local function section_text(section, i)
  local failure = section.failure and ("failure %d %s\n"):format(section.failed_row, text.escape(section.failure)) or ""
  local rows = #section.rows > 0 and table.concat(section.rows, "\n") .. "\n" or ""
  local head = ("section %d %d %d\n"):format(i, section.tables, section.games)
  return head .. rows .. failure .. ("seconds %.3f\n"):format(section.seconds)
end

-- Writes the part as far as it is played.
local function write(shard)
  local body = table.concat(lists.joined(
    { HEAD, ("hash %s\n"):format(shard.hash) },
    lists.collect(MADE_OF, function(what) return ("of %s %s\n"):format(what[1], shard.of[what[1]]) end),
    { ("shard %d %d\n"):format(shard.k, shard.n), shard.looked and ("looked %d\n"):format(shard.looked) or "" },
    lists.collect(shard.words, function(word) return "word " .. text.escape(word) .. "\n" end),
    lists.collect(shard.sections, section_text)))
  local option = (shard.option or "-o ") .. shard.path
  status.or_fail_about(option, files.replace(shard.path, body .. "end " .. files.sha256(body) .. "\n"))
  shard.written = files.now()
end

-- Sets what tells the run of a part from other runs: its command line, and hashes of what its games depend on.
local function identify(part, plan)
  part.words = words_of(plan.given)
  part.hash, part.of = hash_of(part.words, plan.bases)
  return part
end

local function begin(plan)
  local shard = plan.shard
  if shard.hash then return end
  identify(shard, plan)
  shard.written, shard.former = files.now(), {}
  if not files.stat(shard.path) then return end
  local former = read(shard.path) -- played by an earlier run of the same command
  if former.hash ~= shard.hash then
    status.fail("%s is part of another run, which differs in %s: expected a new file, or the part to continue",
      shard.path, difference(former, shard))
  elseif former.k ~= shard.k or former.n ~= shard.n then
    status.fail("%s is part %d of %d of this run: expected a new file, or the part to continue", shard.path, former.k,
      former.n)
  end
  shard.former, shard.gone_on, shard.looked = former.sections, true, former.looked
end

local function row_text(ending, numbers)
  return LETTERS[ending] .. " " .. table.concat(lists.collect(numbers, function(number)
    return (math.type(number) == "integer" and "%d" or "%a"):format(number)
  end), " ")
end

-- The games of a part: its first, and the first of the next part.
local function block(plan, part) return (part.k - 1) * plan.games // part.n, part.k * plan.games // part.n end

-- Plays the games `first` to last - 1 of plan.setups by play(plan), except those that the section has already, and adds them
-- to it: the outcome. each(row, ending, numbers, is_added) counts rows from `first`. After a signal, rows beyond a gap aren't
-- added.
local function play_rest(plan, play, section, first, last, each)
  local rows, tables = section.rows, #plan.setups
  for n = #rows, #rows // tables * tables + 1, -1 do rows[n] = nil end -- whole games alone
  local before, from = #rows, first + #rows // tables
  local some = setmetatable({ first = (plan.first or 0) + from, games = last - from }, { __index = plan })
  function some.each(row, ending, numbers)
    local is_next = row == #rows - before + 1
    if is_next then rows[#rows + 1] = row_text(ending, numbers) end
    return each(before + row, ending, numbers, is_next)
  end
  local outcome, why = { seconds = 0 }, nil
  if some.games > 0 then outcome, why = play(some) end
  if not outcome then return nil, why end
  section.seconds = section.seconds + outcome.seconds
  if outcome.failure and not section.failure then
    section.failure, section.failed_row = outcome.failure, from * tables + outcome.failed_row
  end
  outcome.failure, outcome.failed_row = section.failure, section.failed_row
  return outcome
end

--- Plays the games of plan.setups that fall to plan.shard, by play(plan), and writes them into the part: the outcome.
function shards.play(plan, play)
  begin(plan)
  local shard, i = plan.shard, #plan.shard.sections + 1
  local section = shard.former[i] or { tables = #plan.setups, games = plan.games, rows = {}, seconds = 0 }
  shard.sections[i] = section
  local first, last = block(plan, shard)
  local outcome, why = play_rest(plan, play, section, first, last, function(_, _, numbers, is_added)
    if not is_added then return end
    plan.played, plan.questions = plan.played + 1, plan.questions + numbers[1]
    if files.now() - shard.written > OFTEN then write(shard) end
  end)
  if outcome then write(shard) end
  return outcome, why
end

-- --- merging ---

--- The parts of one run, in order. Overlaps, gaps and parts of another run end the command.
function shards.together(paths)
  local all, by_number = lists.collect(paths, read), {}
  local one = all[1]
  for _, part in ipairs(all) do
    if part.hash ~= one.hash then
      status.fail("%s and %s are from different runs: they differ in %s", one.path, part.path, difference(one, part))
    elseif part.n ~= one.n then
      status.fail("%s is part %d of %d and %s part %d of %d: expected parts of one run", one.path, one.k, one.n,
        part.path, part.k, part.n)
    end
    if by_number[part.k] then
      status.fail("%s and %s are both part %d of %d", by_number[part.k].path, part.path, part.k, part.n)
    end
    by_number[part.k] = part
  end
  local missing = {}
  for k = 1, one.n do if not by_number[k] then missing[#missing + 1] = k end end
  if #missing > 0 then
    local more = #missing > 10 and (" and %d more"):format(#missing - 10) or ""
    local list = table.concat(missing, ", ", 1, math.min(10, #missing))
    status.fail("some of the %d parts are missing: %s%s", one.n, list, more)
  end
  return by_number
end

-- Scripts and program must be those that were played.
local function check_here(plan)
  local merge = plan.merge
  if merge.checked then return end
  local here = identify({}, plan)
  if here.hash ~= merge[1].hash then
    status.fail("%s was not played by this program with these scripts: it differs in %s", merge[1].path,
      difference(merge[1], here))
  end
  merge.checked, merge.section = true, 0
end

-- The section that is merged now. It must be whole; if it has no games, it may be missing.
local function whole_section(part, plan)
  local section, first, last = part.sections[plan.merge.section], block(plan, part)
  local tables, count = #plan.setups, section and #section.rows or 0
  local want = (last - first) * tables
  if count ~= want or section and (section.tables ~= tables or section.games ~= plan.games) then
    status.fail("%s is incomplete: %d of %d games; run its command again to continue", part.path, count, want)
  end
  return section or { rows = {}, seconds = 0 }
end

local function hand_on(rows, before, each)
  for i, line in ipairs(rows) do
    local numbers = lists.matches(line:sub(3), "%S+")
    for k, number in ipairs(numbers) do numbers[k] = tonumber(number) end
    each(before + i, ENDINGS[line:sub(1, 1)], numbers)
  end
end

--- Hands on the rows of the parts plan.merge, as simulation.play would: the outcome.
function shards.replay(plan)
  check_here(plan)
  local merge, outcome, row = plan.merge, { seconds = 0 }, 0
  merge.section = merge.section + 1
  for _, part in ipairs(merge) do
    local section = whole_section(part, plan)
    hand_on(section.rows, row, plan.each)
    if part.looked and part.looked < #section.rows // #plan.setups then plan.looked_at = part.looked end
    row, outcome.seconds = row + #section.rows, outcome.seconds + section.seconds
    if section.failure and not outcome.failure then
      outcome.failure, outcome.failed_row = section.failure, section.failed_row
    end
  end
  return outcome
end

-- --- going on ---

-- The words of a command line without the number of games.
local function besides_games(list)
  return lists.collect(list, function(word) return not word:find "^%-%-games=" and word or nil end)
end

-- The section of the file of --more, whose games are those of the same run, as many or fewer.
local function former_section(plan, more)
  local tables = #plan.setups
  local empty = { tables = tables, games = plan.games, rows = {}, seconds = 0 }
  if not files.stat(more.path) then return empty end
  local former = read(more.path)
  if former.n ~= 1 then
    status.fail("%s is part %d of %d: --more continues a whole run, part 1 of 1", more.path, former.k, former.n)
  end
  local wanted = { words = besides_games(more.words), of = more.of }
  local has = { words = besides_games(former.words), of = former.of }
  if hash_of(former.words, plan.bases) ~= former.hash
    or table.concat(wanted.words, "\0") ~= table.concat(has.words, "\0") then
    status.fail("%s is from another run, which differs in %s: expected the same run, except for -n", more.path,
      difference(has, wanted))
  end
  local section = former.sections[1]
  if not section or section.tables ~= tables then return empty end
  local whole = #section.rows // tables
  if whole > plan.games then
    status.fail("%s has %d games already: expected -n %d or more", more.path, whole, whole)
  end
  -- the games of --shard may have been merged and looked at, once they were complete
  more.looked = former.looked or whole == section.games and whole or nil
  section.games = plan.games
  return section
end

--- Hands on the rows in the file plan.more, plays the other games by play(plan) and writes them there too: the outcome.
--- plan.looked_at: how many games there were when a report was first printed.
function shards.go_on(plan, play)
  local more = identify({ k = 1, n = 1, path = plan.more, option = "--more ", sections = {} }, plan)
  local section = former_section(plan, more)
  hand_on(section.rows, 0, plan.each)
  local outcome, why = play_rest(plan, play, section, 0, plan.games, plan.each)
  if not outcome then return nil, why end
  local whole = #section.rows // #plan.setups
  more.sections[1] = section
  if more.looked and more.looked < whole then plan.looked_at = more.looked end
  more.looked = more.looked or whole
  write(more)
  return outcome
end

return shards
