# doc.awk: collects the documentation that stands beside the code.
#
#   awk -v form=text|topics|markdown|stubs|missing -f scripts/doc.awk FILES
#
# In C a block is `/*** signature`, text, @tags, `*/` directly above a function.
# In Lua it is `---` lines directly above a public function, whose signature is
# its first line; ---@signature gives another, and in folders of stdlib/,
# which scripts can't require, only blocks with one are meant for scripts.
# A block with `@topic GROUP: name, other name` is a page of its own, wherever
# it stands: what is not one function. It may have `@field name meaning` lines
# and `@see name, name`. The lines of an @example stay lines.
#
# text      what `croupier help NAME` searches: `== NAME`, then lines to print
#           as they are, up to the next `==`
# topics    the same of topics: `== GROUP: name, other name`, then lines
# markdown  the reference page: the topics, then a section for each library or
#           thing
# stubs     declarations for LuaLS, for completion in editors: files apart by
#           lines `--== NAME`, what the library's modules hold in one each
# missing   the functions in luaL_Reg tables without a block, and blocks without
#           an example; metamethods and tables named private_... are not called
#           by scripts

function trim(s) { sub(/^[ \t]+/, "", s); sub(/[ \t\r]+$/, "", s); return s }

function open_block(signature) {
  block = 1; tags = 0; text = ""; topic = ""; gap = ""
  sig = trim(signature)
  if (sig ~ /^@topic /) { topic = trim(substr(sig, 8)); sig = "" }
}

# A line of an example, without the one space that stands before every line.
function code(line) { sub(/^ /, "", line); sub(/[ \t\r]+$/, "", line); return line }

# One line of a block: text, a tag, or what continues the tag before.
function add(line,   raw) {
  raw = line; line = trim(line)
  if (line ~ /^@signature /) sig = trim(substr(line, 12))
  else if (line ~ /^@topic /) topic = trim(substr(line, 8))
  else if (line ~ /^@/) {
    tags++
    tag[tags] = substr(line, 2); sub(/[ \t].*/, "", tag[tags])
    value[tags] = trim(substr(line, length(tag[tags]) + 2))
  } else if (tags && tag[tags] == "example") {
    if (line != "") value[tags] = value[tags] "\n" code(raw)
  } else if (tags) value[tags] = value[tags] (line == "" ? "" : " ") line
  else if (line == "") gap = "\n"
  else {
    text = text (text == "" ? "" : gap == "" ? " " : gap) line
    gap = ""
  }
}

function name_of(signature) { sub(/[ \t]*[({].*/, "", signature); return signature }

function store(   i) {
  if (sig == "" && topic == "") return
  n++
  e_topic[n] = topic; e_file[n] = FILENAME
  e_sig[n] = sig; e_name[n] = name_of(sig); e_text[n] = text; e_tags[n] = tags
  for (i = 1; i <= tags; i++) { e_tag[n, i] = tag[i]; e_value[n, i] = value[i] }
  if (topic != "") {
    e_group[n] = topic; sub(/:.*/, "", e_group[n])
    e_names[n] = topic; sub(/^[^:]*: */, "", e_names[n])
    e_name[n] = e_names[n]; sub(/,.*/, "", e_name[n])
    about[e_name[n]] = text
    if (!(e_group[n] in seen_group)) { seen_group[e_group[n]] = 1; group[++groups] = e_group[n] }
    return
  }
  section = e_name[n]
  if (!sub(/[.:].*/, "", section)) section = "everywhere"
  if (!(section in seen)) { seen[section] = 1; order[++sections] = section }
  e_section[n] = section
  if (lua && FILENAME ~ /stdlib\/[a-z_]+\.lua$/) module[section] = 1
}

# The order of the groups; others follow these.
BEGIN {
  groups = split("A game's declaration|At the table|House rules, bots and tests|Around the game", group, "|")
  for (i in group) seen_group[group[i]] = 1
}

FNR == 1 { block = 0; lua = FILENAME ~ /\.lua$/; registry = 0 }

# ---- C --------------------------------------------------------------------

!lua && /^[ \t]*\/\*\*\*/ {
  line = $0; sub(/^[ \t]*\/\*\*\*+/, "", line)
  ended = sub(/\*\/.*/, "", line)
  open_block(line)
  if (ended) { block = 0; store(); above = n }
  next
}
!lua && block {
  line = $0; ended = sub(/\*\/.*/, "", line)
  sub(/^[ \t]*\*/, "", line)
  add(line)
  if (ended) { block = 0; store(); above = n }
  next
}
!lua && above {
  if (match($0, /int [A-Za-z_0-9]+\(/)) # one that is not static counts anywhere
    documented[$0 ~ /^static/ ? FILENAME : "", substr($0, RSTART + 4, RLENGTH - 5)] = e_sig[above]
  above = 0
}
!lua && /luaL_Reg .*\[/ { registry = $0 !~ /luaL_Reg private/ }
!lua && registry {
  rest = $0
  while (match(rest, /\{ *"[^"]*", *[A-Za-z_0-9]+ *\}/)) {
    pair = substr(rest, RSTART, RLENGTH)
    rest = substr(rest, RSTART + RLENGTH)
    split(pair, part, "\"")
    f = part[3]; gsub(/[^A-Za-z_0-9]/, "", f)
    if (part[2] ~ /^__/ || f == "NULL") continue
    regs++
    r_file[regs] = FILENAME; r_line[regs] = FNR
    r_name[regs] = part[2]; r_function[regs] = f
  }
  if (/};/) registry = 0
}

# ---- Lua ------------------------------------------------------------------

lua && /^[ \t]*---([^-]|$)/ {
  if (!block) open_block("")
  line = $0; sub(/^[ \t]*---/, "", line); add(line)
  next
}
lua && block {
  block = 0
  if (sig == "" && topic == "" && FILENAME !~ /stdlib\/.*\//) {
    line = $0
    if (match(line, /^[ \t]*function [A-Za-z_0-9.:]+[ \t]*\([^)]*\)/)) {
      sig = substr(line, RSTART, RLENGTH); sub(/^[ \t]*function /, "", sig)
    } else if (match(line, /^[A-Za-z_0-9]+\.[A-Za-z_0-9]+ = /)) {
      sig = trim(substr(line, RSTART, RLENGTH - 3))
    }
  }
  store()
}

# ---- what comes out -------------------------------------------------------

# Lines, each with something before it.
function lined(text, before) { gsub(/\n/, "\n" before, text); return before text }

function first_lined(text, first, before) {
  gsub(/\n/, "\n" before, text)
  return first text
}

function first_word(text) { sub(/[ \t].*/, "", text); return text }

# How wide the names of its fields are.
function widest(i,   j, n, wide) {
  wide = 10
  for (j = 1; j <= e_tags[i]; j++) {
    n = length(first_word(e_value[i, j]))
    if (e_tag[i, j] == "field" && n > wide) wide = n
  }
  return wide
}

function print_tags(i,   j, label, v, name, wide) {
  wide = widest(i)
  for (j = 1; j <= e_tags[i]; j++) {
    label = e_tag[i, j]; v = e_value[i, j]
    if (label == "param") { sub(/ /, "  ", v); printf "    %s\n", v }
    else if (label == "field") {
      name = first_word(v)
      printf "    %-" wide "s  %s\n", name, trim(substr(v, length(name) + 1))
    } else if (label == "return") printf "  gives  %s\n", v
    else if (label == "error") printf "  error  %s\n", v
    else if (label == "example") print first_lined(v, "  e.g.  ", "        ")
    else if (label == "see") printf "  see also %s\n", v
  }
}

function print_text(   i) {
  for (i = 1; i <= n; i++) {
    if (e_topic[i] != "") continue
    printf "== %s\n%s\n%s\n", e_name[i], e_sig[i], lined(e_text[i], "  ")
    print_tags(i)
  }
}

function print_topics(   g, i) {
  for (g = 1; g <= groups; g++)
    for (i = 1; i <= n; i++) {
      if (e_topic[i] == "" || e_group[i] != group[g]) continue
      gsub(/\n/, "\n\n  ", e_text[i])
      printf "== %s\n  %s\n", e_topic[i], e_text[i]
      if (e_tags[i]) print ""
      print_tags(i)
    }
}

function print_entry(i,   j, label, v, name) {
  gsub(/\n/, "\n\n", e_text[i])
  printf "\n### `%s`\n\n%s\n", e_topic[i] != "" ? e_names[i] : e_sig[i], e_text[i]
  if (e_tags[i]) print ""
  for (j = 1; j <= e_tags[i]; j++) {
    label = e_tag[i, j]; v = e_value[i, j]
    if (label == "param" || label == "field") {
      name = v; sub(/[ \t].*/, "", name)
      printf "- `%s` %s\n", name, trim(substr(v, length(name) + 1))
    } else if (label == "return") printf "- gives %s\n", v
    else if (label == "error") printf "- error %s\n", v
    else if (label == "example") printf "\n%s\n", lined(v, "      ")
    else if (label == "see") printf "\nSee also %s.\n", v
  }
}

function print_markdown(   s, i) {
  print "# Croupier for those who write games\n\nMade from the source; `croupier help NAME` prints one entry."
  print "Every example is run by the tests; behind `-->` stands what a line gives."
  for (s = 1; s <= groups; s++) {
    printf "\n## %s\n", group[s]
    for (i = 1; i <= n; i++) if (e_topic[i] != "" && e_group[i] == group[s]) print_entry(i)
  }
  for (s = 1; s <= sections; s++) {
    printf "\n## %s\n", order[s]
    for (i = 1; i <= n; i++) if (e_topic[i] == "" && e_section[i] == order[s]) print_entry(i)
  }
}

# What a signature says behind its arrow, as a type of LuaLS.
function gives_type(signature, said,   w) {
  w = signature
  if (!sub(/^.*\) *-> */, "", w)) w = said
  if (w ~ /^iterator/) return said ~ /card/ || signature ~ /cards\(/ ? "fun(): card" : "fun(): seat"
  if (w ~ /^list of cards/) return "card[]"
  if (w ~ /^list of seats/) return "seat[]"
  if (w ~ /^(list|lists|table|standings|answers|module)/) return "table"
  if (w ~ /^(card|pile|seat|pool|t|house|string|boolean|integer|number|stream|hands|ranks|roll|melds)([ ,:]|$)/) {
    sub(/[ ,:].*/, "", w); return w
  }
  if (w ~ /^game([ ,]|$)/) return "opened"
  if (w ~ /^(true|false|yes)/) return "boolean"
  if (w ~ /^(count|total|how many|amount|paid|n)([ ,:]|$)/) return "integer"
  return "any"
}

# "to pile: where" as LuaLS reads it: "to pile # where".
function stub_type(v,   part, rest, type, optional) {
  split(v, part, /[ \t]+/)
  rest = trim(substr(v, length(part[1]) + 1))
  rest = trim(substr(rest, length(part[2]) + 1))
  sub(/:$/, "", part[2])
  type = part[2]
  sub(/\.\.\.$/, "", type); sub(/^list$/, "table", type)
  optional = part[1] != "question" &&
    rest ~ /left out|or nil|nil for|optional|^or nothing/ ? "?" : ""
  if (type !~ /^((card|pile|seat|pool|t|string|table|function|boolean|integer|number|stream|hands|ranks|nil|any|declaration|question|fun[(][^)]*[)]:question[?])([|]|$))+$/)
    type = "any"
  return part[1] optional " " type " # " rest
}

function escaped(name) { gsub(/[.]/, "[.]", name); return name }

function arguments(signature) {
  if (!match(signature, /\([^)]*\)/)) return ""
  signature = substr(signature, RSTART + 1, RLENGTH - 2)
  gsub(/[][ \t]|=[^,]*/, "", signature)
  sub(/[A-Za-z_]+\.\.\.$/, "...", signature)
  return signature ~ /^[A-Za-z_0-9,.]*$/ ? signature : "..."
}

# What a table given to the function may hold, where shapes.d.lua says it.
function shaped(function_name, v) {
  if (function_name == "game") sub(/^declaration table/, "declaration declaration", v)
  if (function_name == "seat:ask") sub(/^question table:?/, "question question", v)
  if (function_name == "t:ask_all") sub(/^question table.function/, "question question|fun(seat:seat):question?", v)
  return v
}

# A line for each value that the signature has behind its arrow.
function print_returns(i, v,   w, part, n, k, j, said) {
  for (j = 1; j <= e_tags[i]; j++) said += e_tag[i, j] == "return"
  printf "---@return %s # %s\n", gives_type(e_sig[i], v), v
  w = e_sig[i]
  if (!sub(/^.*\) *-> */, "", w) || w ~ /^(true|nil)/ || said > 1) return
  n = split(w, part, /, */)
  for (k = 2; k <= n; k++) print "---@return any"
}

function print_stub(i,   j, label, v, name, returned) {
  if (e_topic[i] != "" || e_name[i] !~ /^[A-Za-z_0-9]+([.:][A-Za-z_0-9]+)?$/) return
  printf "\n%s\n", lined(e_text[i], "---")
  for (j = 1; j <= e_tags[i]; j++) {
    label = e_tag[i, j]; v = e_value[i, j]
    if (label == "param") {
      v = shaped(e_name[i], v)
      name = v; sub(/[ \t].*/, "", name)
      if (index(e_sig[i], name "...")) sub(/^[A-Za-z_]+/, "...", v)
      name = v; sub(/[ \t].*/, "", name)
      if (("," arguments(e_sig[i]) ",") ~ ("," escaped(name) ",")) printf "---@param %s\n", stub_type(v)
    } else if (label == "return") {
      if (returned++) printf "---@return any # %s\n", v
      else if (e_sig[i] ~ /->/) print_returns(i, v)
      else printf "---@return %s # %s\n", gives_type(e_sig[i], v), v
    }
    else if (label == "example") printf "---\n---```lua\n%s\n---```\n", lined(v, "---")
  }
  name = e_name[i]
  if (e_sig[i] ~ /^[^{]*\(/) printf "function %s(%s) end\n", name, arguments(e_sig[i])
  else if (e_sig[i] ~ /^[^ ]+ *\{/) printf "function %s(...) end\n", name # called with one table
  else printf "%s = nil\n", name
}

# Lua's own libraries are known to the editor; a game opened by a test is
# called `opened`, for `game` is the word that begins a declaration.
function print_section(s,   i, name, is_module) {
  name = order[s]
  if (name == "string" || name == "table") return
  is_module = name in module
  if (is_module) printf "\n--== %s.lua\n---@meta %s\n", name, name
  if (name != "everywhere") {
    if (name in about) printf "\n%s", lined(about[name], "---")
    printf "\n---@class %s\n", name == "game" ? "opened" : name
    printf "%s%s = {}\n", name in library && !is_module ? "" : "local ", name == "game" ? "opened" : name
  }
  for (i = 1; i <= n; i++) {
    if (e_section[i] != name) continue
    if (name == "game") sub(/^game:/, "opened:", e_name[i])
    if (e_name[i] !~ /^(print|pairs|next|tostring|pcall|xpcall|require)$/) print_stub(i)
  }
  if (is_module) printf "\nreturn %s\n", name
}

function print_stubs(   s) {
  for (s = 1; s <= sections; s++)
    for (i = 1; i <= n; i++)
      if (e_section[i] == order[s] && e_name[i] ~ /^[a-z_]+\./) library[order[s]] = 1
  print "--== croupier.d.lua\n---@meta"
  for (s = 1; s <= sections; s++) if (!(order[s] in module)) print_section(s)
  for (s = 1; s <= sections; s++) if (order[s] in module) print_section(s)
}

function print_missing(   i, j, sentence) {
  for (i = 1; i <= regs; i++) {
    sentence = ""
    if (("", r_function[i]) in documented) r_file[i] = ""
    if (!((r_file[i], r_function[i]) in documented))
      sentence = "has no /*** block above " r_function[i]
    else if (!index(documented[r_file[i], r_function[i]], r_name[i]))
      sentence = "is not named in the block above " r_function[i]
    if (sentence == "") continue
    printf "%s:%d: \"%s\" %s\n", r_file[i], r_line[i], r_name[i], sentence
    failed = 1
  }
  for (i = 1; i <= n; i++) {
    sentence = ""
    for (j = 1; j <= e_tags[i]; j++) if (e_tag[i, j] == "example") sentence = "has"
    if (sentence != "") continue
    printf "%s: `%s` has no @example\n", e_file[i], e_name[i]
    failed = 1
  }
  exit failed
}

END {
  if (form == "text") print_text()
  else if (form == "topics") print_topics()
  else if (form == "markdown") print_markdown()
  else if (form == "stubs") print_stubs()
  else if (form == "missing") print_missing()
}
