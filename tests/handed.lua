-- What suites of what a script hands over share: `local handed = dofile "tests/handed.lua"`.

local tools = dofile "tests/tools.lua"

local handed = {}

local folder

--- Writes a file of the game's.
function handed.write(name, text)
  folder = folder or tools.folder()
  tools.write(folder .. "/" .. name, text)
end

--- A table of the game.
function handed.open(options) return croupier.open(folder, options) end

--- A game of one step with these lines in it; `more` are further fields.
function handed.game_of(lines, more, options)
  handed.write("game.lua", [[return game { title = "Handed", seats = { 2, 4 }, deck = "standard",
    piles = { lake = "everyone", seat = { hand = "owner" } }, pools = { pot = 0, seat = { chips = 50 } },
    state = { n = 0, x = none, seat = { points = 0 } }, order = { "play", "over" },
    ]] .. (more or "") .. [[
    over = function(t) t:finish(t:rank_by("points")) end,
    play = function(t)
]] .. lines .. "\nend }")
  return handed.open(options)
end

--- The sentence with which the game of these lines fails, without its place; it must be the script's own.
function handed.failure(lines, more)
  local _, why = handed.game_of(lines, more):play("random")
  lu.assertNotNil(why, lines)
  local sentence = why:match("^[^:]*/game%.lua:%d+: (.*)$")
  lu.assertNotNil(sentence, why)
  return sentence
end

--- What the program says to a command about the game, like "sim" and "-n 3"; it keeps its state in the game's folder.
function handed.says(command, options, before)
  local pipe = assert(io.popen(("%s XDG_STATE_HOME=%s %s %s %s %s 2>&1; echo $?"):format(before or "", folder,
    croupier.program, command, folder, options)))
  local said = pipe:read "a"
  pipe:close()
  return said
end

--- Takes the game away.
function handed.tear_down()
  if folder then os.execute("rm -rf " .. folder) end
  folder = nil
end

return handed
