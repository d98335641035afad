-- croupier new: a game or a house rule to begin with.
--
-- author.new gives the texts. Here a terminal is asked for what was left out, the place is chosen, and the files are made:
-- only new ones, all or none.

local files = require "host.files"
local options = require "front.base.options"
local scripts = require "front.session.scripts"
local status = require "front.base.status"
local text_files = require "front.base.text_files"
local lists = require "shared.lists"

local new = {
  summary = "create a game or a house rule to start from",
  usage = [[
game NAME | variant GAME NAME [options]

Creates scripts that can be played at once, with a test, for you to
change. A game goes into the first folder of CROUPIER_PATH, games/ here or
your own folder of games; a NAME with a slash says where. A variant goes
into the first of them that you may write to; if GAME has a slash, into the
game's folder. At a terminal you are asked for the options that you
leave out. Nothing is ever overwritten.]],
  arguments = { 0, math.huge },
  completes = { "game", "variant" },
  completes_next = "games",
  options = {
    { "title", letter = "t", value = "TEXT", help = "its title" },
    { "seats", letter = "s", value = "SEATS", help = "for a game: 4, or 2-6" },
    { "deck", letter = "d", value = "DECK", help = "for a game: standard, jokers, own cards or a file like cards.csv" },
    { "player", value = "WORD", help = "for a game: what a player is called" },
    { "line", value = "TEXT", help = "for a variant: what is different, in one line" },
    { "set", value = "RULE=VALUE", completes = true, help = "for a variant: a rule and its new value" },
    options.stdlib,
  },
}

local SETS_MOST = 32
local NO_ACCESS, READ_ONLY = 13, 30 -- numbers of errors

-- --- asking ---

-- What a command makes: world, given (the options), prompt and terminal (nil where nobody can be asked), base (of a
-- variant, the game's name).
local Making = {}
Making.__index = Making

function Making:wrong(what, value) return self.world:call("author.new", "wrong", what, value, self.base or "") end

-- Asks until the line is right; an empty one is what stands in brackets.
function Making:ask(what, question, usual)
  local shown = question .. (usual ~= "" and (" [%s] "):format(usual) or " ")
  while true do
    local got, line = self.prompt:read(shown, true)
    if got ~= "line" then status.stop(status.interrupted, "nothing was created") end
    if line == "" then line = usual end
    local wrong = line ~= "" and self:wrong(what, line)
    if not wrong then return line end
    self.terminal:say(wrong)
  end
end

local function check(making, what, value)
  local wrong = making:wrong(what, value)
  return wrong and status.refuse(wrong) or value
end

-- The value of an option, asked for at a terminal, else the usual one.
function Making:take(what, question, usual)
  local value = self.given:value(what)
  if value then return check(self, what, value) end
  return self.prompt and self:ask(what, question, usual) or usual
end

function Making:take_sets()
  local sets = self.given:all("set")
  for _, set in ipairs(sets) do check(self, "set", set) end
  while self.prompt and not self.given:value("set") and #sets < SETS_MOST do
    local set = self:ask("set", "A rule and its new value, like RULE=VALUE (an empty line to finish):", "")
    if set == "" then break end
    sets[#sets + 1] = set
  end
  return sets
end

local function tell(what, game, test)
  io.write(("%s and its test are ready to run. Next:\n"):format(what))
  io.write(("  croupier play %s\n  croupier check %s\n  croupier test %s\n"):format(game, game, test))
  return status.done
end

-- --- a game ---

-- Where games are looked for, the first in front: those of CROUPIER_PATH, games/ here, the user's, which need not be there.
local function folders_above()
  local list, here = lists.matches(os.getenv "CROUPIER_PATH" or "", "[^:]+"), files.stat "games"
  local own = require("front.base.user_folders").xdg("XDG_DATA_HOME", "/.local/share")
  if here and here.kind == "folder" then list[#list + 1] = "games" end
  list[#list + 1] = own and own .. "/games"
  if #list == 0 then list[1] = "games" end
  return list
end

local SHEET_MOST = 64 << 10 -- bytes, as of any script
local SHORTER = "; shorten the texts, or divide the cards between two files, each a deck under `decks`"

-- Below what there is of these: the folders of games, and that of a game that is named by its path.
function new.writes(given)
  local named = lists.collect(given.rest, function(word) return word:find("/", 1, true) and word or nil end)
  return lists.collect(lists.joined(folders_above(), named), text_files.above)
end

-- The text of the spreadsheet that a deck names; nil where it names none.
local function take_sheet(making, deck, seats)
  if not deck:find("%.%w+$") then return nil end
  local text, problem, why = text_files.read(deck, SHEET_MOST)
  if not text then status.refuse("--deck %s%s", problem, why == "too long" and SHORTER or "") end
  local wrong = making.world:call("author.new", "wrong_sheet", deck, text, seats)
  if wrong then status.fail(wrong) end
  return text
end

-- Adds the pictures that the cards name to the files of a game. One that can't be had is left out and named.
local function add_pictures(list)
  local sheet = list[#list]
  for name, path in lists.each(sheet.pictures) do
    local bytes, problem = text_files.read(path, require("shared.picture").MOST)
    if bytes then list[#list + 1] = { path = name, text = bytes } else status.complain(problem) end
  end
  if sheet.mistakes and #sheet.mistakes > 0 then status.complain(table.concat(sheet.mistakes, "\n")) end
end

local function make_game(making, word)
  local name = word:match("[^/]*$")
  local objection = making.world:call("author.new", "no_game", name)
  if objection then status.refuse(objection) end
  local folder = name == word and folders_above()[1] .. "/" .. name or word
  local game = word == "games/" .. name and name or word
  if files.stat(folder) then
    status.refuse("%s already exists, and nothing is ever overwritten: expected another name", folder)
  end
  local title = making:take("title", "What is its title?", "")
  local seats = making:take("seats", "How many players?", "2-6")
  local deck = making:take("deck", "Which deck: standard, jokers, own cards, or a spreadsheet like cards.csv?",
    "standard")
  local sheet = take_sheet(making, deck, seats)
  local list, few = making.world:call("author.new", "game", { name = name, game = game, folder = folder, title = title,
    seats = seats, deck = deck, sheet = sheet,
    player = making:take("player", "What is a player called?", "player") })
  add_pictures(list)
  local made, path, why = text_files.make(folder, list, files.create)
  if not made then
    status.fail("%s: %s; choose where to create it: `croupier new game ~/%s`", path, why, name)
  end
  io.write(few)
  return tell(folder .. "/game.lua, its " .. (sheet and "cards, its bot" or "bot"), game, folder)
end

-- --- a variant ---

-- Makes a variant of a game that was named in the first folder of games where that may be done, which is looked in before
-- those that come after it: the game's own folder may be the program's, or root's. A game that was named by its path has
-- it in its folder.
local function place_variant(making, given, folder)
  local folders = given.game:find("/", 1, true) and { folder }
    or lists.collect(folders_above(), function(above) return above .. "/" .. making.base end)
  local made, path, why, number
  for _, place in ipairs(folders) do
    given.file = ("%s/test_%s.lua"):format(place, given.name)
    made, path, why, number = text_files.make(place, making.world:call("author.new", "variant", given), files.create)
    if made then return place end
    if number ~= NO_ACCESS and number ~= READ_ONLY then break end
  end
  status.fail("%s: %s; a copy of the game in a folder of your own can have house rules", path, why)
end

local function make_variant(making, word, name)
  if word:find("+", 1, true) then
    local game = word:match("^[^+]*")
    status.refuse("`%s` already includes variants, and a variant changes a game: `croupier new variant %s %s`; at the "
      .. "table, use both: `croupier play %s+%s`", word, game, name, word, name)
  end
  local world = making.world
  making.base = scripts.name(world, word)
  local objection = world:call("author.new", "no_variant", making.base, name)
  if objection then status.refuse(objection) end
  local path = world:call("script.sources", "on_disk", making.base .. "/game.lua")
    or status.refuse "the game no longer exists"
  local folder = path:match("^(.*)/game%.lua$")
  folder = place_variant(making, {
    base = making.base, game = word, name = name,
    title = making:take("title", "What is its title?", ""),
    line = making:take("line", "What is different, in one line?", ""),
    sets = making:take_sets(),
  }, folder)
  return tell(("%s/house/%s.lua"):format(folder, name), word .. "+" .. name, ("%s/test_%s.lua"):format(folder, name))
end

-- --- the command ---

-- What can be made: how many words say so, as in an example, and the options of the other.
local KINDS = {
  game = { 2, "`croupier new game NAME`, like `croupier new game high_tide`", "variant", { "line", "set" } },
  variant = { 3, "`croupier new variant GAME NAME`, like `croupier new variant fish_out big_lake`", "game",
    { "seats", "deck", "player" } },
}

local function check_words(given)
  local count, example, other, of_other = table.unpack(KINDS[given.rest[1]]
    or status.refuse "expected `croupier new game NAME` or `croupier new variant GAME NAME`")
  if #given.rest ~= count then status.refuse("expected %s", example) end
  for _, name in ipairs(of_other) do
    if given:value(name) then status.refuse("--%s is only for a new %s", name, other) end
  end
end

function new.run(given)
  check_words(given)
  local making = setmetatable({ given = given, world = scripts.bare { stdlib = given:value("stdlib") } }, Making)
  local terminal = require("front.base.terminal").open {}
  if terminal:is_terminal() and terminal:can_ask() then
    making.terminal, making.prompt = terminal, require("front.console.prompt").open(terminal)
  end
  local code = status.of(function()
    local what, game, name = table.unpack(given.rest)
    return what == "game" and make_game(making, game) or make_variant(making, game, name)
  end)
  if making.prompt then making.prompt:close() end
  terminal:close()
  return code
end

return new
