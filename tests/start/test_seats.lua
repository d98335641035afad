-- Who sits where: --seats, --players, --player.

local function seats(options)
  options.game = options.game or "fish_out"
  local players, problem = croupier.seats(options)
  if not players then return nil, problem end
  local texts = {}
  for i, player in ipairs(players) do texts[i] = player.name .. "=" .. player.who end
  return table.concat(texts, " "), players
end

local function no_seats(options, sentence)
  local ok, problem = seats(options)
  lu.assertNil(ok)
  lu.assertStrContains(problem, sentence)
end

local WHIST = "tests/fixtures/games/short_whist"

TestSeats = {}

function TestSeats.test_usual_opponents()
  lu.assertEquals(seats { people = true }, "Anna=me Ben=heron Clara=heron David=heron")
  lu.assertEquals(seats {}, "Anna=heron Ben=heron Clara=heron David=heron")
  lu.assertEquals(seats { game = WHIST }, "Anna=random Ben=random")
  lu.assertEquals(seats { game = WHIST, usual = 4, people = true }, "Anna=me Ben=random Clara=random David=random")
  lu.assertEquals(seats { game = WHIST, usual = 30 }:gsub("%S+", "x"), "x x x x x x")
end

function TestSeats.test_by_order_and_by_name()
  lu.assertEquals(seats { seats = "me, minnow,random,heron" }, "Anna=me Ben=minnow Clara=random David=heron")
  lu.assertEquals(seats { seats = "Zoe=person,Yan=minnow,random,random" }, "Zoe=me Yan=minnow Anna=random Ben=random")
  lu.assertEquals(seats { game = WHIST, seats = "3" }, "Anna=random Ben=random Clara=random")
  lu.assertEquals(seats { game = WHIST, seats = "3", people = true }, "Anna=me Ben=random Clara=random")
end

-- Who is given with --player sits beside others; a name that is nearly the same is taken for a slip.
function TestSeats.test_named_beside_single_players()
  local given = { game = "baltimore", players = { "Vera: skill 5" }, seats = "Vera=me,Olaf=berserk,Mira=skald" }
  lu.assertEquals(seats(given), "Vera=me Olaf=berserk Mira=skald")
  given.seats = "Verra=me,Olaf=berserk"
  no_seats(given, "no character called `Verra`, did you mean `Vera`?")
end

-- Without --seats bots fill the table, unless its seats are all people's.
function TestSeats.test_a_single_player_alone()
  local given = { players = { "Zoe" }, people = true }
  lu.assertEquals(seats(given), "Zoe=me Anna=heron Ben=heron Clara=heron")
  given = { game = WHIST, players = { "Zoe" }, usual = 3, people = true }
  lu.assertEquals(seats(given), "Zoe=me Anna=random Ben=random")
  given.players = { "Zoe", "Yan", "Xu", "Wim" }
  lu.assertEquals(seats(given), "Zoe=me Yan=random Xu=random Wim=random")
end

function TestSeats.test_the_game_masters()
  local _, players = seats { game = "tests/fixtures/games/umpire", seats = "random,gm=me" }
  lu.assertEquals(players[0].who, "me")
  lu.assertEquals(#players, 1)
  no_seats({ seats = "gm=me" }, "Fish Out! has no game master")
end

function TestSeats.test_seats_refused()
  no_seats({ seats = "me,angler,heron,heron" },
    "--seats: `angler` can't answer for a seat: expected me, random, search, heron or minnow")
  no_seats({ seats = "me,minow,heron,heron" }, "did you mean `minnow`?")
  for _, name in ipairs { "search:0", "search:", "search:1000001", "search:4000s" } do
    no_seats({ seats = "me,heron,heron," .. name }, ("--seats: `%s` can't answer for a seat: expected " ..
      "search:300"):format(name))
  end
  no_seats({ seats = "me,,heron" }, "an entry is empty")
  no_seats({ seats = "Anna=" }, "an entry is empty")
  no_seats({ seats = "3" }, "Fish Out! is for 4 anglers, not 3")
  no_seats({ game = WHIST, seats = "7" }, "Short whist is for 2 to 6 players, not 7")
  no_seats({ seats = "99999999999" }, "Fish Out! is for 4 anglers, not 99999999999")
  no_seats({ seats = "-1" }, "Fish Out! is for 4 anglers, not -1")
  no_seats({ seats = "Anna=me,anna=me,random,random" }, "two anglers are called anna")
  no_seats({ seats = "ИВАН=me,иван=me,random,random" }, "two anglers are called иван")
  no_seats({ seats = "Za\u{308}=me,ZÄ=me,random,random" }, "two anglers are called ZÄ")
  no_seats({ seats = "A\u{378}=me,random,random,random" }, "a name can't contain a character that Unicode ")
  no_seats({ seats = ("ж"):rep(41) .. "=me,random,random,random" }, "expected a name of at most 40 letters")
  no_seats({ seats = ("x"):rep(50) .. "=me,random,random,random" }, "expected a name of at most 40 letters")
  for code, odd in pairs { ["U+009B"] = "\u{9b}", ["U+202E"] = "\u{202e}", ["U+001B"] = "\27" } do
    local sentence = ("a name can't contain %s, an invisible character"):format(code)
    no_seats({ seats = "A" .. odd .. "=me,random,random,random" }, sentence)
    no_seats({ game = WHIST, players = { "A" .. odd .. "na" }, seats = "4" }, sentence)
    no_seats({ game = "rod_and_reel", file = { path = "fishers.txt", text = "Z" .. odd .. "oe: str 14\n" } }, sentence)
  end
  no_seats({ seats = "\xff=me,random,random,random" }, "expected a name in UTF-8")
end

local function file(text) return { path = "fishers.txt", text = text } end

function TestSeats.test_players_from_a_file()
  local text, players = seats { game = "rod_and_reel", file = file "# ours\nZoe: str 14, dex 12\n\nYan:\n",
    players = { "Xu: int 9" }, people = true }
  lu.assertEquals(text:gsub("=%S+", ""), "Zoe Yan Xu")
  lu.assertEquals(players[1].who, "me")
  lu.assertEquals(players[1].profile, "str 14, dex 12")
  lu.assertEquals(players[3].profile, "int 9")
end

function TestSeats.test_names_choose_among_players()
  lu.assertEquals(seats { game = WHIST, players = { "Zoe", "Yan" }, seats = "yan=me" }, "Zoe=random Yan=me")
  no_seats({ game = WHIST, players = { "Zoe", "Yan" }, seats = "yann=me" },
    "no player called `yann`, did you mean `Yan`?")
  no_seats({ game = WHIST, players = { "Zoe", "Yan", "Xu" }, seats = "2" }, "--seats 2, but 3 players are given")
  no_seats({ game = WHIST, players = { "Zoe", "Yan" }, seats = "1" }, "Short whist is for 2 to 6 players, not 1")
end

function TestSeats.test_a_file_refused()
  local function no(text, sentence) no_seats({ game = "rod_and_reel", file = file(text) }, sentence) end
  no("Zoe str 14", "fishers.txt:1: expected a line like `Anna: str 14, dex 12`")
  no("Zoe: str 14\nYan: str", "fishers.txt:2: `str`: expected a key and a value like `str 14`")
  no("Zoe: str 14\nYan: str 99999", "fishers.txt:2: Yan: str = 99999: expected a whole number from")
  no("Zoe: sr 14", "fishers.txt:1: Zoe: a fisher has no `sr`, did you mean `str`?")
  no("Zoe: str fourteen", "fishers.txt:1: Zoe: str = fourteen: expected a whole number")
  no("# nobody\n", "fishers.txt: no players in it: expected lines like")
  no("Zoe: str 14\nZoe: str 12", "two fishers are called Zoe")
  no("Zoe: str 14\n\0\1: str 12", "a name can't contain U+0000, an invisible character")
end

function TestSeats.test_the_word_of_a_player_is_the_games()
  lu.assertEquals(seats { game = "rod_and_reel", singular = "fisher", players = { "Zoe: str 14" } }, "Zoe=angler")
  no_seats({ singular = "fisher", players = { "Zoe" } },
    "there is no option --fisher: players are given with --player or --angler")
end

-- A name alone will do; a forgotten colon doesn't make a name of it all.
function TestSeats.test_a_player_without_a_colon()
  local expected = "--player: expected NAME: WORD VALUE, like \"Anna: %s\", got \"%s\""
  no_seats({ game = "rod_and_reel", players = { "Zoe str 14" } }, expected:format("str 14", "Zoe str 14"))
  no_seats({ game = "baltimore", players = { "Zoe  wits 3" } }, expected:format("attribute 3", "Zoe  wits 3"))
  lu.assertEquals(seats { game = WHIST, players = { " Zoe ", "Yan:" } }, "Zoe=random Yan=random")
end

-- What is wrong is said of the option as it was typed.
function TestSeats.test_wrong_numbers_of_a_player()
  no_seats({ game = "fish_out", players = { "Zoe: str 14" } },
    "--player Zoe: Fish Out! has no profile for its anglers")
  local two = { game = "rod_and_reel", singular = "fisher", players = { "Zoe: str 14", "Yan: sr 14" } }
  no_seats(two, "--player Yan: a fisher has no `sr`, did you mean `str`?")
  two.typed = { "--player", "--fisher" }
  no_seats(two, "--fisher Yan: a fisher has no `sr`, did you mean `str`?")
  no_seats({ game = "rod_and_reel", players = { "Zoe: str" }, typed = { "--fisher" } },
    "--fisher: `str`: expected a key and a value like `str 14`")
end

-- A game of people: each has a seat, the GM too, and nobody sees another's hand.
function TestSeats.test_a_game_of_people()
  local function table_of(given)
    local s = { game = "scotch_doubles+real_table", people = true }
    for key, value in pairs(given) do s[key] = value end
    local text, players = seats(s)
    lu.assertNotNil(text, players)
    return ("%s gm=%s"):format(text, players[0].who)
  end
  lu.assertEquals({ table_of {} }, { "Anna=me Ben=me gm=me" })
  lu.assertEquals({ table_of { named = "Ann & Bob,Cy & Di" } }, { "Ann & Bob=me Cy & Di=me gm=me" })
  lu.assertEquals({ table_of { seats = "3" } }, { "Anna=me Ben=me Clara=me gm=me" })
  lu.assertEquals({ table_of { seats = "A & B=me,C & D=hustler" } }, { "A & B=me C & D=hustler gm=me" })
end

-- Where the balls are real no bot can say what they did.
function TestSeats.test_a_person_is_the_gm_where_no_bot_can_be()
  local function gm(options)
    options.game = "scotch_doubles"
    return select(2, seats(options))[0].who
  end
  lu.assertEquals(gm { people = true, sets = { "balls=real" } }, "me")
  lu.assertEquals(gm { people = true, sets = { "balls=real" }, seats = "me,hustler,gm=hustler" }, "hustler")
  lu.assertEquals(gm { people = true }, "hustler")
  lu.assertEquals(gm { sets = { "balls=real" } }, "hustler")
end

-- A game whose seats are all people's: Baltimore says so by `usual`.
local function of_people(options)
  options.game, options.people = "baltimore", true
  local text, players = seats(options)
  lu.assertNotNil(text, players)
  return ("%s gm=%s"):format(text, players[0].who), players.question
end

function TestSeats.test_who_takes_part_is_asked()
  local ask = "Which characters take part? (names separated by commas%s) [Enter: %s] "
  lu.assertEquals({ of_people {} }, { "Anna=me gm=me", ask:format("", "Anna") })
  lu.assertEquals({ of_people { seats = "2" } }, { "Anna=me Ben=me gm=me" })
  lu.assertEquals({ of_people { seats = "gm=skald" } }, { "Anna=me gm=skald" })
  lu.assertEquals({ of_people { seats = "Olaf=me,gm=me" } }, { "Olaf=me gm=me" })
  lu.assertEquals({ of_people { players = { "Olaf", "Bob" } } }, { "Olaf=me Bob=me gm=me" })
  lu.assertEquals({ of_people { named = " Olaf,Bob , " } }, { "Olaf=me Bob=me gm=me" })
  lu.assertEquals({ of_people { named = "" } }, { "Anna=me gm=me" })
  local heroes = { path = "heroes.txt", text = "Olaf: wits 2\nBob: wits 3\nEve:\n", campaign = true }
  lu.assertEquals({ of_people { file = heroes } },
    { "Olaf=me Bob=me Eve=me gm=me", ask:format("; `new NAME` joins", "Olaf, Bob, Eve") })
  lu.assertEquals({ of_people { file = heroes, named = "bob" } }, { "Bob=me gm=me" })
  no_seats({ game = "baltimore", people = true, file = heroes, named = "Bib" },
    "no character called `Bib`, did you mean `Bob`?")
  lu.assertEquals({ of_people { file = heroes, named = "bob, new Ada" } }, { "Bob=me Ada=me gm=me" })
  no_seats({ game = "baltimore", people = true, file = heroes, named = "new Bob" }, "Bob is already")
  no_seats({ game = "baltimore", people = true, file = heroes, named = "Xerxes" },
    "no character called `Xerxes`; `new Xerxes` adds one")
  lu.assertEquals(seats { game = "baltimore" }, "Anna=skald")
end

-- Names between which people write more than commas; who is called so stays one.
function TestSeats.test_names_that_are_joined()
  for _, named in ipairs { "Olaf and Bob", "Olaf&Bob", "Olaf AND  Bob,", "Olaf, and Bob", "& Olaf, Bob" } do
    lu.assertEquals({ named, of_people { named = named } }, { named, "Olaf=me Bob=me gm=me" })
  end
  lu.assertEquals({ of_people { named = "Olaf, Sandy and Andrew & new Eve" } },
    { "Olaf=me Sandy=me Andrew=me Eve=me gm=me" })
  local heroes = { path = "heroes.txt", text = "Salt and Pepper:\nBill & Ben:\nEve:\n", campaign = true }
  lu.assertEquals({ of_people { file = heroes, named = "salt and pepper" } }, { "Salt and Pepper=me gm=me" })
  lu.assertEquals({ of_people { file = heroes, named = "bill & ben, eve" } }, { "Bill & Ben=me Eve=me gm=me" })
end

function TestSeats.test_a_new_campaign_has_nobody_yet()
  local new = { path = "heroes.txt", text = "# none yet\n", campaign = true }
  lu.assertEquals({ of_people { file = new, named = "Eve" } }, { "Eve=me gm=me" })
  no_seats({ game = "baltimore", people = true, file = new, seats = "Eve=me" }, "heroes.txt: no players in it: " ..
    "expected lines like")
end

function TestSeats.test_a_line_is_shown_with_fields_of_the_game()
  no_seats({ game = "baltimore", file = { path = "h.txt", text = "Olaf wits 3" } },
    "h.txt:1: expected a line like `Anna: attribute 3, awareness 3`")
end

function TestSeats.test_the_word_of_the_file_is_the_games()
  lu.assertNotNil(seats { game = "rod_and_reel", plural = "fishers", file = file "Zoe: str 14" })
  no_seats({ plural = "fishers", file = file "Zoe:" },
    "there is no option --fishers: players are given with --players or --anglers")
end
