-- Compiling a script, and what people who come from other languages may have meant by what isn't Lua.

-- What the compiler says, near what, and Lua's words for it. The first that fits counts.
local HINTS = {
  { "'then' expected", "near '='", "to compare, write `==`" },
  { "'do' expected", "near '='", "to compare, write `==`" },
  { "", "near '!'", '"not" is `not`, unequal is `~=`' },
  { "syntax error", "near '+'", "write `x = x + 1`" },
  { "syntax error", "near '-'", "write `x = x - 1`" },
  { "'=' expected", "near '+'", "write `x = x + 1`" },
  { "'=' expected", "near '-'", "write `x = x - 1`" },
  { "'}' expected", "", "perhaps a comma is missing before it" },
  { "')' expected", "", "perhaps a comma is missing before it" },
  { "unfinished string", "", "a text must end on the line where it begins, with the same quote" },
  { "'end' expected", "near <eof>", "an `if`, `for` or `function` has no `end`; `else if` is one word, `elseif`" },
  { "<eof> expected", "near 'end'", "one `end` too many" },
  { "'=' or 'in' expected", "", "write `for i = 1, n do` or `for x in ... do`" },
  { "'then' expected", "", "an `if` needs `then` after its condition" },
  { "unexpected symbol", "near '&'", '"and" is `and`' },
  { "unexpected symbol", "near '|'", '"or" is `or`' },
  { "unexpected symbol", "near '/'", "a comment begins with `--`" },
  { "attempt to assign to const", "", "it was declared `<const>`" },
}

--- host.compile, with a hint behind its sentence where there is one.
return function(path, text, env)
  local run, problem = host.compile(path, text, env)
  if run then return run end
  local what = problem:match "^.-:%d+:(.*)$" or ""
  for _, hint in ipairs(HINTS) do
    if what:find(hint[1], 1, true) and what:find(hint[2], 1, true) then
      return nil, ("%s (%s)"):format(problem, hint[3])
    end
  end
  return nil, problem
end
