# raises.awk: calls that can raise an error in a world, made where nothing
# catches it.
#
#   awk -f scripts/raises.awk host/*/*.c
#
# A world's Lua runs inside a protected call, and so does every function that
# Lua calls there. What the front does with a world from outside is not: in
# host/front a call on a world's state, or on what holds one, that can raise
# is made only in a function that lua_pcall calls. The end of memory is no
# such error: what the host does there may overdraw (see host/script/alloc.c).
# `F` is the front's own state, in which front Lua catches what is raised; a
# world's is `L`. A function can raise when it calls one that can, on a state
# of its caller's.

BEGIN {
  split("lua_error luaL_callmeta lua_call lua_callk lua_getfield " \
    "lua_gettable lua_geti lua_setfield lua_settable lua_seti " \
    "lua_getglobal lua_setglobal lua_len lua_arith lua_compare " \
    "lua_yieldk lua_yield luaL_error luaL_argerror luaL_typeerror " \
    "luaL_checkinteger luaL_checknumber luaL_checklstring " \
    "luaL_checkstring luaL_checkoption luaL_checktype luaL_checkany " \
    "luaL_checkudata luaL_checkstack luaL_optinteger luaL_optnumber " \
    "luaL_optlstring luaL_optstring luaL_argcheck luaL_argexpected " \
    "luaL_tolstring luaL_len luaL_setfuncs", list)
  for (i in list) raising[list[i]] = 1
  split("if while for switch return sizeof", list)
  for (i in list) keyword[list[i]] = 1
}

# The line without texts and comments.
function bare(line) {
  gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
  gsub(/'([^'\\]|\\.)*'/, "0", line)
  if (in_comment) {
    if (!sub(/^.*\*\//, "", line)) return ""
    in_comment = 0
  }
  gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "", line)
  if (sub(/\/\*.*$/, "", line)) in_comment = 1
  return line
}

# Each call of the text: its function and the first word of its arguments.
function calls(text,   name, first, at) {
  while (match(text, /[A-Za-z_][A-Za-z_0-9]*[ ]?\(/)) {
    name = substr(text, RSTART, RLENGTH - 1)
    sub(/ $/, "", name)
    text = substr(text, RSTART + RLENGTH)
    if (name in keyword) continue
    first = text
    sub(/^[ (&*]*/, "", first)
    if (first ~ /^lua_State/) first = "L"
    match(first, /^[A-Za-z_0-9]*((->|\.)[A-Za-z_0-9]+)*/)
    first = substr(first, 1, RLENGTH)
    n++
    by[n] = f; callee[n] = name; on[n] = first; at_file[n] = FILENAME
    at_line[n] = FNR
  }
}

FNR == 1 { f = ""; in_comment = 0; head = "" }
{
  line = bare($0)
  if (f == "") {
    if (line ~ /^[A-Za-z_]/ && line !~ /^(typedef|struct|enum|union|else)/) head = line
    else if (head != "" && line ~ /^[ ]/) head = head line
    else head = ""
    if (head ~ /;[ ]*$/) head = ""
    if (head ~ /\)[ ]*\{/) {
      body = head
      sub(/^[^{]*\{/, "", body)
      sub(/[ ]*\{.*$/, "", head)
      f = head; sub(/\(.*$/, "", f); sub(/^.*[ *]/, "", f)
      if (head ~ /^static/) f = FILENAME ":" f
      parameters = head; sub(/^[^(]*\(/, "", parameters)
      # what a Lua state calls: int name(lua_State *L)
      called_by_lua[f] = head ~ /int [A-Za-z_0-9]+\(lua_State \*[A-Z](, int [a-z]+, lua_KContext [a-z]+)?\)$/
      state_of[f] = ""
      if (match(parameters, /lua_State \*[A-Za-z]+/))
        state_of[f] = substr(parameters, RSTART + 11, RLENGTH - 11)
      of_front[f] = FILENAME ~ /host\/front\//
      head = ""
      calls(body)
      if (body ~ /\}[ ]*$/) f = ""
    }
  } else if (line ~ /^\}/) f = ""
  else calls(line)
}

function short(name) { sub(/^.*:/, "", name); return name }

# From a function down to the call that raises.
function way(name,   text) {
  text = short(name)
  while (name in can) { name = can[name]; text = text " > " short(name) }
  return text
}

END {
  for (i = 1; i <= n; i++)
    if ((at_file[i] ":" callee[i]) in state_of) callee[i] = at_file[i] ":" callee[i]
  do {
    more = 0
    for (i = 1; i <= n; i++) {
      f = by[i]
      if (f in can || called_by_lua[callee[i]]) continue
      if (!(callee[i] in raising) && !(callee[i] in can)) continue
      if (state_of[f] == "F" && on[i] == "F") continue
      can[f] = callee[i]
      more = 1
    }
  } while (more)
  for (i = 1; i <= n; i++) {
    f = by[i]
    if (!of_front[f] || called_by_lua[callee[i]]) continue
    if (!(callee[i] in raising) && !(callee[i] in can)) continue
    if (on[i] == state_of[f] || on[i] == "F") continue
    printf "%s:%d: %s calls %s on `%s`, which can raise: %s\n", at_file[i], at_line[i],
      short(f), short(callee[i]), on[i], way(callee[i])
    bad++
  }
  exit bad > 0
}
