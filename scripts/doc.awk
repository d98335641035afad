# doc.awk: collects the documentation that stands beside the code.
#
#   awk -v form=text|markdown|stubs|missing -f scripts/doc.awk FILES
#
# In C a block is `/*** signature`, text, @tags, `*/` directly above a function.
# In Lua it is `---` lines directly above a public function, whose signature is
# its first line; ---@signature gives another, and under stdlib/core/, which
# scripts can't require, only blocks with one are meant for scripts.
#
# text      what `croupier help NAME` searches: `== NAME`, then lines to print
#           as they are, up to the next `==`
# markdown  the reference page, a section for each library or thing
# stubs     declarations for LuaLS, for completion in editors: files apart by
#           lines `--== NAME`, what the library's modules hold in one each
# missing   the functions in luaL_Reg tables without a block; metamethods and
#           tables named private_... are not called by scripts

function trim(s) { sub(/^[ \t]+/, "", s); sub(/[ \t\r]+$/, "", s); return s }

function open_block(signature) {
  block = 1; tags = 0; text = ""
  sig = trim(signature)
}

# One line of a block: text, a tag, or what continues the tag before.
function add(line) {
  line = trim(line)
  if (line ~ /^@signature /) sig = trim(substr(line, 12))
  else if (line ~ /^@/) {
    tags++
    tag[tags] = substr(line, 2); sub(/[ \t].*/, "", tag[tags])
    value[tags] = trim(substr(line, length(tag[tags]) + 2))
  } else if (tags) value[tags] = value[tags] (line == "" ? "" : " ") line
  else if (line != "") text = text (text == "" ? "" : " ") line
}

function name_of(signature) { sub(/[ \t]*\(.*/, "", signature); return signature }

function store(   i) {
  n++
  e_sig[n] = sig; e_name[n] = name_of(sig); e_text[n] = text; e_tags[n] = tags
  for (i = 1; i <= tags; i++) { e_tag[n, i] = tag[i]; e_value[n, i] = value[i] }
  section = e_name[n]
  if (!sub(/[.:].*/, "", section)) section = "everywhere"
  if (!(section in seen)) { seen[section] = 1; order[++sections] = section }
  e_section[n] = section
  if (lua && FILENAME ~ /stdlib\/[a-z_]+\.lua$/) module[section] = 1
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
  if (match($0, /int [A-Za-z_0-9]+\(/))
    documented[FILENAME, substr($0, RSTART + 4, RLENGTH - 5)] = e_sig[above]
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
  if (sig == "" && FILENAME !~ /stdlib\/core\//) {
    line = $0
    if (match(line, /^[ \t]*function [A-Za-z_0-9.:]+[ \t]*\([^)]*\)/)) {
      sig = substr(line, RSTART, RLENGTH); sub(/^[ \t]*function /, "", sig)
    } else if (match(line, /^[A-Za-z_0-9]+\.[A-Za-z_0-9]+ = /)) {
      sig = trim(substr(line, RSTART, RLENGTH - 3))
    }
  }
  if (sig != "") store()
}

# ---- what comes out -------------------------------------------------------

function print_text(   i, j, label) {
  for (i = 1; i <= n; i++) {
    printf "== %s\n%s\n  %s\n", e_name[i], e_sig[i], e_text[i]
    for (j = 1; j <= e_tags[i]; j++) {
      label = e_tag[i, j]
      if (label == "param") printf "    %s\n", e_value[i, j]
      else if (label == "return") printf "  gives %s\n", e_value[i, j]
      else if (label == "error") printf "  error %s\n", e_value[i, j]
      else if (label == "example") printf "  e.g.  %s\n", e_value[i, j]
    }
  }
}

function print_markdown(   s, i, j, label, v) {
  print "# What a script can call\n\nMade from the source; `croupier help NAME` prints one entry."
  for (s = 1; s <= sections; s++) {
    printf "\n## %s\n", order[s]
    for (i = 1; i <= n; i++) {
      if (e_section[i] != order[s]) continue
      printf "\n### `%s`\n\n%s\n", e_sig[i], e_text[i]
      if (e_tags[i]) print ""
      for (j = 1; j <= e_tags[i]; j++) {
        label = e_tag[i, j]; v = e_value[i, j]
        if (label == "param") {
          name = v; sub(/[ \t].*/, "", name)
          printf "- `%s` %s\n", name, trim(substr(v, length(name) + 1))
        } else if (label == "return") printf "- gives %s\n", v
        else if (label == "error") printf "- error %s\n", v
        else if (label == "example") printf "\n      %s\n", v
      }
    }
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
  if (w ~ /^(card|pile|seat|pool|t|house|string|boolean|integer|number|stream|hands|ranks)([ ,:]|$)/) {
    sub(/[ ,:].*/, "", w); return w
  }
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
  sub(/\.\.\.$/, "", type); gsub(/list/, "table", type)
  optional = rest ~ /when left out|or nil/ ? "?" : ""
  if (type !~ /^((card|pile|seat|pool|t|string|table|function|boolean|integer|number|stream|hands|ranks|nil|any)([|]|$))+$/)
    type = "any"
  return part[1] optional " " type " # " rest
}

function arguments(signature) {
  if (!match(signature, /\([^)]*\)/)) return ""
  signature = substr(signature, RSTART + 1, RLENGTH - 2)
  gsub(/[][ \t]|=[^,]*/, "", signature)
  sub(/[A-Za-z_]+\.\.\.$/, "...", signature)
  return signature ~ /^[A-Za-z_0-9,.]*$/ ? signature : "..."
}

function print_stub(i,   j, label, v, name) {
  if (e_name[i] !~ /^[A-Za-z_0-9]+([.:][A-Za-z_0-9]+)?$/) return
  printf "\n---%s\n", e_text[i]
  for (j = 1; j <= e_tags[i]; j++) {
    label = e_tag[i, j]; v = e_value[i, j]
    if (label == "param") {
      name = v; sub(/[ \t].*/, "", name)
      if (index(e_sig[i], name "...")) sub(/^[A-Za-z_]+/, "...", v)
      if (name !~ /[a-z]\./) printf "---@param %s\n", stub_type(v)
    } else if (label == "return") printf "---@return %s # %s\n", gives_type(e_sig[i], v), v
    else if (label == "example") printf "---\n---```lua\n---%s\n---```\n", v
  }
  name = e_name[i]
  if (e_sig[i] ~ /\(/) printf "function %s(%s) end\n", name, arguments(e_sig[i])
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

function print_missing(   i, sentence) {
  for (i = 1; i <= regs; i++) {
    sentence = ""
    if (!((r_file[i], r_function[i]) in documented))
      sentence = "has no /*** block above " r_function[i]
    else if (!index(documented[r_file[i], r_function[i]], r_name[i]))
      sentence = "is not named in the block above " r_function[i]
    if (sentence == "") continue
    printf "%s:%d: \"%s\" %s\n", r_file[i], r_line[i], r_name[i], sentence
    failed = 1
  }
  exit failed
}

END {
  if (form == "text") print_text()
  else if (form == "markdown") print_markdown()
  else if (form == "stubs") print_stubs()
  else if (form == "missing") print_missing()
}
