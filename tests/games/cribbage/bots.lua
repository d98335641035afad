-- A bot that counts before it lays away or pegs.
local function without(hand, one, other)
  local list = {}
  for _, card in ipairs(hand) do if card ~= one and card ~= other then list[#list + 1] = card end end
  return list
end

return {
  counter = {
    one_line = "keeps the four cards that count most, and pegs what it can",
    away = function(me)
      local hand, best, most = me.hand:list(), nil, -1
      for i = 1, #hand do
        for k = i + 1, #hand do
          local total = me.table:counts().total(without(hand, hand[i], hand[k]))
          if total > most then best, most = { hand[i], hand[k] }, total end
        end
      end
      return best
    end,
    lay = function(me, q)
      local best, most = q.options[1], -1
      for _, card in ipairs(q.options) do
        local laid = without(me.table.laid)
        laid[#laid + 1] = card
        local _, total = me.table:counts().peg(laid)
        if total > most then best, most = card, total end
      end
      return best
    end,
  },
}
