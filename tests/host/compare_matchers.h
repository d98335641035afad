/* A function of Lua, called with a library of find, match, gmatch and gsub, a
 * subject, a pattern, a replacement and whether the library may refuse the
 * pattern: false when it does, else all that the four give, as one text. */
#ifndef TESTS_COMPARE_MATCHERS_H
#define TESTS_COMPARE_MATCHERS_H

static const char compare[] =
    "local lib, s, p, r, refuses = ...\n"
    "local function all(...)\n"
    "  local t = table.pack(...)\n"
    "  for i = 1, t.n do t[i] = tostring(t[i]) end\n"
    "  return table.concat(t, ';')\n"
    "end\n"
    "if refuses and not pcall(lib.match, s, p) then return false end\n"
    "local out = {}\n"
    "local function add(f, ...)\n"
    "  local t = table.pack(pcall(f, ...))\n"
    "  if t[1] then out[#out + 1] = all(table.unpack(t, 2, t.n))\n"
    "  else out[#out + 1] = 'error' end\n"
    "end\n"
    "for _, at in ipairs { 1, 3, -2 } do\n"
    "  add(lib.find, s, p, at) add(lib.match, s, p, at)\n"
    "end\n"
    "add(lib.gsub, s, p, r) add(lib.gsub, s, p, '<%0>', 2)\n"
    "add(lib.gsub, s, p, function(...) return all(...) end)\n"
    "add(function()\n"
    "  local list = {}\n"
    "  for a, b in lib.gmatch(s, p) do\n"
    "    list[#list + 1] = all(a, b)\n"
    "  end\n"
    "  return table.concat(list, '|')\n"
    "end)\n"
    "return table.concat(out, '\\n')\n";

#endif
