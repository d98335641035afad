-- A walk through a script, which Lua has already found to be well formed:
-- scopes of locals, and for each expression what kind of thing it is, as far
-- as that can be told without running it.
--
-- The grammar is here, the meaning with the visitor: what a global, a field
-- or a call is, and what to say of it. A type is a table with a `kind`, or
-- nil for "anything". A local that gets things of two kinds is anything: the
-- walk is then done again with that known, so that the order of statements
-- doesn't matter.
--
-- Rejected: a tree first and the walk over it: twice the code and the time.

local walk = {}

local BINARY = {}
for op in ("+ - * / // % ^ .. == ~= < <= > >= and or & | ~ << >>"):gmatch("%S+") do BINARY[op] = true end
local LOGICAL = { ["and"] = true, ["or"] = true }
local EQUAL = { ["=="] = true, ["~="] = true }
-- What binds looser than a comparison: only these may stand beside one.
local LOOSE = { ["and"] = true, ["or"] = true }
local UNARY = { ["not"] = true, ["-"] = true, ["#"] = true, ["~"] = true }
local BLOCK_END = { ["end"] = true, ["else"] = true, ["elseif"] = true, ["until"] = true, ["end of file"] = true }

local NUMBER, NOTHING, BOOLEAN = { kind = "number" }, { kind = "nil" }, { kind = "boolean" }

local function same(a, b)
  return a == b or a ~= nil and b ~= nil and a.kind == b.kind and a.of == b.of
end

local W = {}
W.__index = W

-- --- scopes ---

function W:open() self.scope = { up = self.scope, names = {} } end

function W:close() self.scope = self.scope.up end

function W:bind(token, kind, name)
  local record = { name = name or self.word[token], token = token, level = self.level,
    type = not self.mixed[token] and kind or nil }
  self.scope.names[record.name] = record
  return record
end

function W:find(name)
  local scope = self.scope
  while scope do
    local record = scope.names[name]
    if record then return record end
    scope = scope.up
  end
end

-- --- reading and writing what an expression names ---

-- A node is { type = } for a value, { record = } for a local, { global = } or { base =, name =, token = }.
function W:read(node)
  if node.value then return node.type end
  if node.record then return node.record.type end
  if node.global then return self.visitor:global(node.global, node.token) end
  return self.visitor:field(node)
end

function W:write(node, kind, token)
  if node.record then
    local record = node.record
    self.visitor:assign_local(record, node.token, self.level)
    if kind and record.type and not same(kind, record.type) then
      self.mixed[record.token], self.again = true, true
      record.type = nil
    end
  elseif node.global then self.visitor:assign_global(node.global, node.token)
  elseif not node.value then self.visitor:assign_field(node, kind, token, self.level) end
end

-- --- expressions ---

function W:list(contexts)
  local types, n, tokens, roots = {}, 0, {}, {}
  repeat
    n = n + 1
    tokens[n], self.root = self.i, nil
    types[n] = self:expression(contexts and contexts[n])
    roots[n] = self.root
  until not self:accept(",")
  return types, n, self.multiple, tokens, roots
end

function W:accept(sym)
  if self.sym[self.i] ~= sym then return false end
  self.i = self.i + 1
  return true
end

function W:arguments(callee)
  local contexts = self.visitor:contexts(callee)
  if self:accept("(") then
    if self:accept(")") then return {}, 0, false, {}, {} end
    local types, n, multiple, tokens, roots = self:list(contexts)
    self:accept(")")
    return types, n, multiple, tokens, roots
  end
  local token = self.i
  return { self:simple(contexts and contexts[1]) }, 1, false, { token }, {}
end

local CALLS = { ["("] = true, ["{"] = true, ["text"] = true }

function W:call(node, callee)
  local token = self.i
  local types, n, multiple, tokens, roots = self:arguments(callee)
  local kind = self.visitor:call(callee, { types = types, count = n, multiple = multiple, tokens = tokens,
    roots = roots, token = token, level = self.level })
  self.called = true
  return { value = true, type = kind, root = node.root }
end

-- One more `.name`, `[key]`, `:name(...)` or `(...)`; nil when there is none.
function W:suffix(node)
  local sym = self.sym[self.i]
  if sym == "." then
    local base = self:read(node)
    self.i = self.i + 2
    return { base = base, name = self.word[self.i - 1], token = self.i - 1, root = node.root }
  elseif sym == "[" then
    local base = self:read(node)
    self.i = self.i + 1
    local token = self.i
    local key = self:expression()
    self:accept("]")
    return { base = base, key = key or true, name = key and key.kind == "text" and key.value or nil, token = token,
      root = node.root }
  elseif sym == ":" then
    local base = self:read(node)
    self.i = self.i + 2
    local method = { base = base, name = self.word[self.i - 1], token = self.i - 1, method = true, root = node.root }
    method.type = self.visitor:field(method)
    return self:call(node, method)
  elseif CALLS[sym] then
    if not node.value then node.type = self:read(node) end
    return self:call(node, node)
  end
end

function W:primary()
  local token = self.i
  self.i = token + 1
  if self.sym[token] == "(" then
    local kind = self:expression()
    self:accept(")")
    return { value = true, type = kind }
  end
  local record = self:find(self.word[token])
  if record then return { record = record, token = token, root = record } end
  return { global = self.word[token], token = token }
end

function W:suffixed()
  local node = self:primary()
  self.called = false
  while true do
    local more = self:suffix(node)
    if not more then return node end
    self.called = self.called and more.value
    node = more
  end
end

local SIMPLE = { ["number"] = NUMBER, ["nil"] = NOTHING, ["true"] = BOOLEAN, ["false"] = BOOLEAN }

function W:simple(context)
  local sym = self.sym[self.i]
  self.multiple = false
  if sym == "text" then
    self.i = self.i + 1
    self.visitor:text(self.word[self.i - 1], self.i - 1)
    return { kind = "text", value = self.word[self.i - 1], token = self.i - 1 }
  elseif SIMPLE[sym] then
    self.i = self.i + 1
    return SIMPLE[sym]
  elseif sym == "..." then
    self.i = self.i + 1
    self.multiple = true
    return nil
  elseif sym == "{" then return self:constructor(context)
  elseif sym == "function" then
    self.i = self.i + 1
    return self:body(context)
  end
  local node = self:suffixed()
  local multiple = self.called
  local kind = self:read(node)
  self.multiple, self.root = multiple, node.root
  return kind
end

function W:operand(context)
  if not UNARY[self.sym[self.i]] then return self:simple(context) end
  local sym = self.sym[self.i]
  self.i = self.i + 1
  self:operand()
  self:power()
  self.multiple = false
  return sym == "not" and BOOLEAN or NUMBER
end

-- -x ^ y: the operand goes on behind a power.
function W:power()
  while self:accept("^") do self:operand() end
end

-- What `a and b or c` may be: the operands that nothing follows but `or`.
local function outcome(operands, ops)
  local found
  for k, operand in ipairs(operands) do
    if ops[k] ~= "and" and operand ~= NOTHING then
      if not operand then return nil end
      if found and not same(found, operand) then return nil end
      found = operand
    end
  end
  return found
end

function W:compare(ops, operands, tokens, n)
  for k = 1, n do
    local loose = (k == 1 or LOOSE[ops[k - 1]]) and (ops[k + 1] == nil or LOOSE[ops[k + 1]])
    if loose and EQUAL[ops[k]] and operands[k] and operands[k + 1] then
      self.visitor:compare(operands[k], operands[k + 1], tokens[k], tokens[k + 1])
    elseif not EQUAL[ops[k]] and not LOGICAL[ops[k]] then
      for side = k, k + 1 do self.visitor:counted(operands[side], tokens[side]) end
    end
  end
end

function W:expression(context)
  local start = self.i
  local first = self:operand(context)
  if not BINARY[self.sym[self.i]] then return first end
  local operands, tokens, ops, n, logical = { first or false }, { start }, {}, 0, true
  while BINARY[self.sym[self.i]] do
    n = n + 1
    ops[n] = self.sym[self.i]
    logical = logical and LOGICAL[ops[n]]
    self.i = self.i + 1
    tokens[n + 1] = self.i
    operands[n + 1] = self:operand() or false
  end
  self.multiple, self.root = false, nil
  self:compare(ops, operands, tokens, n)
  if logical then return outcome(operands, ops) or nil end
end

-- { ... }: a type of kind "made" that knows its keys and its items.
function W:constructor(context)
  local made = { kind = "made", keys = {}, types = {}, items = {}, tokens = {}, count = 0, token = self.i }
  local v = self.visitor
  self:accept("{")
  while self.sym[self.i] ~= "}" do
    local token = self.i
    if self.sym[token] == "name" and self.sym[token + 1] == "=" then
      local name = self.word[token]
      self.i = token + 2
      made.keys[name] = token
      made.types[name] = self:expression(v:key(context, name, token)) or false
      v:item(context, name, token, made.types[name])
    elseif self:accept("[") then
      self:expression()
      self:accept("]")
      self:accept("=")
      self:expression()
      made.computed = true
    else
      made.count = made.count + 1
      made.tokens[made.count] = token
      made.items[made.count] = self:expression(v:key(context, made.count, token)) or false
      v:item(context, made.count, token, made.items[made.count])
      made.multiple = self.multiple
    end
    if not self:accept(",") then self:accept(";") end
  end
  self:accept("}")
  self.multiple = false
  return made
end

-- (params) block end
function W:body(context, method)
  context = context or {}
  local v, place = self.visitor, 0
  self.level = self.level + 1
  self:open()
  v:enter(context)
  if method then self:bind(self.i, v:self(context), "self") end
  self:accept("(")
  while not self:accept(")") do
    if self.sym[self.i] == "name" then
      place = place + 1
      self:bind(self.i, v:parameter(context, self.word[self.i], place))
    end
    self.i = self.i + 1
  end
  self:block()
  self:accept("end")
  v:leave(context)
  self:close()
  self.level = self.level - 1
  self.multiple = false
  return { kind = "function", context = context }
end

-- --- statements ---

function W:block()
  while not BLOCK_END[self.sym[self.i]] do self:statement() end
end

function W:scoped()
  self:open()
  self:block()
  self:close()
end

local statements = {}

statements["if"] = function(self)
  repeat
    self.i = self.i + 1
    if self.sym[self.i - 1] ~= "else" then
      self:expression()
      self:accept("then")
    end
    self:scoped()
  until self.sym[self.i] == "end" or self.sym[self.i] == "end of file"
  self:accept("end")
end

statements["while"] = function(self)
  self.i = self.i + 1
  self:expression()
  self:accept("do")
  self:scoped()
  self:accept("end")
end

statements["do"] = function(self)
  self.i = self.i + 1
  self:scoped()
  self:accept("end")
end

statements["repeat"] = function(self)
  self.i = self.i + 1
  self:open()
  self:block()
  self:accept("until")
  self:expression()
  self:close()
end

statements["for"] = function(self)
  local names = {}
  self.i = self.i + 1
  repeat
    names[#names + 1] = self.i
    self.i = self.i + 1
  until not self:accept(",")
  local numeric = self.sym[self.i] == "="
  self.i = self.i + 1
  local walked = self.i
  local types, count = self:list()
  if not numeric and count == 1 then self.visitor:walked(types[1], walked) end
  local each = types[1] and types[1].kind == "each" and types[1] or nil
  self:accept("do")
  self:open()
  for k, token in ipairs(names) do
    self:bind(token, numeric and NUMBER or each and each[k] or self.visitor:guess(self.word[token]))
  end
  self:block()
  self:close()
  self:accept("end")
end

statements["function"] = function(self)
  self.i = self.i + 1
  local token = self.i
  local node = self:primary()
  local method = false
  while self.sym[self.i] == "." or self.sym[self.i] == ":" do
    method = self.sym[self.i] == ":"
    local base = self:read(node)
    self.i = self.i + 2
    node = { base = base, name = self.word[self.i - 1], token = self.i - 1, root = node.root }
  end
  node.method, node.first = method, self.word[self.i + 1]
  local context = self.visitor:target(node) or { name = self.word[self.i - 1] }
  self:write(node, self:body(context, method), token)
end

local function local_function(self)
  self.i = self.i + 1
  local record = self:bind(self.i)
  self.i = self.i + 1
  record.type = self:body({ name = record.name })
end

statements["local"] = function(self)
  self.i = self.i + 1
  if self.sym[self.i] == "function" then return local_function(self) end
  local names, types = {}, {}
  repeat
    names[#names + 1] = self.i
    self.i = self.i + 1
    if self:accept("<") then self.i = self.i + 2 end
  until not self:accept(",")
  if self:accept("=") then types = self:list({ { name = self.word[names[1]] } }) end
  for k, token in ipairs(names) do
    local kind = types[k]
    if kind and kind.kind == "nil" then kind = nil end
    self:bind(token, kind or self.visitor:guess(self.word[token]))
  end
end

statements["return"] = function(self)
  self.i = self.i + 1
  if not BLOCK_END[self.sym[self.i]] and self.sym[self.i] ~= ";" then
    self.visitor:returned(self:list(self.visitor:returns(self.level)))
  end
  self:accept(";")
end

statements["goto"] = function(self) self.i = self.i + 2 end
statements["break"] = function(self) self.i = self.i + 1 end
statements["::"] = function(self) self.i = self.i + 3 end
statements[";"] = statements["break"]

function W:statement()
  local special = statements[self.sym[self.i]]
  if special then return special(self) end
  local nodes, contexts = { self:suffixed() }, {}
  if self.sym[self.i] ~= "=" and self.sym[self.i] ~= "," then return end
  while self:accept(",") do nodes[#nodes + 1] = self:suffixed() end
  self:accept("=")
  for k, node in ipairs(nodes) do contexts[k] = self.visitor:target(node) end
  local types, _, _, tokens = self:list(contexts)
  for k, node in ipairs(nodes) do self:write(node, types[k], tokens[k]) end
end

local function once(tokens, visitor, mixed)
  local w = setmetatable({ sym = tokens.sym, word = tokens.word, i = 1, level = 0, mixed = mixed, visitor = visitor },
    W)
  w:open()
  while w.sym[w.i] ~= "end of file" do
    local before = w.i
    w:block()
    if w.i == before then w.i = before + 1 end -- a stray `end`: Lua has said so
  end
  return w.again
end

--- Walks the tokens of a script. `make()` gives a fresh visitor, the last one made is returned.
function walk.script(tokens, make)
  local mixed, visitor = {}, nil
  for _ = 1, 5 do
    visitor = make()
    if not once(tokens, visitor, mixed) then break end
  end
  return visitor
end

return walk
