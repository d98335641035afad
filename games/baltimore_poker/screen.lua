-- How the poker table is drawn, and what `:odds` says, from a seat's view.

local betting = require "betting"
local draw = require "baltimore.draw"

local screen = {}

local function seat_line(seat)
  local list = { draw.count(seat.chips:amount(), "chip") }
  if seat.bet > 0 then list[#list + 1] = ("bet %d"):format(seat.bet) end
  if seat.playing and seat.folded then list[#list + 1] = "folded" end
  if seat.drawn > 0 then list[#list + 1] = ("replaced %d"):format(seat.drawn) end
  if seat.playing and not seat.folded and seat.chips:amount() == 0 then
    list[#list + 1] = "all in"
  end
  return ("  %s\t%s"):format(seat.name, table.concat(list, ", "))
end

--- The table as a seat sees it.
function screen.screen(t, me)
  if not t.dealer then return { "Before the first hand." } end
  local of = t.rules.hands < 1000 and " of " .. t.rules.hands or ""
  local lines = { ("Hand %d%s, dealt by %s: %d in the pot"):format(t.hand, of,
    t.dealer.name, t.pot:amount()) }
  if #t.board > 0 then lines[2] = { "Board: %s", t.board:list() } end
  for seat in t:seats() do lines[#lines + 1] = seat_line(seat) end
  if me and #me.hand + #t.board >= 5 then
    lines[#lines + 1] = { "Your best hand: %h", poker.rank(me.hand, t.board) }
  end
  return lines
end

--- What wins, and how far each is.
function screen.scores(t)
  local lines = { ("%s; this is hand %d"):format(t:what_wins(), t.hand) }
  for seat in t:seats() do
    lines[#lines + 1] = ("  %s\t%s"):format(seat.name, draw.count(seat.chips:amount(), "chip"))
  end
  return lines
end

-- That hand of mine, and a blank one for everybody who is still in.
local function hands(t, me, mine)
  local list = { mine }
  for seat in t:seats() do
    if seat.number ~= me.number and seat.playing and not seat.folded then
      list[#list + 1] = ""
    end
  end
  return list
end

--- The share of the pot that a seat's hand wins, nobody replacing a card; or `mine`
--- in its place, with the cards in `dead` gone.
function screen.share(t, me, error, mine, dead)
  local list = hands(t, me, mine or me.hand)
  if #list < 2 or #me.hand == 0 then return 1, 0, #list end
  local result = poker.odds { hands = list, board = t.board, board_cards = 4,
    hole = t.rules.hole, dead = dead or me.discards, error = error }[1]
  return result.share, result.error, #list
end

local OTHERS = { "another hand", "two other hands" }

-- Has another who is in the hand chosen what to keep? Then no count is exact.
local function has_chosen(t, me)
  for seat in t:seats() do
    if seat.number ~= me.number and seat.playing and not seat.folded and seat.drawn > 0 then
      return true
    end
  end
  return false
end

--- What a hand is worth from here.
function screen.odds(t, me)
  if #me.hand == 0 then return { "You are not in this hand." } end
  local share, error, count = screen.share(t, me, 0.005)
  local how = error > 0 and ("estimated, within %.1f points"):format(100 * error) or "exact"
  if has_chosen(t, me) then how = "assuming the others kept random cards" end
  local lines = { ("You win %.1f%% of the pots (%s) against %s%s."):format(100 * share,
    how, OTHERS[count - 1] or count - 1 .. " other hands", me.stands and ""
    or ", if nobody replaces a card") }
  lines[2] = draw.odds_line(t, me, function(mine, dead)
    return (screen.share(t, me, 0.005, mine, dead))
  end)
  local owed = betting.to_call(t, me, t:players())
  if owed > 0 then
    local pot = t.pot:amount()
    lines[#lines + 1] = ("Calling %d for a pot of %d pays if you win %.1f%% or more."):format(owed,
      pot, 100 * owed / (pot + owed))
  end
  return lines
end

return screen
