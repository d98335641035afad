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

local lists = require "shared.lists"

local walk = {}

local BINARY = lists.set("+ - * / // % ^ .. == ~= < <= > >= and or & | ~ << >>")
local LOGICAL = lists.set("and or") -- what binds looser than a comparison: only these may stand beside one
local EQUAL = lists.set("== ~=")
local UNARY = lists.set("not - # ~")
local CALLS = lists.set("( { text")
local BLOCK_END = lists.set("end else elseif until")
BLOCK_END["end of file"] = true

local NUMBER, NOTHING, BOOLEAN = { kind = "number" }, { kind = "nil" }, { kind = "boolean" }

local function same(a, b)
  return a == b or a ~= nil and b ~= nil and a.kind == b.kind and a.of == b.of
end

local W = {}
W.__index = W

-- --- scopes ---

-- The locals of a block by their names, those around it behind __index.
function W:open() self.scope = setmetatable({}, { __index = self.scope }) end

function W:close() self.scope = getmetatable(self.scope).__index end

function W:bind(token, kind, name)
  local record = { name = name or self.word[token], token = token, level = self.level,
    type = not self.mixed[token] and kind or nil }
  self.scope[record.name] = record
  return record
end

-- --- reading and writing what an expression names ---

-- A node is { type = } for a value, { record = } for a local, { global = } or { base =, name =, token = }.
function W:read(node)
  if node.value then return node.type end
  if node.record then
    self.visitor:read_local(node.record)
    return node.record.type
  end
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

-- The token that is next; the walk goes on behind it.
function W:take()
  self.i = self.i + 1
  return self.i - 1
end

function W:accept(sym)
  if self.sym[self.i] ~= sym then return false end
  self:take()
  return true
end

-- Expressions with commas between: what each is, where it stands, and of which local it is a part.
function W:list(contexts)
  local list = { types = {}, tokens = {}, roots = {}, count = 0 }
  repeat
    local n = list.count + 1
    list.count, list.tokens[n], self.root = n, self.i, nil
    list.types[n] = self:expression(contexts and contexts[n])
    list.roots[n] = self.root
  until not self:accept(",")
  list.multiple = self.multiple
  return list
end

function W:call(node, callee)
  local contexts, token = self.visitor:contexts(callee), self.i
  local call
  if not self:accept("(") then
    call = { types = { self:simple(contexts and contexts[1]) }, tokens = { token }, roots = {}, count = 1 }
  elseif self:accept(")") then
    call = { types = {}, tokens = {}, roots = {}, count = 0 }
  else
    call = self:list(contexts)
    self:accept(")")
  end
  call.level = self.level
  local kind = self.visitor:call(callee, call)
  self.called = true
  return { value = true, type = kind, root = node.root }
end

-- `.name` or `:name` behind a node.
function W:dot(node)
  local base = self:read(node)
  self:take()
  local token = self:take()
  return { base = base, name = self.word[token], token = token, root = node.root }
end

-- One more `.name`, `[key]`, `:name(...)` or `(...)`; nil when there is none.
function W:suffix(node)
  local sym = self.sym[self.i]
  if sym == "." then return self:dot(node)
  elseif sym == "[" then
    local base = self:read(node)
    local token = self:take() + 1
    local key = self:expression()
    self:accept("]")
    return { base = base, key = key or true, name = key and key.kind == "text" and key.value or nil, token = token,
      root = node.root }
  elseif sym == ":" then
    local method = self:dot(node)
    method.method = true
    method.type = self.visitor:field(method)
    return self:call(node, method)
  elseif CALLS[sym] then
    if not node.value then node.type = self:read(node) end
    return self:call(node, node)
  end
end

function W:primary()
  local token = self:take()
  if self.sym[token] == "(" then
    local kind = self:expression()
    self:accept(")")
    return { value = true, type = kind }
  end
  local record = self.scope[self.word[token]]
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
  local token, sym = self.i, self.sym[self.i]
  self.multiple = sym == "..."
  if sym == "{" then return self:constructor(context)
  elseif sym == "function" then
    self:take()
    return self:body(context)
  elseif sym == "text" then
    self.visitor:text(self.word[self:take()], token)
    return { kind = "text", value = self.word[token], token = token }
  elseif SIMPLE[sym] or sym == "..." then return SIMPLE[self.sym[self:take()]] end
  local node = self:suffixed()
  local multiple = self.called
  local kind = self:read(node)
  self.multiple, self.root = multiple, node.root
  return kind
end

function W:operand(context)
  local sym = self.sym[self.i]
  if not UNARY[sym] then return self:simple(context) end
  self:take()
  self:operand()
  while self:accept("^") do self:operand() end -- -x ^ y: the operand goes on behind a power
  self.multiple = false
  return sym == "not" and BOOLEAN or NUMBER
end

-- What `a and b or c` may be: the operands that nothing follows but `or`.
local function outcome(operands, ops)
  local found
  for k, operand in ipairs(operands) do
    if ops[k] ~= "and" and operand ~= NOTHING then
      if not operand or found and not same(found, operand) then return nil end
      found = operand
    end
  end
  return found
end

function W:compare(ops, operands, tokens)
  for k, op in ipairs(ops) do
    local loose = (k == 1 or LOGICAL[ops[k - 1]]) and (ops[k + 1] == nil or LOGICAL[ops[k + 1]])
    if loose and EQUAL[op] and operands[k] and operands[k + 1] then
      self.visitor:compare(operands[k], operands[k + 1], tokens[k], tokens[k + 1])
    elseif not EQUAL[op] and not LOGICAL[op] then
      for side = k, k + 1 do self.visitor:counted(operands[side], tokens[side]) end
    end
  end
end

function W:expression(context)
  local start = self.i
  local first = self:operand(context)
  if not BINARY[self.sym[self.i]] then return first end
  local operands, tokens, ops, logical = { first or false }, { start }, {}, true
  while BINARY[self.sym[self.i]] do
    local op = self.sym[self:take()]
    logical = logical and LOGICAL[op]
    ops[#ops + 1], tokens[#tokens + 1] = op, self.i
    operands[#operands + 1] = self:operand() or false
  end
  self.multiple, self.root = false, nil
  self:compare(ops, operands, tokens)
  return logical and outcome(operands, ops) or nil
end

-- { ... }: a type of kind "made" that knows its keys, its items, and its first and last token.
function W:constructor(context)
  local made = { kind = "made", keys = {}, types = {}, items = {}, count = 0, token = self.i }
  local v = self.visitor
  v:made(made)
  self:accept("{")
  while self.sym[self.i] ~= "}" do
    local token = self.i
    if self:accept("[") then
      self:expression()
      self:accept("]")
      self:accept("=")
      self:expression()
    else
      local name = self.sym[token] == "name" and self.sym[token + 1] == "=" and self.word[token]
      if name then made.keys[name], self.i = token, token + 2 else made.count = made.count + 1 end
      local key, list = name or made.count, name and made.types or made.items
      list[key] = self:expression(v:key(context, key, token)) or false
      v:item(context, key, token, list[key])
      made.multiple = not name and self.multiple
    end
    if not self:accept(",") then self:accept(";") end
  end
  self:accept("}")
  self.multiple, made.to = false, self.i - 1
  return made
end

-- (params) block end
function W:body(context, method)
  context = context or {}
  local v, place = self.visitor, 0
  self.level = self.level + 1
  self:open()
  v:enter(context, self.i)
  if method then self:bind(self.i, nil, "self") end
  self:accept("(")
  while not self:accept(")") do
    local token = self:take()
    if self.sym[token] == "name" then
      place = place + 1
      self:bind(token, v:parameter(context, self.word[token], place))
    end
  end
  self:block()
  self:accept("end")
  v:leave(self.i - 1)
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

-- Each begins behind its keyword.
local statements = {}

statements["if"] = function(self)
  local keyword
  repeat
    if keyword ~= "else" then
      self:expression()
      self:accept("then")
    end
    self:scoped()
    keyword = self.sym[self:take()]
  until keyword ~= "else" and keyword ~= "elseif"
end

statements["do"] = function(self)
  self:scoped()
  self:accept("end")
end

statements["while"] = function(self)
  self:expression()
  self:statement() -- do ... end
end

statements["repeat"] = function(self)
  self:open()
  self:block()
  self:accept("until")
  self:expression()
  self:close()
end

statements["for"] = function(self)
  local names = {}
  repeat names[#names + 1] = self:take() until not self:accept(",")
  local numeric = self.sym[self:take()] == "="
  local list = self:list()
  local first = list.types[1]
  if not numeric and list.count == 1 then self.visitor:walked(first, list.tokens[1]) end
  local each = first and first.kind == "each" and first or {}
  self:open()
  for k, token in ipairs(names) do
    self:bind(token, numeric and NUMBER or each[k] or self.visitor:guess(self.word[token]))
  end
  self:statement() -- do ... end
  self:close()
end

statements["function"] = function(self)
  local token = self.i
  local node, method = self:primary(), false
  while self.sym[self.i] == "." or self.sym[self.i] == ":" do
    method = self.sym[self.i] == ":"
    node = self:dot(node)
  end
  node.method, node.first = method, self.word[self.i + 1]
  local context = self.visitor:target(node) or { name = self.word[self.i - 1] }
  self:write(node, self:body(context, method), token)
end

statements["local"] = function(self)
  if self:accept("function") then
    local record = self:bind(self:take())
    record.type = self:body({ name = record.name })
    return
  end
  local names, types = {}, {}
  repeat
    names[#names + 1] = self:take()
    if self:accept("<") then self.i = self.i + 2 end
  until not self:accept(",")
  if self:accept("=") then types = self:list({ { name = self.word[names[1]] } }).types end
  for k, token in ipairs(names) do
    local kind = types[k] ~= NOTHING and types[k] or nil
    self:bind(token, kind or self.visitor:guess(self.word[token]))
  end
end

statements["return"] = function(self)
  if not BLOCK_END[self.sym[self.i]] and self.sym[self.i] ~= ";" then
    self.visitor:returned(self:list(self.visitor:returns(self.level)).types)
  end
  self:accept(";")
end

statements["break"] = function() end
statements[";"] = statements["break"]
statements["goto"] = W.take
statements["::"] = function(self) self.i = self.i + 2 end

function W:statement()
  local special = statements[self.sym[self.i]]
  if special then
    self:take()
    return special(self)
  end
  local nodes, contexts = {}, {}
  repeat nodes[#nodes + 1] = self:suffixed() until not self:accept(",")
  if not self:accept("=") then return end
  for k, node in ipairs(nodes) do contexts[k] = self.visitor:target(node) end
  local list = self:list(contexts)
  for k, node in ipairs(nodes) do self:write(node, list.types[k], list.tokens[k]) end
end

--- Walks the tokens of a script. `make()` gives a fresh visitor, the last one made is returned.
function walk.script(tokens, make)
  local mixed, visitor = {}, nil
  for _ = 1, 5 do
    visitor = make()
    local w = setmetatable({ sym = tokens.sym, word = tokens.word, i = 1, level = 0, mixed = mixed, visitor = visitor },
      W)
    w:scoped()
    if not w.again then break end
  end
  return visitor
end

return walk
