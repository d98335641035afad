-- The library `rng`: streams of chance for tools and tests. That the numbers are right is tested in tests/core/test_rng.c
-- and test_shuffle.c.

TestStreams = {}

local raises = lu.assertErrorMsgContains

function TestStreams.test_of_a_text()
  lu.assertEquals(rng.new("test"):word(), -953856257313549480) -- its seed is SHA-256("test")
  lu.assertEquals(rng.new("test"):word(), rng.new("test"):word())
  lu.assertNotEquals(rng.new("test"):word(), rng.new("Test"):word())
  lu.assertEquals(rng.new(7):word(), rng.new("7"):word())
  lu.assertEquals(tostring(rng.new "test"), "a stream of chance")
  lu.assertEquals(getmetatable(rng.new "test"), "stream")
end

-- Without a text: the same streams in the same order in every run, (key of zeros, "script", 1, 2, ...) as rng_stream has
-- them.
function TestStreams.test_without_a_text()
  lu.assertEquals(rng.new():word(), -6889669667247173740)
  rng.new "x"
  lu.assertEquals(rng.new():word(), 2803587535703810866)
end

function TestStreams.test_what_is_refused()
  local s = rng.new "test"
  raises("bad argument #1 to 'new' (string expected, got table)", function() rng.new {} end)
  raises('a stream has no "bellow": did you mean "below"?', function() return s:bellow(6) end)
  raises("bad argument #1 to 'below' (stream expected, got table)", function() s.below({}, 6) end)
  raises("below: 0 is too small, expected 1 or more", s.below, s, 0)
  raises("integer: the range 6 to 1 is empty", s.integer, s, 6, 1)
  raises("bad argument #1 to 'below' (number has no integer representation)", function() s:below(1.5) end)
  raises("bad argument #1 to 'below' (number expected, got string)", function() s:below "six" end)
  raises("pick: the list is empty", s.pick, s, {})
  local long = {}
  for i = 1, 70000 do long[i] = i end
  raises("shuffle: the list has 70000 values, expected 65535 at most", s.shuffle, s, long)
end

-- How often each number came of 6000.
local function counted(draw)
  local seen = {}
  for _ = 1, 6000 do
    local n = draw()
    seen[n] = (seen[n] or 0) + 1
  end
  return seen
end

function TestStreams.test_numbers()
  local s = rng.new "test"
  for first, draw in pairs { [0] = function() return s:below(6) end, [-2] = function() return s:integer(-2, 3) end } do
    local seen, different = counted(draw), 0
    for _ in pairs(seen) do different = different + 1 end
    lu.assertEquals(different, 6)
    for n = first, first + 5 do lu.assertTrue(seen[n] > 850, n) end
  end
  lu.assertEquals({ s:below(1), s:integer(4, 4) }, { 0, 4 })
  lu.assertEquals(math.type(s:integer(math.mininteger, math.maxinteger)), "integer")
end

local function in_order(n)
  local list = {}
  for i = 1, n do list[i] = i end
  return list
end

function TestStreams.test_lists()
  local s = rng.new "test"
  lu.assertEquals(table.pack(s:pick { "pike" }), { n = 1, "pike" })
  lu.assertEquals(s:shuffle {}, {})
  local list = in_order(1000)
  lu.assertIs(s:shuffle(list), list)
  table.sort(list)
  lu.assertEquals(list, in_order(1000))
end

-- A list is shuffled as the host shuffles its cards: this is rng_shuffle16 of the numbers 1 to 20, and to 300.
function TestStreams.test_the_order_is_the_host_s()
  lu.assertEquals(rng.new("test"):shuffle(in_order(20)),
    { 20, 2, 13, 18, 7, 17, 8, 4, 10, 14, 9, 11, 1, 6, 16, 5, 12, 19, 15, 3 })
  local many = rng.new("test"):shuffle(in_order(300))
  lu.assertEquals({ many[1], many[2], many[150], many[299], many[300] }, { 164, 107, 233, 221, 220 })
end
