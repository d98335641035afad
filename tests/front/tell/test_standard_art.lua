-- The standard deck's drawing: every face is there, has its pips and stands for itself; phones have the same.

local disk = require "host.disk"
local standard_art = require "tell.standard_art"
local worlds = require "front.session.worlds"

local FILE = "stdlib/templates/standard_deck.svg"
local SIGNS = { "♣", "♦", "♥", "♠" }
local RANKS = { "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K" }

TestStandardArt = {}

local function drawn(rank, sign) return standard_art.face({ rank = rank, symbol = rank .. sign }, sign, 63, 88) end

-- Is it XML: every tag closed in its turn, every attribute quoted?
local function is_whole(text)
  local open = {}
  for closing, name, attributes, single in text:gsub("<!%-%-.-%-%->", ""):gmatch "<(/?)([%w]+)([^<>]-)(/?)>" do
    if attributes:gsub('%s[%w-]+="[^"<]*"', "") ~= "" then return false end
    if closing == "/" then
      if table.remove(open) ~= name then return false end
    elseif single == "" then open[#open + 1] = name end
  end
  return #open == 0 and not text:gsub("<[^<>]*>", ""):find "[<>]"
end

-- How often a part of the file stands in a drawing.
local function count(drawing, id)
  local path = disk.embedded(FILE):match('<g id="' .. id .. '"[^>]*>%s*<path d="([^"]*)"')
  local _, times = drawing:gsub(path:gsub("%p", "%%%0"), "")
  return times
end

function TestStandardArt.test_the_file_is_small_and_whole()
  local text, seen = disk.embedded(FILE), {}
  lu.assertTrue(#text <= 40 * 1024, ("%d bytes"):format(#text))
  lu.assertTrue(is_whole(text))
  for id in text:gmatch ' id="([^"]*)"' do
    lu.assertNil(seen[id], id)
    seen[id] = true
  end
  for id in text:gmatch 'href="#([^"]*)"' do lu.assertTrue(seen[id], id) end
end

function TestStandardArt.test_each_face_stands_for_itself()
  local seen = {}
  for _, sign in ipairs(SIGNS) do
    for _, rank in ipairs(RANKS) do
      local drawing = drawn(rank, sign)
      lu.assertTrue(is_whole(drawing), rank .. sign)
      lu.assertNil(drawing:find "%sid=" or drawing:find "href" or drawing:find "url", rank .. sign)
      lu.assertNil(seen[drawing], rank .. sign)
      seen[drawing] = true
    end
  end
  local joker = standard_art.face({ rank = "joker", symbol = "Jr" }, nil, 63, 88)
  lu.assertTrue(is_whole(joker))
  lu.assertTrue(is_whole(standard_art.back(63, 88)))
end

function TestStandardArt.test_as_many_pips_as_the_rank_says()
  for id, sign in pairs { clubs = "♣", diamonds = "♦", hearts = "♥", spades = "♠" } do
    for number = 1, 10 do -- and one in each of two corners
      lu.assertEquals(count(drawn(number == 1 and "A" or tostring(number), sign), id), number + 2, number .. sign)
    end
    lu.assertEquals(count(drawn("K", sign), id), 4, "K" .. sign)
  end
end

function TestStandardArt.test_other_kinds_have_it_too()
  lu.assertEquals(standard_art.face({ rank = "king", symbol = "K♥" }, "♥", 63, 88), drawn("K", "♥"))
  lu.assertEquals(standard_art.face({ rank = "7", name = "7s" }, "★", 63, 88), drawn("7", "★"))
  lu.assertEquals(count(drawn("7", "★"), "star"), 9)
  lu.assertEquals(count(drawn("A", "★"), "star"), 3)
  local _, texts = drawn("3", "☂"):gsub("☂", "")
  lu.assertEquals(texts, 5)
  for _, rank in ipairs { "K", "joker", "11", "0", "2.5", "two", "" } do lu.assertNil(drawn(rank, "★"), rank) end
  lu.assertNil(drawn("14", "♥"))
  lu.assertNil(standard_art.face({ rank = "storm", symbol = "St" }, nil, 63, 88))
end

-- The decks of Fish Out! as they are printed.
local function printed(look)
  local world = assert(worlds.open { steps = 100000000 })
  local name = assert(world:call("start.open", "name", "fish_out"))
  look.size, look.bleed, look.backs = look.size or { 63, 88 }, 0, look.backs or {}
  local made = assert(world:call("author.print_cards", "cards", name, "", {}, look))
  world:close()
  return made.decks[1]
end

function TestStandardArt.test_printed_cards_have_it()
  local deck = printed {}
  lu.assertEquals(#deck.cards, 52)
  for i, card in ipairs(deck.cards) do
    local drawing = drawn(RANKS[(i - 1) % 13 + 1], SIGNS[(i - 1) // 13 + 1])
    lu.assertNotNil(card.svg:find(drawing, 1, true), card.name)
    lu.assertTrue(is_whole((card.svg:gsub("<style>.-</style>", ""))), card.name)
  end
  lu.assertNotNil(deck.back:find(standard_art.back(63, 88), 1, true))
  lu.assertNil(printed({ backs = { deck = "Ours" } }).back:find(standard_art.back(63, 88), 1, true))
end

function TestStandardArt.test_suits_in_four_colors()
  for is_four, expected in pairs { [false] = 2, [true] = 4 } do
    local deck, seen, colors = printed { four_color = is_four }, {}, 0
    for i = 1, 52, 13 do
      local color = deck.cards[i].svg:match ' color="(.-)"'
      if not seen[color] then seen[color], colors = true, colors + 1 end
    end
    lu.assertEquals(colors, expected)
  end
end

function TestStandardArt.test_a_template_can_place_it()
  local deck = printed { template = '<svg viewBox="0 0 70 70">{{drawing 5 2 50 66}}{{^drawing}}none{{/drawing}}</svg>' }
  local king = standard_art.face({ rank = "K", symbol = "K♥" }, "♥", 50, 66)
  lu.assertStrContains(deck.cards[39].svg, (' color="#c0182b" transform="translate(5 2)">%s</g>'):format(king))
end

function TestStandardArt.test_a_phones_page_has_every_card()
  local page = standard_art.library()
  lu.assertTrue(is_whole(page))
  for _, sign in ipairs(SIGNS) do
    for _, rank in ipairs(RANKS) do lu.assertStrContains(page, ('<g id="card %s%s">'):format(rank, sign)) end
  end
  lu.assertStrContains(page, '<g id="card joker">')
  for _, bad in ipairs { "<style", "<script", " style=", "url%(", " on%w+=" } do lu.assertNil(page:find(bad), bad) end
  for id in page:gmatch 'href="#([^"]*)"' do lu.assertStrContains(page, ('<g id="%s"'):format(id)) end
  local phone = disk.embedded "stdlib/templates/phone.html"
  for id in page:gmatch ' id="([^"]*)"' do lu.assertNotStrContains(phone, (' id="%s"'):format(id)) end
  local _, marks = phone:gsub("<!%-%- cards %-%->", "")
  lu.assertEquals(marks, 1)
end
