-- Golden playthroughs: one game of a fixed seed by fixed bots, told in full, in a file beside the game:
-- games/GAME/golden/NAME.txt, NAME being the game's for the game itself and the variants' for those ("deep_water", "a+b").
--
-- The text is what `croupier replay` tells of a finished game, cards as letters, without the wrapping that a terminal's
-- width would bring in. The file's first lines say who plays and with what, so that it can be played again from itself
-- alone, and a person can change them; nothing of the command line's defaults may reach a golden. A variant's holds only
-- what differs from the game's (see changed_lines.lua), so that what both share is written, read and reviewed once.

local changed_lines = require "front.session.changed_lines"
local files = require "host.files"
local folders = require "shared.folders"
local options = require "front.base.options"
local replay = require "front.session.replay"
local scripts = require "front.session.scripts"
local configuration = require "front.session.configuration"
local session = require "front.session.session"
local status = require "front.base.status"
local text_files = require "front.base.text_files"
local english = require "shared.english"
local lists = require "shared.lists"

local golden = {}

local QUESTIONS_MOST = 20000
local LINES_LONG = 300 -- more than a person likes to read in a diff
local SETTINGS = { seats = true, seed = true, set = true, player = true }

-- --- who plays ---

-- The words of a command line that the first lines of a golden make: "# --seats heron,random".
local function words_of(text)
  local typed = {}
  for line in text:gmatch("([^\n]*)\n") do
    if line:sub(1, 1) ~= "#" then break end
    local name, value = line:match("^# %-%-(%S+) *(.*)$")
    if name then typed[#typed + 1] = ("--%s=%s"):format(name, value) end
  end
  return typed
end

local function given_words(given)
  return lists.collect(given.list, function(one)
    return SETTINGS[one.option] and ("--%s=%s"):format(one.option, one.value) or nil
  end)
end

local COMMAND = { name = "golden", usage = "", options = options.seating, words = { 0, 0 } }

-- The options of a golden: the command line's where it gives any, else the file's.
local function settings_of(g)
  local typed = given_words(g.given)
  if #typed == 0 then typed = words_of(g.text or "") end
  if not table.concat(typed, "\n"):find "%-%-seed=" then typed[#typed + 1] = "--seed=golden" end
  return status.try(options.read, COMMAND, { "golden", table.unpack(typed) })
    or status.fail "its first lines don't look like those that `--write` writes"
end

-- The configuration of the session, and the lines of the file's head that say it.
local function seat_players(g)
  local settings = settings_of(g)
  local config = status.or_fail(configuration.read(settings, g.game, { people = false, usual = configuration.USUAL }))
  local head = {}
  if not settings:value("seats") then -- best bot and random by turns
    for i = 2, #config.players, 2 do config.answerers[i] = "random" end
    head[#head + 1] = "--seats " .. table.concat(config.answerers, ",", 1, #config.players)
  end
  for _, one in ipairs(settings.list) do head[#head + 1] = ("--%s %s"):format(one.option, one.value) end
  return config, head
end

-- --- the game ---

local function play(config)
  local s = status.or_fail(session.begin(config))
  replay.record_all(s)
  local problem = s:play_out(QUESTIONS_MOST)
  if problem then status.fail(problem) end
  if s.state == "question" then
    status.fail("the game is not over after %d questions: make it shorter with --set", QUESTIONS_MOST)
  end
  return s
end

local function tell(s)
  local lines = lists.joined({ "" }, lists.collect(replay.lines(s, true, "letters"), "text"), { "\nstandings" })
  local rows = s:standings()
  for _, row in ipairs(rows or {}) do
    lines[#lines + 1] = ("%3d. %s%s"):format(row.place, s:name(row.seat),
      row.score and "   " .. tostring(row.score) or "")
  end
  if not rows then lines[#lines + 1] = "No result." end
  return table.concat(lines, "\n") .. "\n"
end

-- --- what came of it ---

-- The lines of a file, and the number of the first after its head.
local function lines_of(text)
  local lines, at = changed_lines.split(text or ""), 1
  while lines[at] and lines[at]:sub(1, 1) == "#" do at = at + 1 end
  return lines, at
end

-- Of the game that a variant belongs to: the lines of its golden, and the number of the first; none where there is no such file.
local function base_lines(g) return lines_of(g.base and text_files.read(g.base)) end

-- Prints the first line that differs.
local function compare(g, told)
  local lines, from = lines_of(g.text)
  local old, where = changed_lines.apply(base_lines(g), lines, from)
  if not old then status.fail("line %d does not match %s; `--write` for the game writes both", where, g.base) end
  local now = lines_of(told)
  local i = 1
  while old[i] and old[i] == now[i] do i = i + 1 end
  if i > #old and i > #now then return true end
  local function shown(line) return line and line ~= "" and line or "nothing more" end
  local number = where[i] or #lines + 1
  io.write(("%s:%d: %s took a different course\n  written: %s\n  now:     %s\n"):format(number < 0 and g.base or g.path,
    math.abs(number), g.game, shown(old[i]), shown(now[i])))
  return false
end

-- The file: its head, then the game in full, or of a variant what differs; and how many lines that is.
local function file_of(g, head, told)
  local base, from = base_lines(g)
  local changes = changed_lines.of(base, from, (lines_of(told)))
  local what = g.base and "one game, as far as it differs from " .. g.base:match "[^/]*$" or "one game told in full"
  local first = { ("%s, %s, for `croupier test --golden`."):format(g.game, what),
    ("`croupier test --golden --write %s` rewrites it."):format(g.game) }
  local text = "# " .. table.concat(lists.joined(first, head), "\n# ") .. "\n" .. table.concat(changes, "\n") .. "\n"
  return text, #changes
end

local function write(g, head, told)
  local file, count = file_of(g, head, told)
  if g.text == file then return true end
  status.or_fail_about(g.path, files.replace(g.path, file))
  io.write(("%s: %s, %s%s\n"):format(g.path, g.text and "changed" or "new", english.count(count, "line"),
    count > LINES_LONG and "; fewer are easier to read, --set can make the game shorter" or ""))
  return true
end

local function is_right(g)
  local config, head = seat_players(g)
  local writing = g.given:value("write")
  if not g.text and not writing then
    io.write(("%s: missing; `croupier test --golden --write %s` writes it\n"):format(g.path, g.game))
    return false
  end
  local s = play(config)
  local told = tell(s)
  s:close()
  if writing then return write(g, head, told) end
  return compare(g, told)
end

-- One golden: right or not; what is wrong is printed as "FILE:LINE: what".
local function check(given, game, path, base)
  local g = { given = given, game = game, path = path, base = base, text = text_files.read(path) }
  local right, wrong = status.try(is_right, g)
  if wrong then io.write(status.names_script(wrong) and "" or path .. ": ", wrong, "\n") end
  if right and given:value("list") then io.write("ok ", path, "\n") end
  return right
end

-- --- which ---

-- The names of the goldens of a game: its own (false), the variants', and of those in its folder that are neither: of
-- several variants together, or of one that is no more, which then is said.
local function names_of(game, folder, own)
  local names, known = { false }, { [own] = true }
  for _, name in ipairs(folders.variants(folders.split(game))) do names[#names + 1], known[name] = name, true end
  for _, file in ipairs(files.list(folder) or {}) do
    local name = file:match("^(.+)%.txt$")
    if name and not known[name] then names[#names + 1] = name end
  end
  return names
end

-- Calls `each` with the game and path of every golden that a word means, and of a variant's the path of the game's:
-- "fish_out" is the game and its variants, "fish_out+a" that alone.
local function goldens_of(word, making, each)
  local game, variants = word:match("^([^+]*)%+?(.*)$")
  local home = scripts.folder(game)
  if not home then return each(word, word) end -- which says what is wrong
  local folder, own = home .. "/golden", game:match("([^/]*)/*$")
  if making then files.mkdir(folder) end
  for _, name in ipairs(variants ~= "" and { variants } or names_of(game, folder, own)) do
    local base = ("%s/%s.txt"):format(folder, own)
    if name then each(game .. "+" .. name, ("%s/%s.txt"):format(folder, name), base) else each(game, base) end
  end
end

local function check_given(given)
  if #given_words(given) == 0 then return end
  if not given:value("write") then
    status.refuse("--seats, --seed, --set and --player go with --golden --write: an existing golden already says "
      .. "who plays")
  end
  if #given.rest ~= 1 then
    status.refuse("--seats, --seed, --set and --player: expected one game, like `--golden --write "
      .. "fish_out+deep_water`")
  end
end

--- Checks, or with --write writes, the goldens of the games that are named, of all where none is: how many were right,
--- how many not. A wrong command line ends the command.
function golden.run(given)
  local passed, failed = 0, 0
  check_given(given)
  for _, word in ipairs(#given.rest > 0 and given.rest or folders.games()) do
    goldens_of(word, given:value("write"), function(game, path, base)
      if check(given, game, path, base) then passed = passed + 1 else failed = failed + 1 end
    end)
  end
  return passed, failed
end

return golden
