-- A text as the lines in which it differs from another, which goldens of variants are kept as.

local changed_lines = require "front.session.changed_lines"
local tools = dofile "tests/front/tools.lua"

TestChangedLines = {}

local BASE = { "# the head", "one", "two", "three", "four", "five" }

local function of(...) return changed_lines.of(BASE, 2, { ... }) end

function TestChangedLines.test_what_differs()
  lu.assertEquals(of("one", "two", "three", "four", "five"), { "@ 2-6" })
  lu.assertEquals(of("one", "2", "three", "four", "five"), { "one", "2", "@ 4-6" })
  lu.assertEquals(of("zero", "one", "two", "three", "3", "four", "five"), { "zero", "@ 2-4", "3", "four", "five" })
  lu.assertEquals(of("@ 3-4", "four", "five", "# the head"), { "@@ 3-4", "four", "five", "# the head" })
  lu.assertEquals(of("three", "four", "five", "one", "two", "three"), { "@ 4-6", "one", "two", "three" })
end

-- What is kept gives the text again, and is no longer.
function TestChangedLines.test_by_chance()
  local draw = tools.chance "changed lines"
  local function lines(most)
    local list = {}
    for i = 1, draw(most + 1) do list[i] = ("%sline %d"):format(draw(9) == 0 and "@" or "", draw(6)) end
    return list
  end
  for _ = 1, 500 do
    local base, text = lines(8), lines(8)
    table.insert(base, 1, "# the head")
    local changes = changed_lines.of(base, 2, text)
    lu.assertTrue(#changes <= #text)
    lu.assertEquals((changed_lines.apply(base, changes, 1)), text)
  end
end

function TestChangedLines.test_where_a_line_stands()
  local list, where = changed_lines.apply(BASE, { "# own", "@ 2-3", "2", "@ 5-6", "4.5" }, 2)
  lu.assertEquals(list, { "one", "two", "2", "four", "five", "4.5" })
  lu.assertEquals(where, { -2, -3, 3, -5, -6, 5 })
end

function TestChangedLines.test_what_does_not_fit()
  lu.assertEquals({ changed_lines.apply(BASE, { "one", "@ 5-7" }, 1) }, { nil, 2 })
end
