-- Campaign files: what a game keeps of its players, written field by field,
-- everything else as it was.

local tools = dofile "tests/tools.lua"
local here, folder

local GAME = [[
return game {
  title = "Toll", player = "traveller", seats = { 1, 4 }, deck = "standard",
  rules = { toll = { 5, "chips" }, wrong = { false, "gives what no profile can hold" } },
  profile = { chips = { none, "chips", min = 0, max = 1000 }, luck = { 3, "luck", min = 1, max = 5 } },
  pools = { bank = "mint", seat = { chips = 0 } },
  campaign = {
    chips = function(t, seat) return t.rules.wrong and -1 or seat.chips:amount() end,
    luck = function(_, seat) return seat.profile.luck end,
  },
  order = { "pay", "ask" },
  pay = function(t)
    for seat in t:seats() do
      t.bank:pay(seat.profile.chips or 20, seat.chips)
      seat.chips:pay_up_to(t.rules.toll, t.bank)
    end
  end,
  ask = function(t)
    t.seat[1]:ask { "stay", "Stay?", confirm = true }
    t:finish(t:rank_by("chips"))
  end,
}
]]

-- What the program says there with this typed, in one line; its status before it.
local function plays(line, typed)
  local status, output = here:run(line, typed or "")
  return status, (output:gsub("%s+", " "))
end

-- The file after a game of these players.
local function after(text, options, name)
  name = name or "heroes.txt"
  if text then here:write(name, text) end
  local status, output = plays(("play ./toll --campaign %s %s"):format(name, options or "--seats random"))
  lu.assertEquals(status, 0, output)
  return here:read(name), output
end

TestCampaign = {}

function TestCampaign.setUp()
  here = tools.place("toll")
  folder = here.folder
  here:write("toll/game.lua", GAME)
end

function TestCampaign.tearDown() here:remove() end

function TestCampaign.test_only_the_field_changes()
  local text, output = after("# heroes\n\nOlaf :  chips  20 ,luck=4 # a Viking, chips 9\nBob: chips 7\n",
    "--seats Olaf=random")
  lu.assertEquals(text, "# heroes\n\nOlaf :  chips  15 ,luck=4 # a Viking, chips 9\nBob: chips 7\n")
  lu.assertStrContains(output, "Olaf: chips 20 -> 15")
  lu.assertEquals(here:read("heroes.txt~"), "# heroes\n\nOlaf :  chips  20 ,luck=4 # a Viking, chips 9\nBob: chips 7\n")
end

function TestCampaign.test_a_field_that_is_new()
  lu.assertEquals(after("Olaf: luck 2  # x", "--seats olaf=random"), "Olaf: luck 2, chips 15  # x")
  lu.assertEquals(after("Olaf:\r\n", "--seats random"), "Olaf: chips 15\r\n")
end

function TestCampaign.test_all_take_part_when_nobody_is_named()
  lu.assertEquals(after("A: chips 9, luck 1\nB: chips 3, luck 1\n", "--seats random,random"),
    "A: chips 4, luck 1\nB: chips 0, luck 1\n")
end

function TestCampaign.test_a_new_character_and_a_new_file()
  local text = after("Olaf: chips 9, luck 1", "--seats Eve=random --player 'Eve: luck 5'")
  lu.assertEquals(text, "Olaf: chips 9, luck 1\nEve: luck 5, chips 15\n")
  lu.assertEquals(after(nil, "--seats Eve=random --player 'Eve: luck 5'", "new.txt"), "Eve: luck 5, chips 15\n")
end

function TestCampaign.test_nothing_changed_nothing_written()
  local text = after("Olaf: chips 9, luck 1\n", "--seats random --set toll=0")
  lu.assertEquals(text, "Olaf: chips 9, luck 1\n")
  lu.assertFalse(here:exists "heroes.txt~")
end

function TestCampaign.test_nonsense_is_refused_before_anything_is_played()
  local function file_refused(text, sentence)
    here:write("heroes.txt", text)
    local status, output = plays("play ./toll --campaign heroes.txt --seats random")
    lu.assertEquals(status, 2)
    lu.assertStrContains(output, sentence)
    lu.assertEquals(here:read("heroes.txt"), text)
  end
  file_refused("Olaf: chips many\n", "heroes.txt:1: Olaf: chips = many: expected a whole number from 0 to 1000")
  file_refused("\nOlaf: chips -3\n", "heroes.txt:2: Olaf: chips = -3: expected")
  file_refused("Olaf chips 3\n", "heroes.txt:1: expected a line like")
  file_refused("Olaf: chip 3\n", "a traveller has no `chip`, did you mean `chips`?")
  file_refused("", "heroes.txt: no players in it: expected lines like")
end

function TestCampaign.test_who_is_not_there()
  here:write("heroes.txt", "Olaf: chips 3\n")
  local status, output = plays("play ./toll --campaign heroes.txt --seats Olav=random")
  lu.assertEquals(status, 2)
  lu.assertStrContains(output, "no traveller called `Olav`, did you mean `Olaf`?")
end

function TestCampaign.test_a_game_that_keeps_nothing()
  here:write("heroes.txt", "Olaf: chips 3\n")
  here:write("toll/game.lua", (GAME:gsub("campaign = %b{},", "")))
  local status, output = plays("play ./toll --campaign heroes.txt")
  lu.assertEquals(status, 2)
  lu.assertStrContains(output, "--campaign: Toll keeps nothing from game to game")
end

function TestCampaign.test_a_value_that_no_profile_can_hold()
  here:write("heroes.txt", "Olaf: chips 20\n")
  local status, output = plays("play ./toll --campaign heroes.txt --seats random --set wrong=yes")
  lu.assertEquals(status, 1)
  lu.assertStrContains(output, "nothing was saved: campaign: chips = -1: expected a whole number from 0 to 1000")
  lu.assertEquals(here:read("heroes.txt"), "Olaf: chips 20\n")
end

function TestCampaign.test_left_and_resumed_it_is_kept_once()
  here:write("heroes.txt", "Olaf: chips 20, luck 1\n")
  plays("play ./toll --campaign heroes.txt --seats me --journal j")
  lu.assertEquals(here:read("heroes.txt"), "Olaf: chips 20, luck 1\n")
  local status, output = plays("resume j", "yes\n")
  lu.assertEquals(status, 0, output)
  lu.assertEquals(here:read("heroes.txt"), "Olaf: chips 15, luck 1\n")
  here:write("heroes.txt", "Olaf: chips 20, luck 1\n")
  plays("resume j")
  lu.assertEquals(here:read("heroes.txt"), "Olaf: chips 20, luck 1\n")
end

function TestCampaign.test_what_somebody_changed_meanwhile_stays()
  here:write("heroes.txt", "Olaf: chips 20, luck 1\n")
  plays("play ./toll --campaign heroes.txt --seats me --journal j")
  here:write("heroes.txt", "# new\nOlaf: chips 30, luck 1\n")
  local _, output = plays("resume j", "yes\n")
  lu.assertStrContains(output,
    "heroes.txt:2: Olaf has chips 30 there, not 20 as when this game began, so 15 was not written")
  lu.assertEquals(here:read("heroes.txt"), "# new\nOlaf: chips 30, luck 1\n")
end

function TestCampaign.test_a_link_stays_a_link_and_the_mode_the_mode()
  os.execute(("mkdir %s/real && chmod 700 %s/real"):format(folder, folder))
  here:write("real/heroes.txt", "Olaf: chips 20, luck 1\n")
  os.execute(("chmod 640 %s/real/heroes.txt && ln -s real/heroes.txt %s/heroes.txt"):format(folder, folder))
  after(nil, "--seats random")
  lu.assertEquals(here:read("real/heroes.txt"), "Olaf: chips 15, luck 1\n")
  lu.assertTrue(os.execute(("cd %s && test -L heroes.txt && test $(stat -c %%a real/heroes.txt) = 640")
    :format(folder)))
end

function TestCampaign.test_a_folder_that_cannot_be_written()
  here:write("heroes.txt", "Olaf: chips 20, luck 1\n")
  here:shell "mkdir state"
  local user = here:other_user()
  here:shell "chmod 500 ."
  local status, output = here:run("play ./toll --campaign heroes.txt --seats random", nil, user)
  here:shell "chmod 700 ."
  lu.assertEquals(status, 1, output)
  lu.assertStrContains(output, "heroes.txt: nothing was saved: Permission denied")
  lu.assertEquals(here:read("heroes.txt"), "Olaf: chips 20, luck 1\n")
end
