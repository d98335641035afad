-- The library `dice`, and rolls of a stream of chance: expressions such as 2d20kl1+3, read for the host to roll
-- (host/core/dice.c).
--
--   expression  [+ or -] term, then + or - and a term, up to 16 of them
--   term        a number, or dice: COUNT d SIDES and what follows
--   COUNT       1 to 1000, 1 if left out; SIDES 1 to 1000000, or % for 100
--   !           each die that shows its highest side rolls one more
--   kh2 kl2     keeps the highest or lowest two; k is kh, no number is 1
--   dh2 dl2     drops the highest or lowest two
--
-- Small or large letters; spaces between the parts. ! and what is kept may stand in either order.

local english = require "shared.english"
local lists = require "shared.lists"

local dice, stream_methods = {}, host.stream_methods()
local rolls = { library = dice }

local DICE_MOST, SIDES_MOST, NUMBER_MOST, TERMS_MOST = 1000, 1000000, 1000000, 16
local KNOWN_MOST = 100 -- texts

-- --- what is written ---

-- The terms of a text; the error is a sentence without a position.
local function read(text)
  local at, terms, dice_in_all = 1, {}, 0 -- before any explodes
  local function expected(place, what)
    local rest = text:sub(place, place + 11)
    error(("%s%s: expected %s%s"):format(text == "" and '""' or text:sub(1, 40), #text > 40 and "..." or "", what,
      rest == "" and "" or (', not "%s"'):format(rest)), 0)
  end
  local function within(place, n, most, what)
    if n < 1 or n > most then expected(place, ("1 to %d %s"):format(most, what)) end
    return n
  end
  -- What stands here by that pattern, in small letters; spaces behind it are passed over.
  local function take(pattern)
    local found, after = text:match("^(" .. pattern .. ")[ \t]*()", at)
    at = after or at
    return found and found:lower()
  end
  local function read_keep(term, place, drops)
    if term.keep then expected(place, "one keep or drop only") end
    local which = take "[hHlL]"
    if drops and not which then expected(at, "dh or dl") end
    term.keep, place = (drops and "d" or "k") .. (which or "h"), at
    term.chosen = tonumber(take "%d+" or 1)
    if drops and term.count == 1 then expected(#text + 1, "two dice or more to drop from") end
    within(place, term.chosen, term.count - (drops and 1 or 0), drops and "dice to drop" or "dice to keep")
  end
  -- What follows the d.
  local function read_dice(term)
    local place = at
    term.sides = take "%%" and 100 or tonumber(take "%d+" or expected(place, "the number of sides after d"))
    within(place, term.sides, SIDES_MOST, "sides after d")
    for letter in function() place = at return take "[!kKdD]" end do
      if letter ~= "!" then read_keep(term, place, letter == "d")
      elseif term.explodes then expected(place, "one ! only")
      elseif term.sides < 2 then expected(place, "dice with 2 or more sides before !")
      else term.explodes = true end
    end
  end
  take "[ \t]*"
  local sign = take "[+-]"
  local first = sign and "dice or a number after " .. sign or "dice like 2d6+3"
  repeat
    local place, count, term = at, take "%d+", { sign = sign == "-" and -1 or 1 }
    if take "[dD]" then
      term.count, term.explodes = within(place, tonumber(count or 1), DICE_MOST, "dice before d"), false
      read_dice(term)
    else
      term.number = tonumber(count or expected(place, terms[1] and "dice or a number after " .. sign or first))
      if term.number > NUMBER_MOST then expected(place, "a number up to 1000000") end
    end
    terms[#terms + 1] = term
    dice_in_all = dice_in_all + (term.count or 0)
    if dice_in_all > DICE_MOST then expected(place, "1000 dice at most in all") end
    place = at
    sign = at <= #text and (take "[+-]" or expected(place, "+ or -"))
    if sign and #terms == TERMS_MOST then expected(place, "16 terms at most") end
  until not sign
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

--- What the host rolls by a text that is not known yet.
function rolls.compile(text, verb)
  local thrown = host.dice(read_or_fail(text, verb))
  if known_count < KNOWN_MOST then rolls.known[text], known_count = thrown, known_count + 1 end
  return thrown
end

-- Terms as this program writes them.
local function text_of(terms)
  return table.concat(lists.collect(terms, function(term, i)
    return (term.sign < 0 and "-" or i > 1 and "+" or "") .. (term.number or ("%sd%d%s%s%s"):format(term.count > 1
      and term.count or "", term.sides, term.explodes and "!" or "", term.keep or "", term.chosen or ""))
  end))
end

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
--- "dl"; { sign, number } for a number. The sign is 1 or -1.
---@signature dice.parse(dice) -> list of tables
---@param dice string the expression
---@return table the terms in their order
---@error "2d: expected the number of sides after d"
---@example dice.parse("2d6+1")[1].sides --> 6
function dice.parse(text) return read_or_fail(text) end

-- The least and the most of one term; math.huge where a die may go on rolling.
local function term_range(term)
  if term.number then return term.number, term.number end
  local keeps = term.keep == "kh" or term.keep == "kl"
  local counted = keeps and term.chosen or term.count - (term.chosen or 0)
  return counted, term.explodes and not keeps and math.huge or counted * term.sides
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

--- Rolls dice: "d20", "2d20kl1+3" (keep the lowest), "4d6kh3-1" (keep the three
--- highest), "4d6dl1" (drop the lowest), "d%" (1 to 100), "3d6!" (a six rolls
--- one more), sums and differences of these and of numbers.
---@signature dice.roll(stream, dice) -> total, list, kept
---@param stream stream from rng.new
---@param dice string the expression
---@return the total, the list of dice, and a list of true or false for the
--- dice that count, or nil when all do
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
--- roll:sides() --> 6
function dice.by_hand(text)
  local thrown, taken, roll = rolls.known[text] or rolls.compile(text), {}, {}

  --- How many sides the next die has, or nil when all dice are rolled.
  ---@signature roll:sides() -> integer or nil
  ---@return the sides, or nil
  ---@example local roll = dice.by_hand("2d6+1")
  --- while roll:sides() do roll:take(3) end
  --- roll:result() --> 7, { 3, 3 }, nil
  function roll.sides()
    local total, sides = host.roll(thrown, taken)
    return not total and sides or nil
  end

  --- What the next die shows.
  ---@signature roll:take(n)
  ---@param n integer 1 to roll:sides()
  ---@error "take 7: the die has 6 sides"
  ---@error "take 3: all dice have been rolled"
  ---@example dice.by_hand("d6"):take(7) --> error take 7: the die has 6 sides
  function roll.take(_, n)
    local sides = roll.sides()
    if not sides then host.fail(("take %s: all dice have been rolled"):format(n)) end
    if math.type(n) ~= "integer" or n < 1 or n > sides then
      host.fail(("take %s: the die has %d sides"):format(n, sides))
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
    return host.roll(thrown, taken)
  end
  return setmetatable(roll, { __index = function(_, name)
    host.fail(('a roll has no "%s"%s'):format(name, english.suggest(name, { "result", "sides", "take" })))
  end, __metatable = "roll" })
end

return rolls
