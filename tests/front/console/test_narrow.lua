-- Narrow terminals: at 40 columns no line of any screen is wider, and no word is cut or torn. Each game and each of its
-- variants is played twice with the same typed lines, at 40 and at 200 columns.

local files = require "host.files"
local folders = require "shared.folders"
local tools = dofile "tests/front/tools.lua"
local tty = require "host.tty"

TestNarrow = {}

local NARROW, WIDE = 40, 200 -- columns
local LINES, OF_VARIANT = 90, 30 -- that are typed
local LEAST = 20 -- lines that come of it

-- What is typed: mostly answers, right and wrong, and every command that shows something.
local TYPED = { "", "", "1", "2", "1 2", "3", "y", "no", "nothing at all", ":scores", ":odds", ":why", ":hint",
  ":table", ":hand", ":log", ":last", ":rules", ":help", ":set", ":seats", ":undo", ":next 3" }

local function typed(game)
  local random, lines = tools.chance("narrow/" .. game), {}
  for i = 1, game:find("+", 1, true) and OF_VARIANT or LINES do lines[i] = TYPED[1 + random(#TYPED)] end
  return table.concat(lines, "\n") .. "\n"
end

-- The lines that a game shows at so many columns.
local function shown(folder, game, columns)
  local input = folder .. "/typed"
  tools.write(input, typed(game))
  local pipe = assert(io.popen(("XDG_STATE_HOME=%s COLUMNS=%d %s play %s --seed narrow --one-person <%s 2>&1"):format(
    folder, columns, files.program(), game, input)))
  local lines = {}
  for line in pipe:lines() do lines[#lines + 1] = line end
  pipe:close()
  return lines
end

local function words_of(lines)
  local set = {}
  for _, line in ipairs(lines) do
    for word in line:gmatch "[^ ]+" do set[word] = true end
  end
  return set
end

-- Lines drawn between things are as long as the screen is wide.
local function is_drawn(word) return word:gsub("[─-]", "") == "" end

local function check(folder, game)
  local narrow, known = shown(folder, game, NARROW), words_of(shown(folder, game, WIDE))
  lu.assertTrue(#narrow > LEAST, game)
  for _, line in ipairs(narrow) do
    local is_to_be_copied = line:find(folder, 1, true) or not line:find "%S%s+%S"
    if not is_to_be_copied then lu.assertTrue(tty.width(line) <= NARROW, ("%s: too wide: %s"):format(game, line)) end
    for word in line:gmatch "[^ ]+" do
      local is_whole = known[word] or is_drawn(word) or word:find(folder, 1, true) ~= nil
      lu.assertTrue(is_whole, ("%s: `%s` is no word of the wide screen: %s"):format(game, word, line))
    end
  end
end

function TestNarrow.test_no_line_is_wider_cut_or_torn()
  tools.in_folder(function(folder)
    for _, game in ipairs((folders.games())) do
      check(folder, game)
      for _, variant in ipairs(folders.variants(game)) do check(folder, game .. "+" .. variant) end
    end
  end)
end
