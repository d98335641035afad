-- Phones without a porter: what would be sent to it, and what is taken of what comes.

local phone_verbs = require "front.console.phone_verbs"
local phones = require "front.phones.phones"
local porter = require "front.phones.porter"
local sessions = dofile "tests/front/session/sessions.lua"
local tools = dofile "tests/front/tools.lua"

TestPhones = sessions.suite()

-- A session whose first seats (one, or `on_phones`) are on phones, its phones, and what they send; `notes` come in one
-- after the other.
local function open(game, seats, notes, on_phones)
  local sent, config = {}, sessions.config(game, seats)
  for seat = 1, on_phones or 1 do config.answerers[seat] = "phone" end
  local s = assert(require("front.session.session").begin(config))
  s:run()
  porter.started = { port = 1, names = {}, open = {}, url = "", program = {
    send = function(_, note) sent[#sent + 1] = note end,
    receive = function() return table.remove(notes or {}, 1) end } }
  local p = phones.open(s, function() end)
  for seat = 1, on_phones or 1 do p:renew(seat) end
  return s, p, sent
end

local GAME = [[return game { title = "Zoo", seats = { 1, 1 }, deck = { file = "cards.csv" },
  piles = { seat = { hand = "owner" } }, order = { "over" },
  over = function(t)
    t.deck:draw(3, t.seat[1].hand)
    t.seat[1]:ask { "n", "How many?", min = 0, max = 9 }
    t:finish()
  end }]]

function TestPhones.test_a_view_has_the_pictures_of_its_cards()
  local folder = sessions.folder .. "/zoo"
  tools.write(folder .. "/game.lua", GAME)
  tools.write(folder .. "/cards.csv", "name,text,picture\nFox,**Runs** {far},fox.png\nOwl,,big.png\nEel,,\n")
  tools.write(folder .. "/fox.png", "\x89PNG\r\n\x1a\n")
  tools.write(folder .. "/big.png", "\x89PNG\r\n\x1a\n" .. ("x"):rep(32 << 10))
  local s, _, sent = open(folder, 1)
  local view
  for _, note in ipairs(sent) do view = note:match "^V1 (.*)$" or view end
  lu.assertStrContains(view, '"picture":"data:image/png;base64,iVBORw0KGgo="')
  lu.assertStrContains(view, '"text":"Runs far"')
  lu.assertEquals(select(2, view:gsub('"picture"', "")), 1)
  lu.assertNotStrContains(view, ".png")
  s:close()
  porter.started = nil
end

function TestPhones.test_in_a_secret_round_all_are_asked_at_once_and_in_an_open_one_who_is_next()
  for _, ask in ipairs { 't:ask_all(nil, { "n", "How many?", min = 0, max = 9 })',
    'for seat in t:seats() do seat:ask { "n", "How many?", min = 0, max = 9 } end' } do
    local asked = {}
    tools.write(sessions.folder .. "/game.lua", ([[return game { title = "Bids", seats = { 3, 3 },
      order = { "bid", "last" }, bid = function(t) %s end,
      last = function(t) t.seat[3]:ask { "last", "And now?", confirm = true } end }]]):format(ask))
    local s, _, sent = open(sessions.folder, 3, nil, 3)
    for _, note in ipairs(sent) do
      local seat = note:match '^V(%d) .*"q":{.*How many'
      if seat then asked[tonumber(seat)] = true end
      lu.assertNotStrContains(note, "And now?")
    end
    lu.assertEquals(asked, ask:find "ask_all" and { true, true, true } or { true })
    s:close()
    porter.started = nil
  end
end

function TestPhones.test_who_is_here_and_on_how_many_phones()
  local s, p = open("tests/fixtures/games/lanterns", 4, { "N1 0\n", "N2 1\n", "N3 2\n" }, 4)
  local said, terminal = {}, { put = function() end, symbols = function() return false end }
  function terminal.say(_, line) said[#said + 1] = line end
  p:take()
  p.tokens[4], porter.started.others, porter.started.is_local = nil, "", true
  phone_verbs.run({ phones = p, terminal = terminal }, "")
  lu.assertEquals(said, { "  P1: away", "  P2: here", "  P3: here, on 2 phones", "  P4: nobody has sat down yet" })
  s:close()
  porter.started = nil
end

function TestPhones.test_an_answer_that_comes_while_a_code_is_made_is_taken_next()
  local notes = {}
  local s, p = open("tests/fixtures/games/lanterns", 2, notes)
  p.porter.fd = function() return 0 end
  notes[1], notes[2] = "A1\n0\nlate", "Q101\n010\n101\n"
  local _, rows = p:invite(1)
  lu.assertStrContains(table.concat(rows), "▀▄▀")
  lu.assertTrue(p:has_letters())
  local prompt = require("front.console.prompt").open(require("front.base.terminal").open {})
  local keyboard = require "host.keyboard"
  local read = keyboard.read
  prompt.edited, keyboard.read = true, function() return "end" end -- nor is the keyboard waited for
  local got = prompt:read("> ", false, p)
  prompt.edited, keyboard.read = false, read
  lu.assertEquals(got, "event")
  lu.assertFalse((p:take()))
  lu.assertFalse(p:has_letters())
  lu.assertStrContains(p.notices[1].text, "over")
  s:close()
  porter.started = nil
end
