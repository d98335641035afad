-- The library `dice`, and rolls of a stream of chance: expressions such as 2d20kl1+3, read for the host to roll
-- (host/core/dice.c). What may be written is on the page `dice` below.
--
-- A term as read: { sign, number }; or sign, count, sides, times (nil: 1), fudge (is it dF?), explodes (false, true for !,
-- "!!" or "!p"), keep ("kh" ...) and chosen, and_high (highest that are dropped beside the lowest), rerolls
-- (a range { least, most }) and once, counts (a list of ranges).

local english = require "shared.english"
local lists = require "shared.lists"

local dice, stream_methods = {}, host.stream_methods()
local rolls = { library = dice }

local DICE_MOST, SIDES_MOST, NUMBER_MOST, TERMS_MOST, COUNTS_MOST = 1000, 1000000, 1000000, 16, 4
local ANY = 2000000000 -- more than a die can come to
local RARELY = 1e-12
local KNOWN_MOST = 100 -- texts

--- Expressions of dice, for t:roll, a rule with `dice = true`, `croupier dice` and `:dice`.
---
--- What follows the sides may be written in any order. It is always done in this one: each die is rolled again (ro, rr);
--- then it explodes (!), and dice that this adds are rolled again and explode likewise; then, of all dice of the term, some
--- are kept or dropped (k, d); those that are left are added up, or counted where there is a comparison; then they are
--- multiplied. Last of all the terms are added and subtracted.
---
--- What different programs read differently is refused, and the sentence says how to type each reading: 4d6d1 (the lowest
--- or the highest?), 4d6r1 (once, or until it shows something else?), 10d10>7 (does a 7 count?), d66 (66 sides, or tens and
--- ones?), 10d10!>=8.
---
--- An expression has up to 16 terms and 1000 dice with up to 1000000 sides; from the 1000th die on none explodes. Letters
--- may be small or large, and there may be spaces between the parts.
---
--- Where a roll is shown, (2) is a die that doesn't count, 1→5 one that was rolled again, 6! one that exploded, and 6!+4
--- dice that were added up.
---
--- `croupier dice 4d6kh3` prints exact chances; at a table `:dice 4d6kh3` does, in a script dice.chances. Several
--- expressions stand side by side, with how often each is higher. `croupier dice "7d10>=7>=10" "5d10>=7"` compares
--- successes, dice that show 7 or more, with tens counting double for the first: its row 3 says how likely three of them are.
---
--- With --deck an expression may be a draw of cards: how many, a colon, and a rank, suit, color, name, or what any other
--- field of a card says: "5: hearts". With >=, <= or = and a number it is one chance: "13: spades >= 5".
---@topic At the table: dice, fudge dice, exploding dice, successes
---@field 2d6+1 two dice with six sides, and one more
---@field d20 one die; d% has 100 sides
---@field 4dF fudge dice: each shows -1, 0 or 1
---@field 2*3d6+1 twice the sum, and one more; 3d6*2+1 is the same
---@field ro1 each die that shows 1 is rolled again once; ro<=2: that shows 2 or less
---@field rr1 the same, until it shows something else
---@field ! each die that shows its highest side rolls one more die
---@field !! the same, but added up: 6 and 4 are one die of 10
---@field !p the same, and each added roll loses one: 6 and 4 are one die of 9
---@field kh3 keeps the three highest; kl3 the lowest; k3 is kh3
---@field dl1 drops the lowest; dh1 the highest; dl1dh1 both
---@field >=7 counts the dice that show 7 or more; <=2 counts 2 or less; =6 counts sixes. It looks at single dice; how likely a total of 10 or more is, row 10 of 2d6+3 says
---@field >=7>=10 counts 7 or more, and 10 or more once again: tens count double. There may be four comparisons, and a die
--- counts once for each that it meets: with >=7>=10>=3 a 3 counts once, a 7 twice, a 10 three times
---@example local total, list, kept = t:roll("4d6kh3")
--- local successes = t:roll("7d10>=7>=10")
---@see t:roll, dice.chances, dice.shown, dice.check, stream:roll, chance

-- --- what is written ---

-- A text being read: text, at (the next letter), term_at (where the term begins). Errors are sentences without a position.
local Reader = {}
Reader.__index = Reader

function Reader:fail(sentence, ...)
  local about = self.text == "" and '""' or #self.text > 40 and self.text:sub(1, 40) .. "..." or self.text
  error(about .. ": " .. sentence:format(...), 0)
end

function Reader:expected(place, what)
  local rest = self.text:sub(place, place + 11)
  self:fail("expected %s%s", what, rest == "" and "" or (', not "%s"'):format(rest))
end

-- What stands from that place on has two readings; and how to type each, if it can be, where @ is the term before it.
function Reader:doubtful(place, one, typed_one, other, typed_other)
  local before = self.text:sub(self.term_at, place - 1)
  if #before > 20 then before = "..." end
  local function typed(form) return form and (" (%s)"):format(form:gsub("@", before)) or "" end
  self:fail('"%s" could %s%s or %s%s', self.text:sub(place, math.min(self.at - 1, place + 20)):match "^(.-)%s*$", one,
    typed(typed_one), other, typed(typed_other))
end

function Reader:within(n, most, what)
  if n < 1 or n > most then
    self:fail("expected %s %s, not %s", english.range(1, most), most == 1 and what:gsub("^dice", "die") or what, n)
  end
  return n
end

-- A comparison at that place is meant for a total.
function Reader:total(place)
  local sign, n = self.text:match("^([<>=]=?)%s*(%d+)", place)
  local dice_before = self.text:sub(1, place - 1):match "^(.-)%s*$"
  if sign then self:fail("%s counts single dice; for a total of %s, see the chances of %s", sign, n, dice_before) end
end

-- What stands here by that pattern, in small letters; spaces behind it are passed over.
function Reader:take(pattern)
  local found, after = self.text:match("^(" .. pattern .. ")[ \t]*()", self.at)
  self.at = after or self.at
  return found and found:lower()
end

-- The range that a comparison gives: { least, most, at = its place, n = its number }.
function Reader:range(term, sign, place)
  local n = tonumber(self:take(term.fudge and "-?%d+" or "%d+") or self:expected(self.at, "a number"))
  if sign == "<" or sign == ">" then
    self:doubtful(place, ("include %d"):format(n), ("@%s=%d"):format(sign, n), "leave it out",
      ("@%s=%d"):format(sign, n + (sign == "<" and -1 or 1)))
  end
  return { sign == "<=" and -ANY or n, sign == ">=" and ANY or n, at = place, n = n }
end

-- What may follow the sides, each a function of the reader, the term, the place and what was taken there.
local follows = {}

follows["![!pP]?"] = function(self, term, place, marks)
  if term.explodes then self:expected(place, "one kind of ! only") end
  if term.fudge then self:expected(place, "numbered sides before !") end
  if term.sides < 2 then self:expected(place, "dice with 2 or more sides before !") end
  local range = self:take "[<>=]+ *%d+"
  if range then
    self:doubtful(place, "count dice and let the highest side explode", "@" .. range .. marks,
      "let other sides explode, which can't be rolled here")
  end
  term.explodes = marks == "!" or marks
end

follows["[rR][oOrR]?"] = function(self, term, place, letters)
  if term.rerolls then self:expected(place, "one ro or rr only") end
  local at = self.at
  local sign = self:take "[<>]=?" or self:take "=?"
  if letters == "r" then
    local what = sign:gsub("^[<>]$", "%0=") .. (self:take "%d+" or "1")
    self:doubtful(place, "roll a die again once", "@ro" .. what, "until it shows something else", "@rr" .. what)
  end
  term.rerolls, term.once = self:range(term, sign, at), letters == "ro" or nil
end

follows["[kKdD]"] = function(self, term, place, letter)
  local drops, which = letter == "d", self:take "[hHlL]"
  local n = tonumber(self:take "%d+" or 1)
  if drops and not which then
    if n >= term.count then self:expected(place, "+ or -") end
    local many = n > 1 and " " .. n or ""
    self:doubtful(place, ("drop the lowest%s"):format(many), "@dl" .. n, ("the highest%s"):format(many), "@dh" .. n)
  end
  local keep = letter .. (which or "h")
  local both = term.keep == "dl" and keep == "dh" or term.keep == "dh" and keep == "dl"
  if term.keep and (not both or term.and_high) then self:expected(place, "one keep or drop only") end
  if drops and term.count == 1 then self:expected(#self.text + 1, "two dice or more to drop from") end
  local left = term.count - (drops and 1 or 0) - (both and term.chosen or 0)
  if left < 1 then self:expected(#self.text + 1, "a die that isn't dropped") end
  self:within(n, left, drops and "dice to drop" or "dice to keep")
  if not both then term.keep, term.chosen = keep, n
  else
    term.keep, term.chosen, term.and_high = "dl", keep == "dl" and n or term.chosen, keep == "dh" and n or term.chosen
  end
end

follows["[<>]=?"] = function(self, term, place, sign)
  term.counts = term.counts or {}
  if #term.counts == COUNTS_MOST then self:expected(place, ("%d comparisons at most"):format(COUNTS_MOST)) end
  table.insert(term.counts, self:range(term, sign, place))
end
follows["="] = follows["[<>]=?"]

--- Is what a die rolls by exploding one die with it?
function rolls.adds_up(term) return term.explodes == "!!" or term.explodes == "!p" end

-- How many sides of a term's dice are in a range.
local function sides_in(term, range)
  local low = term.fudge and -1 or 1
  return math.max(0, math.min(range[2], low + term.sides - 1) - math.max(range[1], low) + 1)
end

local function check_ranges(self, term)
  local low, high = term.fudge and -1 or 1, term.fudge and 1 or term.sides
  for _, range in ipairs(lists.joined(term.counts or {}, { term.rerolls })) do
    local most = rolls.adds_up(term) and range ~= term.rerolls and NUMBER_MOST or high
    if range.n < low or range.n > most then
      if range ~= term.rerolls and range.n > most and range.n <= term.count * high then self:total(range.at) end
      self:expected(range.at, (low < most and "a number from " or "") .. english.range(low, most))
    end
    range.at, range.n = nil, nil
  end
  if term.rerolls and sides_in(term, term.rerolls) == term.sides then
    self:expected(#self.text + 1, "a side that isn't rolled again")
  end
end

-- What follows the d of a term; `bare`: without a number before it.
local function read_dice(self, term, place, bare)
  local at = self.at
  term.fudge = self:take "[fF]" and true or nil
  term.sides = term.fudge and 3 or self:take "%%" and 100
    or tonumber(self:take "%d+" or self:expected(at, "the number of sides after d"))
  self:within(term.sides, SIDES_MOST, "sides")
  if bare and term.sides == 66 then
    self:doubtful(place, "be one die with 66 sides", "@1d66", "two dice, read as tens and ones",
      ("%d*d6+%sd6"):format(10 * (term.times or 1), (term.times or 1) > 1 and term.times .. "*" or ""))
  end
  local more
  repeat
    more = false
    for pattern, follow in pairs(follows) do
      at = self.at
      local found = self:take(pattern)
      if found then
        follow(self, term, at, found)
        more = true
      end
    end
  until not more
  check_ranges(self, term)
end

local function read_times(self, place, digits)
  local n = tonumber(digits or self:expected(place, "a number after *"))
  return self:within(n, NUMBER_MOST, "to multiply by")
end

-- A term after its sign; `first`: what is expected if nothing good is there.
local function read_term(self, sign, first)
  local place, term = self.at, { sign = sign == "-" and -1 or 1 }
  self.term_at = place
  local count = self:take "%d+"
  local times = count and self:take "%*" and read_times(self, place, count)
  if times then
    term.times, place, count = times, self.at, self:take "%d+"
  end
  if self:take "[dD]" then
    term.count, term.explodes = self:within(tonumber(count or 1), DICE_MOST, "dice"), false
    read_dice(self, term, place, not count)
    local at = self.at
    if self:take "%*" then
      if times then self:expected(at, "one * only") end
      term.times = read_times(self, self.at, self:take "%d+")
    end
    return term
  end
  if times then self:expected(place, "dice after *") end
  term.number = tonumber(count or self:expected(place, first or "dice or a number after " .. sign))
  if term.number > NUMBER_MOST then self:expected(place, "a number up to 1000000") end
  return term
end

--- May these terms need more than 1000 rolls? Chernoff's bound: so many rolls, each of which calls for another one as
--- often as that of any term.
function rolls.may_run_out(terms)
  local count, again = 0, 0
  for _, term in ipairs(terms) do
    local calls = (term.rerolls and sides_in(term, term.rerolls) or 0) + (term.explodes and 1 or 0)
    count, again = count + (term.count or 0), math.max(again, calls / (term.sides or 1))
  end
  local share = 1 - count / DICE_MOST
  if again == 0 then return false end
  if again >= share then return true end
  local distance = share * math.log(share / again)
  if share < 1 then distance = distance + (1 - share) * math.log((1 - share) / (1 - again)) end
  return -DICE_MOST * distance > math.log(RARELY)
end

-- The terms of a text; the error is a sentence without a position.
local function read(text)
  local self, terms, dice_in_all, rerolls = setmetatable({ text = text, at = 1 }, Reader), {}, 0, false
  if text:find "^%s*%d+%s*:" then self:fail "expected dice; `croupier dice --deck` works out the chances of cards" end
  self:take "[ \t]*"
  local sign = self:take "[+-]"
  local first = not sign and "dice like 2d6+3" or nil
  repeat
    local term = read_term(self, sign, first)
    terms[#terms + 1], first = term, nil
    dice_in_all, rerolls = dice_in_all + (term.count or 0), rerolls or term.rerolls
    if dice_in_all > DICE_MOST then self:fail("expected at most 1000 dice in all, not %d", dice_in_all) end
    local place = self.at
    sign = place <= #text and (self:take "[+-]" or self:total(place) or self:expected(place, term.counts
      and "+, - or one more comparison, as in 7d10>=7>=10 (tens count double)" or "+ or -"))
    if sign and #terms == TERMS_MOST then self:expected(place, "16 terms at most") end
  until not sign
  if rerolls and rolls.may_run_out(terms) then self:fail "these dice may need more than 1000 rolls" end
  return terms
end

-- The terms, or the end with the sentence that says what was expected.
local function read_or_fail(text, verb)
  if type(text) ~= "string" then host.fail("expected dice, such as 2d6+1, got " .. type(text)) end
  local good, terms = pcall(read, text)
  return good and terms or host.fail((verb or "") .. terms)
end

--- What the host rolls by texts that were read before.
rolls.known = {}
local known_count = 0

-- The term as host/bind/l_chance.c reads it: how many of the lowest and highest are dropped, -3: all but three; of the
-- ranges, from and to in one list, the last is rolled again.
local EXPLODES = { [true] = 1, ["!!"] = 2, ["!p"] = 3 }

local function lay_out(term)
  if term.number then return { count = term.number, times = term.sign, ranges = { 1, 0 } } end
  local sort = term.keep or ""
  local n = sort:sub(1, 1) == "k" and -term.chosen or term.chosen
  local low = (sort == "kh" or sort == "dl") and n or nil
  local ranges = lists.joined(term.counts or {}, { term.rerolls or { 1, 0 } })
  return { count = term.count, sides = term.sides, least = term.fudge and -1 or 1,
    times = term.sign * (term.times or 1), low = low, high = not low and n or term.and_high, once = term.once and 1,
    explodes = EXPLODES[term.explodes], counts = #ranges - 1,
    ranges = lists.joined(table.unpack(ranges)) }
end

--- What the host rolls by a text that is not known yet.
function rolls.compile(text, verb)
  local thrown = host.dice(lists.collect(read_or_fail(text, verb), lay_out))
  if known_count < KNOWN_MOST then rolls.known[text], known_count = thrown, known_count + 1 end
  return thrown
end

local function range_text(range, sign)
  if range[1] == -ANY then return "<=" .. range[2] end
  return (range[2] == ANY and ">=" or sign) .. range[1]
end

-- Terms as this program writes them. ! goes behind comparisons.
local function term_text(term, i)
  local sign = term.sign < 0 and "-" or i > 1 and "+" or ""
  if term.number then return sign .. term.number end
  local sides = term.fudge and "F" or ("%d"):format(term.sides)
  local marks = term.explodes == true and "!" or term.explodes or ""
  local counts = table.concat(lists.collect(term.counts or {}, function(range) return range_text(range, "=") end))
  return table.concat { sign, (term.times or 1) > 1 and term.times .. "*" or "",
    (term.count > 1 or sides == "66") and term.count or "", "d", sides,
    term.rerolls and (term.once and "ro" or "rr") .. range_text(term.rerolls, "") or "",
    not term.counts and marks or "", term.keep or "", term.chosen or "",
    term.and_high and "dh" .. term.and_high or "", counts, term.counts and marks or "" }
end

local function text_of(terms) return table.concat(lists.collect(terms, term_text)) end

-- --- the library ---

--- Is this text dice? Returns it as it is usually written, or nil and a sentence that says what was expected and where.
---@signature dice.check(dice) -> string or nil, sentence
---@param dice string what somebody typed
---@return the expression, or nil and what is wrong
---@example local text, why = dice.check("2 D 6") --> "2d6", nil
function dice.check(text)
  local good, terms = pcall(read, text)
  if good then return text_of(terms) end
  return nil, terms
end

--- The terms of an expression: { sign, count, sides, explodes, keep, chosen } for dice, where keep is "kh", "kl", "dh" or
--- "dl"; { sign, number } for a number. The sign is 1 or -1. Where the expression has them: times, what the dice are
--- multiplied by; fudge = true; and_high, how many of the highest are dropped beside the lowest; rerolls = { least, most } and
--- once = true; counts, a list of { least, most }. explodes is false, true for !, "!!" or "!p"; an open end of a range is far
--- off.
---@signature dice.parse(dice) -> list of tables
---@param dice string the expression
---@return table the terms in their order
---@error "2d: expected the number of sides after d"
---@example dice.parse("2d6+1")[1].sides --> 6
function dice.parse(text) return read_or_fail(text) end

--- What a die of the term that shows so much adds to it.
function rolls.score(term, shows)
  if not term.counts then return shows end
  local n = 0
  for _, range in ipairs(term.counts) do if shows >= range[1] and shows <= range[2] then n = n + 1 end end
  return n
end

--- The sides that a die of the term can come to rest on: the lowest and highest.
function rolls.rests_on(term)
  local low, high = term.fudge and -1 or 1, term.fudge and 1 or term.sides
  local again = not term.once and term.rerolls
  if again and again[1] <= low then low = again[2] + 1 elseif again and again[2] >= high then high = again[1] - 1 end
  return low, high
end

-- The least and the most that a die adds: it changes only where a range begins or ends.
local function die_range(term)
  local low, high = rolls.rests_on(term)
  local endless = rolls.adds_up(term) and high == term.sides
  if not term.counts then return low, endless and math.huge or high end
  local least, most = math.huge, 0
  local function try(shows)
    if shows < low or shows > high and not endless then return end
    local score = rolls.score(term, shows)
    least, most = math.min(least, score), math.max(most, score)
  end
  for _, range in ipairs(lists.joined(term.counts, { { low, high }, { high + 1, high + 1 } })) do
    for step = -1, 1 do
      try(range[1] + step)
      try(range[2] + step)
    end
  end
  return least, most
end

-- The least and the most of one term; math.huge where a die may go on rolling.
local function term_range(term)
  if term.number then return term.number, term.number end
  local keeps = term.keep == "kh" or term.keep == "kl"
  local counted = keeps and term.chosen or term.count - (term.chosen or 0) - (term.and_high or 0)
  local least, most = die_range(term)
  local _, high = rolls.rests_on(term)
  local more = term.explodes == true and not keeps and high == term.sides
  local times, endless = term.times or 1, more and rolls.score(term, high) > 0
  if more then most = most * (term.count - (term.keep == "dl" and term.chosen or 0)) -- the highest dropped may be added ones
  else most = most * counted end
  return counted * least * times, (endless and math.huge or most) * times
end

--- The least and the most that dice can come to; nil where dice that roll again have no limit.
---@signature dice.range(dice) -> integer or nil, integer or nil
---@param dice string the expression
---@return integer|nil the least
---@return integer|nil the most
---@error "2d: expected the number of sides after d"
---@example local least, most = dice.range("2d6+1") --> 3, 13
function dice.range(text)
  local least, most = 0, 0
  for _, term in ipairs(read_or_fail(text)) do
    local low, high = term_range(term)
    if term.sign < 0 then low, high = -high, -low end
    least, most = least + low, most + high
  end
  return least > -math.huge and least or nil, most < math.huge and most or nil
end

-- What became of a die: host/core/chance.h.
local COUNTS, AGAIN, EXPLODED, ADDED, LESS = 1, 2, 4, 8, 64

--- The dice of a roll as people read them, to be said at the table: (2) doesn't count, 1→5 was rolled again, 6! exploded,
--- 6!+4 was added up.
---@signature dice.shown(dice, list) -> string
---@param dice string the expression
---@param list table what the dice showed, the second result of t:roll
---@return the dice as a text
---@error "shown: the list is no roll of 2d6"
---@example dice.shown("3d6ro1kh2", { 1, 5, 2, 6 }) --> "1→5 (2) 6"
--- local total, list = t:roll("4d6kh3", seat)
--- t:say("%s rolls %s: %s", seat, dice.shown("4d6kh3", list), total)
function dice.shown(text, list)
  if type(list) ~= "table" then host.fail("shown: expected a list of dice, got " .. type(list)) end
  local total, _, _, marks = host.roll(rolls.known[text] or rolls.compile(text, "shown: "), list)
  if not total or #marks ~= #list then host.fail("shown: the list is no roll of " .. text) end
  local whole, die, added, counts = {}, "", false, false
  for i = #list, 1, -1 do -- what follows says whether a die is one with that before it
    local mark = marks:byte(i)
    local again = mark & AGAIN ~= 0
    if not again then added, counts = mark & ADDED ~= 0, mark & COUNTS ~= 0 end
    local sign = again and "→" or mark & EXPLODED ~= 0 and "!" or ""
    die = ("%d%s%s%s"):format(list[i], sign, mark & LESS ~= 0 and "-1" or "", die)
    if i == 1 or marks:byte(i - 1) & AGAIN == 0 then -- the die's first roll
      if added then die = "+" .. die
      else
        table.insert(whole, 1, counts and die or "(" .. die .. ")")
        die = ""
      end
    end
  end
  return table.concat(whole, " ")
end

--- Rolls dice: "d20", "2d20kl1+3" (keep the lowest), "4d6kh3-1" (keep the three
--- highest), "10d10>=7" (count 7 or more); the page `dice` has it all.
---@signature dice.roll(stream, dice) -> total, list, kept
---@param stream stream from rng.new
---@param dice string the expression
---@return the total, the list of what all dice showed in the order they were
--- rolled, and a list of true or false for the dice that count, or nil when all do
---@error "2d: expected the number of sides after d"
---@example local stream = rng.new("a rainy day")
--- local total, list = dice.roll(stream, "2d20kl1+3")
function dice.roll(stream, text)
  if type(stream) ~= "userdata" then host.fail("roll: expected a stream from rng.new, got " .. type(stream)) end
  return host.roll(rolls.known[text] or rolls.compile(text), stream)
end

--- Rolls dice like "d20", "2d20kl1+3", "4d6kh3-1", "d%" or "3d6!".
---@signature stream:roll(dice) -> total, list, kept
---@param dice string the expression; `croupier help dice` has it all
---@return the total, the list of all dice in the order they were rolled, and
--- a list of true or false for the dice that count, or nil when all do
---@error "2d: expected the number of sides after d"
---@example local total, list = stream:roll("2d6+1")
--- total == list[1] + list[2] + 1 --> true
stream_methods.roll = dice.roll

--- Rolls dice as stream:roll does and gives the total alone.
---@signature stream:total(dice) -> integer
---@param dice string the expression
---@return the total
---@error "2d: expected the number of sides after d"
---@example local damage = stream:total("2d6+1")
function stream_methods.total(stream, text) return (dice.roll(stream, text)) end

--- A roll of real dice, whose results people enter one by one.
---@signature dice.by_hand(dice) -> roll
---@param dice string the expression
---@return a roll, to be asked for sides() and given what each die shows
---@error "2d: expected the number of sides after d"
---@example local roll = dice.by_hand("2d6+1")
--- roll:sides() --> 6, 1
function dice.by_hand(text)
  local thrown, taken, roll = rolls.known[text] or rolls.compile(text), {}, {}

  --- How many sides the next die has, and what the lowest shows; or nil when all dice are rolled.
  ---@signature roll:sides() -> integer or nil, integer
  ---@return the sides, or nil; and 1, or -1 for a fudge die
  ---@example local roll = dice.by_hand("2d6+1")
  --- while roll:sides() do roll:take(3) end
  --- roll:result() --> 7, { 3, 3 }, nil
  function roll.sides()
    local total, sides, least = host.roll(thrown, taken)
    if not total then return sides, least end
  end

  --- What the next die shows.
  ---@signature roll:take(n)
  ---@param n integer 1 to roll:sides(); of a fudge die -1, 0 or 1
  ---@error "take 7: the die has 6 sides"
  ---@error "take 3: all dice have been rolled"
  ---@example dice.by_hand("d6"):take(7) --> error take 7: the die has 6 sides
  function roll.take(_, n)
    local sides, least = roll.sides()
    if not sides then host.fail(("take %s: all dice have been rolled"):format(n)) end
    if math.type(n) ~= "integer" or n < least or n >= least + sides then
      host.fail((least < 1 and "take %s: the die shows -1, 0 or 1" or "take %s: the die has %d sides"):format(n, sides))
    end
    taken[#taken + 1] = n
  end

  --- What the dice come to, once all are rolled.
  ---@signature roll:result() -> total, list, kept
  ---@return the total, the list of dice, and a list of true or false for the
  --- dice that count, or nil when all do
  ---@error "result: a die with 6 sides is still to be rolled"
  ---@example local roll = dice.by_hand("d20")
  --- roll:take(11)
  --- local total = roll:result() --> 11
  function roll.result()
    local sides = roll.sides()
    if sides then host.fail(("result: a die with %d sides is still to be rolled"):format(sides)) end
    local total, list, kept = host.roll(thrown, taken)
    return total, list, kept
  end
  return setmetatable(roll, { __index = function(_, name)
    host.fail(('a roll has no "%s"%s'):format(name, english.suggest(name, { "result", "sides", "take" })))
  end, __metatable = "roll" })
end

return rolls
