-- A text as the lines in which it differs from another, which goldens of variants are kept as.

local changed_lines = require "changed_lines"

TestChangedLines = {}

local BASE = { "# the head", "one", "two", "three", "four", "five" }

local function of(...) return changed_lines.of(BASE, 2, { ... }) end

function TestChangedLines.test_what_differs()
  lu.assertEquals(of("one", "two", "three", "four", "five"), { "@ nothing" })
  lu.assertEquals(of("one", "2", "three", "four", "five"), { "@ 3", "2" })
  lu.assertEquals(of("one", "three", "four", "five"), { "@ 3" })
  lu.assertEquals(of("zero", "one", "two", "3", "3.5", "five", "six"),
    { "@ after 1", "zero", "@ 4-5", "3", "3.5", "@ after 6", "six" })
  lu.assertEquals(of("@ 3", "of a text's own"), nil)
end

-- A walk of every length: what is kept gives the text again, and holds no line that it could leave to the base.
function TestChangedLines.test_by_chance()
  local word = 7
  local function draw(n)
    word = (word * 1103515245 + 12345) % 2147483648
    return (word >> 8) % n
  end
  local function lines(most)
    local list = {}
    for i = 1, draw(most + 1) do list[i] = ("line %d"):format(draw(6)) end
    return list
  end
  local function common(a, b, i, k) -- of the two, from the i-th and the k-th on
    if not a[i] or not b[k] then return 0 end
    if a[i] == b[k] then return 1 + common(a, b, i + 1, k + 1) end
    return math.max(common(a, b, i + 1, k), common(a, b, i, k + 1))
  end
  for _ = 1, 500 do
    local base, text = lines(8), lines(8)
    table.insert(base, 1, "# the head")
    local changes, own = changed_lines.of(base, 2, text), 0
    lu.assertTrue(changed_lines.begins(changes[1]))
    for _, line in ipairs(changes) do own = own + (line:find "^@ " and 0 or 1) end
    lu.assertEquals(own, #text - common(base, text, 2, 1))
    lu.assertEquals((changed_lines.apply(base, 2, changes, 1)), text)
  end
end

function TestChangedLines.test_where_a_line_stands()
  local list, where = changed_lines.apply(BASE, 2, { "# own", "@ 3", "2", "@ after 5", "4.5" }, 2)
  lu.assertEquals(list, { "one", "2", "three", "four", "4.5", "five" })
  lu.assertEquals(where, { -2, 3, -4, -5, 5, -6 })
end

function TestChangedLines.test_what_does_not_fit()
  for _, changes in ipairs { { "@ 7" }, { "@ after 7" }, { "@ 1" }, { "@ 5-9" } } do
    lu.assertEquals({ changed_lines.apply(BASE, 2, changes, 1) }, { nil, 1 }, changes[1])
  end
  lu.assertEquals({ changed_lines.apply(BASE, 2, { "@ 4", "3", "@ 3" }, 1) }, { nil, 3 })
end
