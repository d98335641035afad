-- RULES.md and other Markdown, as it is put in HTML and in words.

local disk = require "host.disk"
local lists = require "shared.lists"
local markdown = require "shared.markdown"

TestMarkdown = {}

local html_of = markdown.html

-- The page of a text, its lines' ends left out.
local function is_html(text, html) lu.assertEquals((html_of(text):gsub("\n", "")), html, text) end

-- Nothing of a text but these tags, and links to other sites.
local TAGS = lists.set "p ul ol li em strong code pre h2 h3 h4 h5 h6 table tr th td a blockquote hr br"

local function assert_harmless(text)
  local html = html_of(text)
  local left = html:gsub("</?(%l+%d?)([^<>]*)>", function(tag, rest)
    local fine = rest == "" or rest == ' class="n"' or tag == "ol" and rest:find '^ start="%d+"$'
      or tag == "a" and rest:lower():find '^ href="https?://[^"]*"$'
    return TAGS[tag] and fine and "" or nil
  end)
  lu.assertNil(left:find "[<>]", html)
end

function TestMarkdown.test_numbered_lists()
  is_html("It is\n\n1. a\n2. b\n   goes on\n", "<p>It is</p><ol><li>a</li><li>bgoes on</li></ol>")
  is_html("3. a\n4. b", "<ol start=\"3\"><li>a</li><li>b</li></ol>")
  is_html("0. a", "<ol start=\"0\"><li>a</li></ol>")
  is_html("It counts\n10-9-8 is 27.", "<p>It counts10-9-8 is 27.</p>")
  is_html("It counts\n27. 10-9-8 is no list.", "<p>It counts27. 10-9-8 is no list.</p>")
end

function TestMarkdown.test_lists_in_lists()
  is_html("- a\n  - b\n    1. c\n- d", "<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ul>")
  is_html("- a\n\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>")
  is_html("1. a\n\n   more\n\n       code", "<ol><li><p>a</p><p>more</p><pre><code>code</code></pre></li></ol>")
end

function TestMarkdown.test_code()
  lu.assertEquals(html_of "    Anna: str 14\n    Cat:  str <10>\n",
    "<pre><code>Anna: str 14\nCat:  str &lt;10&gt;\n</code></pre>\n")
  is_html("```sh\na | b \\| c\n| d \\| e\n```", "<pre><code>a | b \\| c| d \\| e</code></pre>")
  is_html("`a *b* <c>`", "<p><code>a *b* &lt;c&gt;</code></p>")
end

function TestMarkdown.test_words()
  is_html("*a* **b** ***c*** a_b_c \\*d\\* &amp;",
    "<p><em>a</em> <strong>b</strong> <em><strong>c</strong></em> a_b_c *d* &amp;</p>")
  is_html("# A\n## B\n### C *d*\n\n> e\n\n---\n\nf  \ng", "<h2>A</h2><h2>B</h2><h3>C <em>d</em></h3>"
    .. "<blockquote><p>e</p></blockquote><hr><p>f<br>g</p>")
end

function TestMarkdown.test_links_lead_to_other_sites_alone()
  is_html("[a](https://b.org/c?d=1&e) <http://f.org>", "<p><a href=\"https://b.org/c?d=1&amp;e\">a</a> "
    .. "<a href=\"http://f.org\">http://f.org</a></p>")
  is_html("[a](fishers.txt) [b](javascript:alert(1)) [c](data:text/html,x) [d](//e.org) [f](file:///etc/passwd)",
    "<p>a b c d f</p>")
  is_html("![a *pike*](http://b.org/c.png)", "<p>a <em>pike</em></p>")
end

function TestMarkdown.test_tables()
  is_html("| a | b |\n|---|---:|\n| *c* | `d \\| e` |\n| f |\n", "<table><tr><th>a</th><th class=\"n\">b</th></tr>"
    .. "<tr><td><em>c</em></td><td class=\"n\"><code>d | e</code></td></tr><tr><td>f</td></tr></table>")
  is_html("1. a\n\n   | b | c |\n   |---|---|\n   | d | e |", "<ol><li><p>a</p><table><tr><th>b</th><th>c</th></tr>"
    .. "<tr><td>d</td><td>e</td></tr></table></li></ol>")
  is_html("| | |\n|---|---|\n| a | b |", "<table><tr><td>a</td><td>b</td></tr></table>")
  is_html("|a\n|b", "<p>|a|b</p>")
  is_html("a | b\n--- | ---", "<p>a | b--- | ---</p>")
  is_html("|\n|-|\n|", "<table><tr><td></td></tr></table>")
end

function TestMarkdown.test_html_is_shown_as_it_was_typed()
  is_html("a <b onclick=x()>c</b>", "<p>a &lt;b onclick=x()&gt;c&lt;/b&gt;</p>")
  is_html("<script>\nx()\n</script>", "<p>&lt;script&gt;x()&lt;/script&gt;</p>")
  is_html("a <!-- b --> c", "<p>a  c</p>")
  is_html("type :join <name>", "<p>type :join &lt;name&gt;</p>")
end

-- In headings, items, cells, code, titles and addresses of links alike.
function TestMarkdown.test_hostile_texts()
  for _, bad in ipairs { "<script>x()</script>", "<img src=x onerror=x()>", "\"><svg/onload=x()>", "</style><b>",
    "<a href=\"javascript:x()\">y</a>", "[x](javascript:y)", "[x](  JaVaScRiPt:y)", "[x](java&#115;cript:y)",
    "[x](http://\"onmouseover=y)", "[x](http://a 'b\" onclick=\"c')", "[x](<http://a\"b>)", "![x](javascript:y)",
    "<http://a\"b<c>", "\\<b>", "&lt;b&gt;", "&#60;b>", "<!--><b>", "<!-- --> <b> -->", "]]><b>", "<?php x ?><b>",
    "[a]: javascript:x \"b\"\n\n[a]", "\1<b>\1", "<\0b>", "\xff<b>", "\u{202e}<b>" } do
    for _, form in ipairs { "%s", "# %s", "- %s", "1. a\n   - %s", "| %s |\n|---|\n| %s |", "> %s", "`%s`",
      "```%s\n%s\n```", "*%s*", "[%s](http://a)", "![%s](a)", "    %s", "[a](%s)", "[a](http://b \"%s\")" } do
      local text = form:gsub("%%s", function() return bad end)
      assert_harmless(text)
      lu.assertNil(disk.unsafe(markdown.plain(markdown.sections(text)[1]):gsub("\t", ""), 1), text)
    end
  end
end

-- What takes long or deep elsewhere; a text beyond what is read is cut.
function TestMarkdown.test_large_texts()
  local start = os.clock()
  for _, part in ipairs { ">", "[", "[](", "*a **a ", "a**b", "_a __a ", "`a``b", "&", "<!--", "<?", "<![CDATA[", "* ",
    "![a](b", "\\|", "|", "| a |\n|---|\n", "a\n", "```\n", "1. ", "\n", "\xc3", "[a]: b\n" } do
    assert_harmless(part:rep(300000 // #part))
  end
  local deep = {}
  for i = 1, 500 do deep[i] = ("  "):rep(i) .. "- a\n" end
  assert_harmless(table.concat(deep))
  lu.assertTrue(os.clock() - start < 60)
  lu.assertErrorMsgContains("at most 256 KB", disk.markdown, ("x"):rep(300000))
end

function TestMarkdown.test_sections()
  local list = markdown.sections "# A\n\nBy *b*.\n\n## C `d`\n\n1. e\n\n       f\n\n```\n## g\n```\n\n## Rulings\n\nh\n"
  lu.assertEquals(lists.collect(list, "title"), { "", "C d", "Rulings" })
  lu.assertEquals(lists.collect(list, "source"),
    { "# A\n\nBy *b*.", "1. e\n\n       f\n\n```\n## g\n```", "h" })
  lu.assertEquals(markdown.plain(list[1][2]), "By b.")
  lu.assertEquals(#markdown.sections "", 1)
end
