-- The record of a game as another program sees it: `replay --json` is read
-- here by a reader of its own, every card and every chip is followed from the
-- first line to the last, and every answer is one that the question allowed.

local json = dofile "tests/json.lua"

-- --- a table that follows the events ---

local Follower = {}
Follower.__index = Follower

local function follow(first)
  local self = setmetatable({ piles = {}, where = {}, pools = {}, mint = {}, cards = 0, ends = 0 }, Follower)
  assert(first.event == "game", "the first line is the game's")
  for _, pile in ipairs(first.piles) do
    assert(not self.piles[pile.pile], "two piles of one name")
    self.piles[pile.pile] = pile.cards
    for _, card in ipairs(pile.cards) do
      assert(not self.where[card], "one card in two places")
      self.where[card], self.cards = pile.pile, self.cards + 1
    end
  end
  for _, pool in ipairs(first.pools) do
    assert(not self.pools[pool.pool], "two pools of one name")
    self.pools[pool.pool], self.mint[pool.pool] = pool.amount, pool.mint
  end
  return self
end

function Follower:move(e)
  assert(self.where[e.card] == e.from, "the card lies elsewhere")
  local from, to = self.piles[e.from], self.piles[e.to]
  local place
  for i, card in ipairs(from) do if card == e.card then place = i end end
  table.remove(from, place)
  table.insert(to, e.at == "bottom" and 1 or #to + 1, e.card)
  self.where[e.card] = e.to
end

-- What lies in the pile lies there in another order.
function Follower:order(e)
  assert(#e.cards == #self.piles[e.pile], "a pile has more or fewer cards")
  local seen = {}
  for _, card in ipairs(e.cards) do
    assert(self.where[card] == e.pile and not seen[card], "a card from elsewhere")
    seen[card] = true
  end
  self.piles[e.pile] = e.cards
end

Follower.shuffle = Follower.order

function Follower:show(e) assert(self.where[e.card] == e.pile, "shown where it is not") end

function Follower:pay(e)
  assert(e.amount > 0, "nothing was paid")
  if e.from ~= json.null then
    local left = self.pools[e.from] - e.amount
    assert(left >= 0 or self.mint[e.from], "paid what was not there")
    self.pools[e.from] = left
  end
  if e.to ~= json.null then self.pools[e.to] = self.pools[e.to] + e.amount end
end

function Follower:question(e)
  assert(not self.asked, "a question in a question")
  self.asked = e
end

local function is_option(q, answer)
  local place = math.tointeger(tonumber(answer:match("^#(%d+)$")))
  if place then return q.options[place] ~= nil end
  for _, option in ipairs(q.options) do
    if option == answer or option:match("^(.-)#%d+$") == answer then return true end
  end
  return false
end

local allowed = {}

function allowed.one_of(q, answer) return is_option(q, answer) end
allowed.card = allowed.one_of

function allowed.cards(q, answer)
  local n = 0
  for word in answer:gmatch("%S+") do
    n = n + 1
    if not is_option(q, word) then return false end
  end
  return n >= q.min and n <= q.max
end

function allowed.number(q, answer)
  local n = math.tointeger(tonumber(answer))
  return n and n >= q.min and n <= q.max and (n - q.min) % q.step == 0
end

function allowed.die(q, answer) return tonumber(answer) >= 1 and tonumber(answer) <= q.max end
function allowed.confirm(_, answer) return answer == "yes" or answer == "no" end
function allowed.text(q, answer) return answer:sub(1, 1) == "=" and #answer - 1 <= q.max end

function Follower:answer(e)
  local q = self.asked
  assert(q and q.question == e.question and q.seat == e.seat and q.name == e.name, "an answer to no question")
  local none = e.answer == "-" and (q.optional or q.min == 0)
  assert(none or allowed[q.kind](q, e.answer), "an answer that was not allowed: " .. e.answer)
  self.asked = nil
end

function Follower:roll(e)
  local sides, sum = math.tointeger(tonumber(e.dice:match("d(%d+)"))), 0
  local shown = e.shown:gsub("[^%d-]+", " "):match "^ ?(.-) ?$"
  assert(shown == table.concat(e.rolled, " "), "other dice are shown: " .. e.shown)
  for _, die in ipairs(e.rolled) do
    assert(not sides or (die >= 1 and die <= sides), "a die of other sides")
    sum = sum + die
  end
  if e.dice:match("^%d*d%d+$") then assert(sum == e.total, "the dice do not add up") end
end

function Follower:chance(e) assert(e.number >= 0 and (not e.below or e.number < e.below), "a number out of range") end

-- The last line: all lies where the events have put it.
Follower["end"] = function(self, e)
  self.ends = self.ends + 1
  for _, pile in ipairs(e.piles) do
    assert(table.concat(pile.cards, " ") == table.concat(self.piles[pile.pile], " "), "another order in " .. pile.pile)
  end
  for _, pool in ipairs(e.pools) do assert(pool.amount == self.pools[pool.pool], "another sum in " .. pool.pool) end
end

for _, name in ipairs { "say", "step", "named", "gm", "finish" } do Follower[name] = function() end end

-- Follows a record; returns the events by kind, counted.
local function check(lines)
  local self, counts
  for number, line in ipairs(lines) do
    local ok, problem = pcall(function()
      local e = json.read(line)
      if not self then
        self, counts = follow(e), {}
        return
      end
      assert(Follower[e.event], "an unknown event")
      self[e.event](self, e)
      counts[e.event] = (counts[e.event] or 0) + 1
    end)
    if not ok then lu.fail(("line %d: %s\n%s"):format(number, problem, line:sub(1, 300))) end
  end
  lu.assertEquals(self.ends, 1)
  return counts
end

-- --- games to look at ---

local tools = dofile "tests/tools.lua"
local folder

-- What the program says, line by line; its status before it.
local function lines_of(line)
  local status, output = tools.run(line)
  local lines = {}
  for text in output:gmatch "([^\n]*)\n" do lines[#lines + 1] = text end
  return status, lines
end

-- Plays one game, kept; returns the journal's path.
local function play(game, options)
  local status, lines = lines_of(("sim %s -n 1 --seed record --limit 400 --save %s %s"):format(game, folder,
    options or ""))
  lu.assertEquals(status, 0, table.concat(lines, "\n"))
  return folder .. "/" .. select(2, tools.shell("ls -t " .. folder)):match "[^\n]*"
end

local function record(path)
  local status, lines = lines_of("replay --json " .. path)
  lu.assertEquals(status, 0, table.concat(lines, "\n"))
  return lines
end

TestRecord = {}

function TestRecord.setUp()
  folder = tools.folder()
end

function TestRecord.tearDown() tools.remove(folder) end

local function follows(game, options, ...)
  local counts = check(record(play(game, options)))
  for _, kind in ipairs { ... } do lu.assertTrue((counts[kind] or 0) > 0, kind) end
end

function TestRecord.test_cards_given()
  follows("tests/fixtures/games/lanterns", "--seats 4", "shuffle", "move", "finish")
end
function TestRecord.test_tricks() follows("tests/fixtures/games/short_whist", "--seats 4", "move", "say") end
function TestRecord.test_chips() follows("tests/fixtures/games/last_chip", "--seats 5", "pay", "shuffle") end
function TestRecord.test_secret_bids() follows("tests/fixtures/games/sealed_bids", "--seats 3", "pay", "question") end
function TestRecord.test_actions()
  follows("tests/fixtures/games/stop_thief", "--seats 3 --actions 0.6", "move", "step")
end
function TestRecord.test_the_game_master_and_dice()
  follows("tests/fixtures/games/umpire", "--seats 3", "roll", "answer")
end
function TestRecord.test_a_match() follows("tests/fixtures/games/best_of_five", "--seats 4", "chance") end
function TestRecord.test_several_decks() follows("rod_and_reel", "--seats 4", "move", "named") end
function TestRecord.test_disasters() follows("fish_out", "--seats 4", "move", "named") end

function TestRecord.test_the_first_line()
  local first = json.read(record(play("tests/fixtures/games/lanterns+double_flame", "--seats 3 --set rounds=2"))[1])
  lu.assertEquals(first.game, "lanterns")
  lu.assertEquals(first.variants, { "double_flame" })
  lu.assertEquals(first.rules.rounds, 2)
  lu.assertEquals(#first.seats, 3)
  lu.assertEquals({ first.seats[1].seat, first.seats[1].answers }, { 1, "random" })
  lu.assertEquals(#first.seed, 64)
  lu.assertEquals(#first.commitment, 64)
  lu.assertEquals(first.piles[1].is, "deck")
  lu.assertEquals(#first.piles[1].cards, 52)
  lu.assertEquals({ first.piles[2].is, first.piles[2].seat, first.piles[2].facing }, { "hand", 1, "owner" })
end

-- Every kind of event, also those that no game above has.
function TestRecord.test_all_that_can_happen()
  tools.write(folder .. "/odd/game.lua", [[
    return game { title = "Odd", seats = { 2, 2 }, deck = { "standard", copies = 2, jokers = 1 },
      piles = { heap = "top", seat = { hand = "owner" } }, pools = { bank = "mint", seat = { chips = 3 } },
      order = { "all" },
      all = function(t)
        t:shuffle(t.deck)
        t.deck:deal(9, t.seat[1].hand)
        t.seat[1].hand:sort()
        t.seat[1].hand:reverse()
        t.deck:draw(3, t.heap)
        t.heap:put_under(t.deck:top())
        t.heap:put_under(t.heap:top())
        t.heap:put(t.heap:bottom())
        t.seat[1].hand:show(t.seat[1].hand:top(), t.seat[2])
        t.deck:take("suit", "hearts", t.heap)
        t.bank:pay(5, t.seat[1].chips, "a gift")
        t.seat[1].chips:empty_into(t.seat[2].chips)
        t:roll("3d6kh2+1")
        t:roll("4dF")
        t:roll("8d6ro<=3>=5!!")
        t:random(1, 2 ^ 40 // 1)
        t:say("%s \"quoted\" \\ and bad: \xff", t.seat[1].hand:top())
        t.seat[2]:say("for you: %s", t.seat[1].hand:list())
        t:event("made", function(_, one, n) return { who = one, n = n } end, t.seat[2], 3)
        t:event("odd", { [1] = "a", b = t.seat[1], c = { t.heap, t.bank, none_such = 1.5 } })
        t:gather(t.deck)
        t:finish(t:rank_by("chips"))
      end }]])
  os.execute("mkdir " .. folder .. "/kept")
  local status, lines = lines_of(("sim %s/odd -n 1 --save %s/kept"):format(folder, folder))
  lu.assertEquals(status, 0, table.concat(lines, "\n"))
  local counts = check(record(folder .. "/kept/*"))
  for _, kind in ipairs { "shuffle", "order", "move", "show", "pay", "roll", "chance", "say", "named", "finish" } do
    lu.assertTrue((counts[kind] or 0) > 0, kind)
  end
  lu.assertEquals(counts.order, 2)
end

function TestRecord.test_a_card_moved_by_another_hand_is_found()
  local lines = record(play("tests/fixtures/games/lanterns", "--seats 2"))
  for i, line in ipairs(lines) do
    if line:find('"event":"move"', 1, true) then
      table.remove(lines, i)
      break
    end
  end
  local ok = pcall(check, lines)
  lu.assertFalse(ok)
end

function TestRecord.test_what_is_hidden_is_told_after_the_end_only()
  local path = play("tests/fixtures/games/lanterns", "--seats 2")
  local _, whole = lines_of("replay " .. path)
  local text = table.concat(whole, "\n")
  lu.assertStrContains(text, "The seed was")
  lu.assertStrContains(text, "Anna> ")
  os.execute(("head -n -6 %s > %s.cut"):format(path, path))
  local status, cut = lines_of("replay " .. path .. ".cut")
  text = table.concat(cut, "\n")
  lu.assertEquals(status, 0)
  lu.assertStrContains(text, "The game is not over")
  lu.assertNotStrContains(text, "The seed was")
  lu.assertNotStrContains(text, "Anna> ")
end

function TestRecord.test_verify()
  local path = play("tests/fixtures/games/lanterns", "--seats 2")
  local status, lines = lines_of("verify " .. path)
  lu.assertEquals(status, 0)
  lu.assertStrContains(lines[1], "match, and so does the end of the game")
  local promise = lines[1]:match("SHA%-256 is (%x+)")
  lu.assertEquals(lines_of(("verify %s --commitment %s"):format(path, promise)), 0)
  status, lines = lines_of(("verify %s --commitment %s"):format(path, ("0"):rep(64)))
  lu.assertEquals(status, 1)
  lu.assertStrContains(lines[1], "the seed doesn't match the commitment")
  os.execute(("sed 's/^\\([0-9]* [0-9]* [0-9a-f]* a b 1 give give \\).*/\\12c/' %s > %s.forged"):format(path, path))
  status, lines = lines_of(("verify %s.forged"):format(path))
  lu.assertEquals(status, 1)
  lu.assertStrContains(lines[1], "is damaged, but the records after it")
  lu.assertEquals(lines_of("verify /nonexistent"), 1)
end

function TestRecord.test_the_last_that_was_kept()
  local function at_home(line)
    return select(2, tools.run(line, nil, "env XDG_STATE_HOME=" .. folder .. "/home"))
  end
  lu.assertStrContains(at_home("replay"), "no table has been saved yet")
  at_home("play tests/fixtures/games/lanterns --seats random,random")
  lu.assertStrContains(at_home("replay"), "The seed was")
  lu.assertStrContains(at_home("verify"), "lanterns-")
end
