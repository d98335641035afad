-- Pictures on phones: a view has those of the cards that it names, within limits.

local phones = require "front.phones.phones"
local porter = require "front.phones.porter"
local sessions = dofile "tests/front/session/sessions.lua"
local tools = dofile "tests/front/tools.lua"

TestPictures = sessions.suite()

local GAME = [[return game { title = "Zoo", seats = { 1, 1 }, deck = { file = "cards.csv" },
  piles = { seat = { hand = "owner" } }, order = { "over" },
  over = function(t)
    t.deck:draw(3, t.seat[1].hand)
    t.seat[1]:ask { "n", "How many?", min = 0, max = 9 }
    t:finish()
  end }]]

function TestPictures.test_a_view_has_the_pictures_of_its_cards()
  local folder, sent = sessions.folder .. "/zoo", {}
  tools.write(folder .. "/game.lua", GAME)
  tools.write(folder .. "/cards.csv", "name,text,picture\nFox,**Runs** {far},fox.png\nOwl,,big.png\nEel,,\n")
  tools.write(folder .. "/fox.png", "\x89PNG\r\n\x1a\n")
  tools.write(folder .. "/big.png", "\x89PNG\r\n\x1a\n" .. ("x"):rep(32 << 10))
  local config = sessions.config(folder, 1)
  config.answerers[1] = "phone"
  local s = assert(require("front.session.session").begin(config))
  s:run()
  porter.started = { program = { send = function(_, note) sent[#sent + 1] = note end }, port = 1, names = {}, open = {},
    url = "" }
  local p = phones.open(s, function() end)
  p:renew(1)
  local view
  for _, note in ipairs(sent) do view = note:match "^V1 (.*)$" or view end
  porter.started = nil
  lu.assertStrContains(view, '"picture":"data:image/png;base64,iVBORw0KGgo="')
  lu.assertStrContains(view, '"text":"Runs far"')
  lu.assertEquals(select(2, view:gsub('"picture"', "")), 1)
  lu.assertNotStrContains(view, ".png")
  s:close()
end
