-- What a game's RULES.md says of a word.

local page = require "rules_page"

TestRulesPage = {}

local TEXT = [[
# Ponds

By nobody, who likes a *pond*.

    croupier play ponds

## A pond

    Anna: trout 3
    Ben: trout 4

1. Throw a line,
   and wait.
2. In the pond you may
   - **stock**: put a fish back, or
   - **fish out**: take it all.

A plugged gap counts; `plug_price` is paid. For example:

| fish | points |
|---|---:|
| pike | 3 |
| old pike's king | 5 |

    croupier show ponds     the pond's rules

## Rulings

1. A pond is round.
]]

local function says(word, ...) lu.assertEquals(page.passages(TEXT, word), { ... }, word) end

function TestRulesPage.test_what_is_set_off_comes_alone()
  says("stock", "stock: put a fish back")
  says("fish out", "fish out: take it all.")
  says("FISH_OUT", "fish out: take it all.")
  says("stocks", "stock: put a fish back")
  says("stocked", "stock: put a fish back")
end

function TestRulesPage.test_rows_speak_of_their_first_cell()
  says("pike", "pike: 3", "old pike's king: 5")
  says("points") -- a head is no row
end

function TestRulesPage.test_else_where_it_stands()
  says("line", "Throw a line, and wait.")
  says("pond", "In the pond you may") -- neither credit, commands nor rulings
  says("plug", "A plugged gap counts; plug_price is paid.")
  says("gap", "A plugged gap counts; plug_price is paid.")
  says("trout") -- a file's lines are no sentences
  says("ga")
  says("round")
  says("%w")
end

function TestRulesPage.test_three_at_most()
  local text = "# A\n\n## B\n\n" .. ("carp swim.\n\n"):rep(9)
  lu.assertEquals(#page.passages(text, "carp"), 3)
  lu.assertEquals(page.passages("", "carp"), {})
end
