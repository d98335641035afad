-- The build (`b` in all rooms): what the library keeps of a table, made once from a spec and its players for all games of
-- a world.
--
-- All its fields stand here, by the room that writes them, and no other can be written. Rooms after it read them; only
-- a search exchanges some for a while, and puts them back.

local english = require "shared.english"

local build = {}

local FIELDS = {
  -- table: what it is built from
  spec = "rules, steps, kinds of decks, declared state: what the scripts have become",
  players = "who sat down first, by seat: { name =, profile = }; the game master at 0",
  count = "how many seats or, in a game that may be joined, chairs there are",

  -- table: what scripts see, and what it is made of
  t = "the table that every step is given",
  fixed = "all that `t` has beside its state: piles, pools, seats, verbs, steps",
  seats = "the seats that steps are given, by number; the game master's at 0",
  seat_fixed = "what each seat has beside its state, by number",
  names = "the name of each seat, by number",
  number_of = "the number of each seat, by the seat itself",
  values = "the value of each rule",
  starts = "what the state of the table, of a seat and of the game master begins with",
  rules_only = "a table for steps that are called while no game is under way",
  verbs = "the verbs of `t` that the host has",
  hooks = "what the host calls, and what it shares with the rooms",

  -- table: cards, piles and pools
  block = "the host's part of the table",
  faces = "every face, by number",
  face_block = "the host's copy of the faces",
  face_cards = "a card of each face that lies in no pile, by number; at 0 the hidden one",
  hidden = "the card that stands for any hidden card",
  cards = "every card, by number",
  card_faces = "the number of each card's face",
  home = "the number of the deck that each card came from",
  deck_sizes = "how many cards each deck has",
  deck_ranges = "the first and the last card of each deck",
  plan = "every pile: { name =, facing =, seat =, place = in its family, label = }",
  pools = "every pool: { name =, start =, seat =, place =, label =, secret =, internal =, mint = }",
  families = "piles and pools declared by `many`: { name =, number = of the seat }",
  things = "piles and pools by their owner's number; at false those of the table",
  card_words = "every word that names a card",

  -- table: who sits
  kept = "what is saved beside the state: rules and, where seats come and go, who sits and who has left",
  sitting = "the seats with a player, clockwise",
  place_of = "the place in that list of each seat, by number",
  sits_by = "the player in each chair",
  moved = "has anybody joined or left since it was built?",
  clockwise = "iterators from each seat round the table",
  counter = "iterators from each seat, the other way round",
  ways = "both, and what is known of the seats beside each seat",
  profile_guard = "makes a profile that scripts can't change",
  start_seat = "gives a chair the state and the pools of a beginning",
  arranged = "hears who sits at the table now",

  -- table: what each seat may see
  views = "the table as each seat sees it, by number",
  viewing = "at 1 the number of the seat whose view is being read",
  open_constants = "lists in views that can't change, by the list",
  secrets_of = "what others keep secret from each seat",
  seen_by = "the state that each seat sees",

  -- table: the game under way
  steps = "the latest steps and their answers, for a search that plays them again (table/steps.lua)",
  once = "what `t:once` has worked out, until a rule changes",
  rules_changed = "does any rule differ from the spec's?",
  rounds = "how many rounds of secret questions there were",
  ranked_by = "what seats were last ranked by",
  open_question = "the question under way",
  hand_dice = "does a person roll the dice by hand?",
  is_raw = "are rules, piles and verbs copied into the tables that scripts read, as in simulations?",
  note_rules = "begins to note which rules are read",
  notes = "what each seat's bot has noted",

  -- ask
  bots = "the names of the bots that the game has",
  best_bot = "the best of them",
  askers = "the function that asks a bot, by the bot",
  bot_memories = "the local variables of bots, reset for each game",
  full = "words each question in full, where the log wants it",

  -- search: all under one name
  search = "what it knows of this game and of the question under way",

  -- tell
  told_names = "the names that the log uses",
  die_question = "the question about a die, whose answer the log leaves out",
  measures = "the names of the measures",
  described = "each card in words, for phones",
  pictures = "each card's picture, for phones",

  -- measure
  actors = "the seats whose bots act out of turn",
  countable = "what every seat has and may be counted, for study",
  holding = "the piles that are hands",
  uses = "which rules and steps an answer has used",
}

local guard = { __newindex = function(b, name, value)
  if not FIELDS[name] then
    error(("a build has no field `%s`%s: stdlib/table/build.lua lists them"):format(name,
      english.suggest(name, FIELDS)), 2)
  end
  rawset(b, name, value)
end }

--- A build with those fields.
function build.new(fields) return setmetatable(fields, guard) end

return build
