-- done
-- Many quantifiers or a long text alone are no fault.
local page = ("a line of words\n"):rep(10000)
local words = 0
for _ in page:gmatch "%S+" do words = words + 1 end
assert(words == 40000)
assert(("  key  =  value  "):match "^%s*(%w+)%s*=%s*(.-)%s*$" == "key")
assert(select(2, page:gsub("%w+", "%0")) == 40000)
