/* A function of Lua, called with two libraries of find, match, gmatch and gsub,
 * a subject, a pattern and a replacement: false when the second library refuses
 * the pattern, nil when both give the same, else what each gave. */
#ifndef TESTS_COMPARE_MATCHERS_H
#define TESTS_COMPARE_MATCHERS_H

static const char compare[] =
    "local theirs, ours, s, p, r = ...\n"
    "local function all(...)\n"
    "  local t = table.pack(...)\n"
    "  for i = 1, t.n do t[i] = tostring(t[i]) end\n"
    "  return table.concat(t, ';')\n"
    "end\n"
    "local function say(lib)\n"
    "  local out = {}\n"
    "  local function add(f, ...)\n"
    "    local t = table.pack(pcall(f, ...))\n"
    "    if t[1] then out[#out + 1] = all(table.unpack(t, 2, t.n))\n"
    "    else out[#out + 1] = 'error' end\n"
    "  end\n"
    "  for _, at in ipairs { 1, 3, -2 } do\n"
    "    add(lib.find, s, p, at) add(lib.match, s, p, at)\n"
    "  end\n"
    "  add(lib.gsub, s, p, r) add(lib.gsub, s, p, '<%0>', 2)\n"
    "  add(lib.gsub, s, p, function(...) return all(...) end)\n"
    "  add(function()\n"
    "    local list = {}\n"
    "    for a, b in lib.gmatch(s, p) do\n"
    "      list[#list + 1] = all(a, b)\n"
    "    end\n"
    "    return table.concat(list, '|')\n"
    "  end)\n"
    "  return table.concat(out, '\\n')\n"
    "end\n"
    "if not pcall(ours.match, s, p) then return false end\n"
    "local a, b = say(theirs), say(ours)\n"
    "if a ~= b then return 's ' .. s .. '\\np ' .. p .. '\\n' .. a ..\n"
    "  '\\n---\\n' .. b end\n";

#endif
