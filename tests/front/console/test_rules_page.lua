-- What a game's RULES.md says of a word.

local page = require "front.console.rules_page"

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

The net is empty

- when all have fished,
- or at dusk.

**A hand**

1. Bait is put on.

A plugged gap counts; `plug_price` is paid. For example:

This is an evening with herons:

| fish | points |
|---|---:|
| pike | 3 |
| old pike's king | 5 |

    croupier show ponds     the pond's rules

## Rulings

1. A pond is round.
]]

local function passages_are(word, ...) lu.assertEquals(page.passages(TEXT, word), { ... }, word) end

function TestRulesPage.test_what_is_set_off_comes_alone()
  passages_are("stock", "stock: put a fish back")
  passages_are("fish out", "fish out: take it all.")
  passages_are("FISH_OUT", "fish out: take it all.")
  passages_are("stocks", "stock: put a fish back")
  passages_are("stocked", "stock: put a fish back")
end

-- An item goes on with what stands before the list.
function TestRulesPage.test_items_are_whole_sentences()
  passages_are("dusk", "The net is empty or at dusk.")
  passages_are("net", "The net is empty when all have fished.", "The net is empty or at dusk.")
end

-- A line in bold type is the list's heading, and no part of a sentence.
function TestRulesPage.test_a_heading_in_bold_is_left_out()
  passages_are("bait", "Bait is put on.")
  passages_are("hand")
end

-- Nothing comes of a paragraph that only announces what isn't shown.
function TestRulesPage.test_what_announces_something_is_left_out() passages_are("herons") end

function TestRulesPage.test_rows_speak_of_their_first_cell()
  passages_are("pike", "pike: points: 3", "old pike's king: points: 5")
  passages_are("points") -- a head is no row
end

function TestRulesPage.test_else_where_it_stands()
  passages_are("line", "Throw a line, and wait.")
  passages_are("pond") -- neither credit, commands nor rulings; what a list goes on with is no sentence
  passages_are("plug", "A plugged gap counts; plug_price is paid.")
  passages_are("gap", "A plugged gap counts; plug_price is paid.")
  passages_are("trout") -- a file's lines are no sentences
  passages_are("ga")
  passages_are("round")
  passages_are("%w")
end

function TestRulesPage.test_three_at_most()
  local text = "# A\n\n## B\n\n" .. ("carp swim.\n\n"):rep(9)
  lu.assertEquals(#page.passages(text, "carp"), 3)
  lu.assertEquals(page.passages("", "carp"), {})
end
