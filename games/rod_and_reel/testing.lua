-- Tools of the tests of Rod & Reel: tables with known cards, dice and catches,
-- answers by the names of their questions, and what the table has heard.

local testing = { NAME = "rod_and_reel" }

function testing.open(options, variant)
  local name = testing.NAME
  return croupier.open(variant and name .. "+" .. variant or name, options)
end

-- One fisher who deals, with known cards on the top of the deck.
function testing.alone(stack, rules, profile, variant)
  rules = rules or {}
  rules.first_dealer = "first_seat"
  return testing.open({ seats = 1, stack = stack, rules = rules,
    profiles = { profile or { str_mod = 30 } } }, variant)
end

local function plain_answer(q)
  if q.kind == "cards" then return {} end
  if q.kind == "number" then return q.min end
  if q.kind == "confirm" then return false end
  if q.kind == "text" then return "up the sleeve" end
  return q.options[1]
end

-- Answers by question name: a value, or a function(question, seat).
function testing.by_name(answers)
  return function(q, seat)
    local answer = answers[q.name]
    if answer == nil then return plain_answer(q) end
    if type(answer) == "function" then return answer(q, seat) end
    return answer
  end
end

-- Plays on until the question of that name, or the end.
function testing.play_to(g, name, answers)
  local answer = testing.by_name(answers or {})
  while g:run() == "question" do
    local q = g:question()
    if q.name == name then return q end
    local ok, why = g:answer(answer(q, q.seat))
    if not ok then error(q.name .. ": " .. why) end
  end
end

-- Answers and goes on to the next question.
function testing.reply(g, answer)
  local ok, why = g:answer(answer)
  lu.assertTrue(ok, why)
  return g:run()
end

-- Plays to the end with these answers, and gives the standings.
function testing.finish(g, answers)
  local status, why = g:play(testing.by_name(answers or {}))
  lu.assertEquals(status, "finished", why)
  return g:result()
end

-- Whether the table has heard these words.
function testing.said(g, words)
  for _, event in ipairs(g:events()) do
    if event.kind == "say" and event.text:find(words, 1, true) then
      return true
    end
  end
  return false
end

-- Cards, combinations or numbers as one text.
function testing.texts(list)
  local names = {}
  for i, value in ipairs(list) do
    names[i] = type(value) == "table" and value.text or tostring(value)
  end
  return table.concat(names, " ")
end

-- A card such as value tests read: "9c", "Ah".
function testing.card(text)
  local rank, letter = text:match("^(%w+)(%l)$")
  local suits = { h = "hearts", d = "diamonds", c = "clubs", s = "spades" }
  local faces = { A = 1, J = 11, Q = 12, K = 13 }
  return {
    rank = rank, suit = suits[letter], text = text,
    value = faces[rank] or math.tointeger(rank),
    color = (letter == "h" or letter == "d") and "red" or "black",
  }
end

-- Whether a line holds these cards together, in this order.
function testing.may_lie(t, strain, text)
  local test, chosen = t:value_test { strain = strain }, {}
  for name in text:gmatch("%S+") do
    local one = testing.card(name)
    if not test(one, chosen) then return false end
    chosen[#chosen + 1] = one
  end
  return true
end

-- A table whose dice are known.
function testing.loaded(rules, dice)
  return {
    rules = rules,
    roll = function() return table.remove(dice, 1) end,
    modifier = function(_, score, given) return given or (score - 10) // 2 end,
    weight_on_line = croupier.rules(testing.NAME, rules).weight_on_line,
  }
end

-- One fisher alone, foraging.
function testing.forage(rules)
  rules.mode = "foraging"
  return testing.open { seats = 1, rules = rules }
end

-- Fishers as the ranking reads them: { catch..., hand =, fish = }.
function testing.fishers(...)
  local list = {}
  for i, catch in ipairs { ... } do
    local total, best = 0, 0
    for _, score in ipairs(catch) do
      total, best = total + score, math.max(best, score)
    end
    list[i] = { number = i, catch = catch, total = total, best = best,
      qualified = catch.hand, qualifying = catch.fish }
  end
  return list
end

-- The place of each of those fishers, by the condition.
function testing.places(victory, ...)
  local t = testing.open({ seats = 1, rules = { victory = victory } }).t
  local list = {}
  for _, record in ipairs(t:ranking(testing.fishers(...))) do
    list[record.seat.number] = record.place
  end
  return list
end

-- Two fishers who can't fail with an ace each, in the first hand.
local TWO = "Ah 2h 4h 6h 8h As 2s 4s 6s 8s 3c 5c 3d 5d 7c 9c 7d 9d"

function testing.two(victory, rules)
  rules.victory, rules.first_dealer = victory, "first_seat"
  return testing.open { seats = 2, stack = TWO, rules = rules,
    profiles = { { str_mod = 30 }, { str_mod = 30 } } }
end

-- Lays the last card of the hand on the pile: the ace stays.
function testing.no_values(q) return q.options[#q.options] end

return testing
