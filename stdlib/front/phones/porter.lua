-- Starting the porter, the program that serves phones (host/porter): before the wall, before a world, a journal or a seed
-- exist. What it knows of a table it is sent later, by phones.lua.

local disk = require "host.disk"
local files = require "host.files"
local host = require "host.porter"
local standard_art = require "tell.standard_art"
local status = require "front.base.status"
local text = require "front.base.text"
local text_files = require "front.base.text_files"

local porter = {}

local PORT, PATIENCE = 8421, 3 -- the first that is tried; seconds until it listens
local KEPT_MAX = 16 << 10

--- The porter of this process, once it is started: { program, url = where phones find the door, others = other addresses
--- of this machine, kept = what the file beside the journal says, names = the tokens of people by their names, open = those
--- of the table and the door }; nil where no seat is on a phone.
porter.started = nil

--- The file beside a journal that keeps the tokens and the port, so that phones find their seats again.
function porter.path(journal) return journal .. ".phones" end

--- What such a file says: { port =, tokens by place }; nil where there is none.
function porter.kept(journal)
  local said = journal and files.stat(porter.path(journal)) and text_files.read(porter.path(journal), KEPT_MAX)
  if not said then return nil end
  local kept = { port = tonumber(said:match "port (%d+)"), tokens = {} }
  for place, token in said:gmatch "\n(%d+) ([%w_-]+)" do kept.tokens[tonumber(place)] = token end
  return kept
end

--- 128 random bits that can stand in an address.
function porter.token()
  local file <close> = assert(io.open("/dev/urandom", "rb"))
  return (text.base64(file:read(16)):gsub("+", "-"):gsub("/", "_"):gsub("=", ""))
end

-- The hash of the page's script or style, as its policy wants it.
local function hash_of(page, element)
  local inner = page:match("<" .. element .. ">(.-)</" .. element .. ">")
  local digest = files.sha256(inner):gsub("%x%x", function(hex) return string.char(tonumber(hex, 16)) end)
  return "'sha256-" .. text.base64(digest) .. "'"
end

-- Only what the page itself is may run; it may ask only where it came from.
local function policy_of(page)
  return ("default-src 'none'; script-src %s; style-src %s; connect-src 'self'; img-src data:; base-uri 'none'; "
    .. "form-action 'none'; frame-ancestors 'none'"):format(hash_of(page, "script"), hash_of(page, "style"))
end

local function url_of(address, port)
  return ("http://%s:%d/"):format(address:find(":", 1, true) and ("[%s]"):format(address) or address, port)
end

--- Starts the porter. given: the options --phones (an address in figures; nil: that of the only network) and --public (the
--- address of a tunnel or a proxy). If the porter can't be reached, the command ends with a sentence.
function porter.start(given, kept)
  local program = disk.program() .. "-porter"
  local address, public = given:value "phones" or "auto", given:value "public"
  if public and not public:find "^https?://[%w.:%[%]-]+" then
    status.refuse("--public %s: expected an address that begins with https:// or http://", public)
  end
  if not files.stat(program) then
    status.fail("seats on phones need the program %s beside this one: `make` builds it, `make install` installs it",
      program:match "[^/]*$")
  end
  local made, why = host.open(program, address == "" and "auto" or address, kept and kept.port or PORT)
  local note = made and made:receive(PATIENCE)
  if not note or note:sub(1, 1) ~= "L" then
    status.fail("phones can't be served: %s", note and note:sub(2) or why or "the porter does not start")
  end
  local at, port, others = note:match "^L(%S+) (%d+)\n(.*)$"
  local page = files.embedded("stdlib/templates/phone.html"):gsub("<!%-%- cards %-%->", standard_art.library)
  made:send(("P%s\n%s"):format(policy_of(page), page))
  local host_name = public and public:match "^https?://([%w.-]+)"
  if host_name then made:send("H" .. host_name) end -- figures in brackets are let in anyway
  porter.started = { program = made, port = tonumber(port), kept = kept, names = {}, open = {},
    url = public and public:gsub("/?$", "/") or url_of(at, port), is_local = at:find "^127%." ~= nil or at == "::1",
    others = others:gsub("\n+$", "") }
end

--- Before the wall: `play` starts it where --seats names a phone or --phones is given, `resume` where the journal was
--- played on phones.
function porter.prepare(given, journal)
  local kept = porter.kept(journal)
  local seats = "," .. (given:value "seats" or ""):lower() .. ","
  if kept or given:value "phones" or seats:find("[,=] *phone *,") then porter.start(given, kept) end
end

return porter
