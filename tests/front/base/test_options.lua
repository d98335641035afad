-- Options of the command line, and what is made from a command's table of them.

local options = require "front.base.options"
local status = require "front.base.status"

local command = {
  name = "fish",
  usage = "LAKE [options]\n\nFishes.",
  arguments = { 1, 2 },
  options = {
    { "rod", letter = "r", value = "LENGTH", help = "its length" },
    { "quiet", letter = "q", help = "no talk" },
    { "*", value = "FILE" },
    { "*one", value = "TEXT" },
  },
}

local function read_options(...) return options.read(command, { "fish", ... }) end

local function given(...)
  local list = {}
  for i, option in ipairs(read_options(...).list) do list[i] = ("%s %s=%s"):format(option.option, option.name,
    option.value) end
  return list
end

-- The sentence that ends the command: its code is that of a wrong command line.
local function complaint(...)
  local printed = {}
  local complain = status.complain
  function status.complain(text) printed[#printed + 1] = text end
  local code = status.of(read_options, ...)
  status.complain = complain
  lu.assertEquals(code, status.usage)
  return printed[1]
end

TestOptions = {}

function TestOptions.test_names_and_letters()
  for _, words in ipairs { { "--rod", "5" }, { "--rod=5" }, { "-r", "5" }, { "-r5" } } do
    lu.assertEquals(given("lake", table.unpack(words)), { "rod rod=5" })
  end
  lu.assertEquals(given("-qr5", "lake"), { "quiet quiet=true", "rod rod=5" })
  lu.assertEquals(given("--rod=", "lake"), { "rod rod=" })
  lu.assertEquals(given("--rod=a=b", "lake"), { "rod rod=a=b" })
end

function TestOptions.test_the_last_counts_and_all_are_there()
  local o = read_options("--rod", "1", "lake", "--rod", "2")
  lu.assertEquals(o:value("rod"), "2")
  lu.assertEquals(o:all("rod"), { "1", "2" })
  lu.assertEquals(o:number("rod", 0, 9, 3), 2)
  lu.assertNil(o:value("quiet"))
  lu.assertEquals(read_options("lake"):number("rod", 0, 9, 3), 3)
end

function TestOptions.test_words()
  lu.assertEquals(read_options("lake", "--", "-r").rest, { "lake", "-r" })
  lu.assertEquals(read_options("-").rest, { "-" })
  lu.assertEquals(complaint(), "an argument is missing: expected `croupier fish LAKE [options]`")
  lu.assertEquals(complaint("a", "b", "c"), "unexpected `c`: expected `croupier fish LAKE [options]`")
end

function TestOptions.test_any_name_in_the_plural()
  lu.assertEquals(given("lake", "--anglers", "list", "--angler", "Anna"), { "* anglers=list", "*one angler=Anna" })
  lu.assertEquals(complaint("lake", "--quit", "x"), "fish has no option --quit, did you mean --quiet?")
  lu.assertEquals(complaint("lake", "--quiets", "x"), "fish has no option --quiets, did you mean --quiet?")
  lu.assertEquals(complaint("lake", "--csv", "x"), "fish has no option --csv; `croupier fish --help` lists them")
  lu.assertEquals(complaint("lake", "--q"), "fish has no option --q; `croupier fish --help` lists them")
end

function TestOptions.test_refused()
  lu.assertEquals(complaint("lake", "--rod"), "--rod needs a value: LENGTH")
  lu.assertEquals(complaint("lake", "--rod", "-q"), "--rod needs a value: LENGTH; `-q` is an option")
  lu.assertEquals(complaint("lake", "-r", "--quiet"), "-r needs a value: LENGTH; `--quiet` is an option")
  lu.assertEquals(complaint("lake", "--angler", "--rod=5"), "--angler needs a value: TEXT; `--rod=5` is an option")
  lu.assertEquals(complaint("lake", "--quiet=yes"), "--quiet takes no value, but got `yes`")
  lu.assertEquals(complaint("lake", "--help=yes"), "--help takes no value, but got `yes`")
  lu.assertEquals(complaint("lake", "-x"), "fish has no option -x; `croupier fish --help` lists them")
end

function TestOptions.test_values_with_a_hyphen()
  lu.assertEquals(given("lake", "--rod", "-5", "-r", "-x"), { "rod rod=-5", "rod rod=-x" })
  lu.assertEquals(given("lake", "--rod=-q", "-r--quiet", "-r", "-"), { "rod rod=-q", "rod rod=--quiet", "rod rod=-" })
  lu.assertEquals(complaint("lake", "--anglers", "-"),
    "--anglers -: expected the name of a file")
end

function TestOptions.test_numbers()
  for _, text in ipairs { "10", "-1", "1.5", "x", "", "1e3", "99999999999999999999" } do
    local o = read_options("lake", "--rod", text)
    local done, problem = pcall(o.number, o, "rod", 0, 9)
    lu.assertFalse(done)
    lu.assertEquals(problem.text, ("--rod %s: expected a whole number from 0 to 9"):format(text))
  end
  local o = read_options("lake", "--rod", "5", "-r", "ten")
  lu.assertEquals(select(2, pcall(o.number, o, "rod", 0, 9)).text, "-r ten: expected a whole number from 0 to 9")
end

function TestOptions.test_help_is_wrapped()
  local option = { "bait", help = ("worms "):rep(12) .. "\n" }
  local page = options.help { name = "fish", usage = "LAKE", options = { option } }
  lu.assertStrContains(page, "\n      --bait                 worms worms worms worms worms worms worms worms\n" ..
    (" "):rep(29) .. "worms worms worms worms\n  -h")
end

function TestOptions.test_help_needs_no_words()
  lu.assertTrue(read_options("--help"):value("help"))
  lu.assertTrue(read_options("-h", "--nonsense"):value("help"))
  lu.assertEquals(options.help(command), [[
croupier fish LAKE [options]

Fishes.

Options:
  -r, --rod LENGTH           its length
  -q, --quiet                no talk
  -h, --help                 print this
]])
end
