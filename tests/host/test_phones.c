/* A table whose seats are on phones: the console at a real terminal, and phones
 * over HTTP, through the porter that was built with it. */
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include "check.h"
#include "keyboard.h"
#include "phone.h"
#include "tools.h"

enum { PATH_MAX_HERE = 4096 };

static const char *words[24];
static char state[PATH_MAX_HERE];
static char door[64], table_screen[64]; /* tokens */
static int port;

#define ANNA "AnnaAnnaAnnaAnnaAnna_1"
#define BEN "BenBenBenBenBenBenBen1"

static const char LANTERNS[] = "tests/fixtures/games/lanterns";
static const char BIDS[] = "tests/fixtures/games/sealed_bids";

static void child(void) { pty_run(words, state, "xterm"); }

/* The token at the end of the next address that the console shows. */
static void take_token(Pty *p, char *token) {
  const char *at;
  CHECK(pty_wait(p, phone_is_six ? "http://[::1]:" : "http://127.0.0.1:"));
  while ((at = strchr(p->seen + p->after, '\n')) == NULL && pty_read(p, 2000))
    continue;
  token[0] = '\0';
  CHECK_INT(sscanf(p->seen + p->after, "%d/#%22s", &port, token), 2);
}

static Pty *sit_down(const char *const *arguments) {
  static Pty p;
  int n = 0;
  words[n++] = pty_program();
  words[n++] = *arguments++;
  words[n++] = "--phones";
  words[n++] = phone_is_six ? "::1" : "127.0.0.1";
  while (*arguments != NULL) words[n++] = *arguments++;
  words[n] = NULL;
  pty_start(&p, child, 100);
  return &p;
}

/* A new table, with its door open. */
static Pty *begin(const char *game, const char *seats) {
  Pty *p = sit_down((const char *const[]){"play", game, "--seats", seats,
                                          "--seed", "1", NULL});
  CHECK(pty_wait(p, "On phones: "));
  take_token(p, door);
  CHECK(pty_wait(p, "The table on a large screen: "));
  take_token(p, table_screen);
  return p;
}

/* At the door, a phone takes a seat and makes the token that is its own. */
static void take_seat(int seat, const char *token) {
  char letter[64];
  snprintf(letter, sizeof letter, "%d\n%s", seat, token);
  CHECK_INT(phone_post(port, door, letter), 202);
  CHECK(phone_sees(port, token, "\"you\":"));
}

/* The number of the question that the seat is shown; 0: none. */
static long question(const char *token) {
  const char *body = phone_get(port, "/view?v=0", token)->body;
  const char *q = strstr(body, "\"id\":"), *asked = strstr(body, "\"q\":{");
  const char *notice = strstr(body, "\"notice\":{");
  if (asked == NULL) return 0;
  if (notice != NULL && q > notice) q = strstr(asked, "\"id\":");
  return strtol(q + 5, NULL, 10);
}

static int reply(const char *token, long number, const char *text) {
  char letter[256];
  snprintf(letter, sizeof letter, "%ld\n%s", number, text);
  return phone_post(port, token, letter);
}

static void quit(Pty *p) {
  pty_type(p, ":quit\r");
  CHECK(pty_wait(p, "The table is saved."));
  CHECK_INT(pty_finish(p), 0);
}

/* --- the door, and an answer --- */

static void test_door(void) {
  Pty *p = begin(LANTERNS, "Anna=phone,Ben=random");
  CHECK(phone_sees(port, door, "\"name\":\"Anna\",\"seat\":1,\"taken\":false"));
  CHECK_INT(phone_post(port, door, "2\n" BEN), 202); /* no seat of a phone's */
  CHECK_INT(phone_post(port, door, "1\nshort"), 202);
  CHECK_INT(phone_post(port, door, "nonsense"), 202);
  take_seat(1, ANNA);
  CHECK(pty_wait(p, "Anna sits down."));
  CHECK_INT(phone_get(port, "/view?v=0", BEN)->status, 403);
  CHECK(phone_sees(port, door, "\"taken\":true"));
  CHECK_INT(phone_post(port, door, "1\n" BEN), 202); /* it is taken */
  CHECK(phone_sees(port, ANNA, "Which card goes to Ben?"));
  CHECK_INT(phone_get(port, "/view?v=0", BEN)->status, 403);
  CHECK_INT(reply(ANNA, question(ANNA), "#2"), 202);
  CHECK(pty_wait(p, "Anna gives a card."));
  CHECK(pty_wait(p, "Ben gives a card."));
  CHECK(phone_sees(port, table_screen, "Ben gives a card."));
  const char *told = phone_get(port, "/view?v=0", table_screen)->body;
  const char *first = strstr(told, "Anna gives a card.");
  CHECK(first != NULL && strstr(first, "Ben gives a card.") != NULL);
  quit(p);
}

/* --- what the keyboard may do meanwhile --- */

/* The cards of Anna's hand as the console would show them. */
static bool shows_hand(const Pty *p, const char *body) {
  const char *hand = strstr(body, "\"hand\":\"");
  bool shown = hand == NULL;
  for (const char *at = hand; at != NULL && *at != '"';
       at = strstr(at, "\\u0001")) {
    char card[16] = "";
    at = strstr(at, "\\u000");
    if (at == NULL) break;
    sscanf(at + 6, "%15[^\\]", card);
    shown |= strlen(card) > 1 && strstr(p->seen, card) != NULL;
    at += 6;
  }
  return shown;
}

static void test_keyboard(void) {
  Pty *p = begin(LANTERNS, "Anna=phone,Ben=phone");
  take_seat(1, ANNA);
  take_seat(2, BEN);
  CHECK(pty_wait(p, "Ben sits down."));
  CHECK(pty_wait(p, "croupier> "));
  pty_type(p, "1\r"); /* an answer there, but it is Anna's to give */
  CHECK(pty_wait(p, "Anna is asked on the phone: only commands"));
  pty_type(p, ":hand\r");
  CHECK(pty_wait(p, "everybody can see the screen now"));
  pty_type(p, ":hint\r");
  CHECK(pty_wait(p, "there is no question for you to answer"));
  pty_type(p, ":why\r");
  CHECK(pty_wait(p, "there is no question for you to explain"));
  pty_type(p, ":table\r:log\r:last\r:scores\r:phones\r");
  CHECK(pty_wait(p, "Anna: "));
  CHECK(pty_wait(p, "The table on a large screen: "));
  CHECK(!shows_hand(p, phone_get(port, "/view?v=0", ANNA)->body));
  CHECK_INT(reply(ANNA, question(ANNA), "#1"), 202);
  CHECK(pty_wait(p, "Ben is asked on the phone."));
  CHECK(!shows_hand(p, phone_get(port, "/view?v=0", BEN)->body));
  pty_type(p, ":help\r"); /* longer than the screen, but Ben needn't wait */
  CHECK(pty_wait(p, "  :undo"));
  CHECK_INT(reply(BEN, question(BEN), "#1"), 202);
  CHECK(pty_wait(p, "Anna is asked on the phone."));
  quit(p);
}

/* What is half typed is there again when a phone has answered. */
static void test_half_typed(void) {
  Pty *p = begin(LANTERNS, "Anna=phone,Ben=random");
  take_seat(1, ANNA);
  CHECK(pty_wait(p, "Anna sits down."));
  CHECK(pty_wait(p, "croupier> "));
  pty_type(p, ":scxres\002\002\002");
  CHECK(pty_wait(p, ":scxres"));
  CHECK_INT(reply(ANNA, question(ANNA), "#1"), 202);
  CHECK(pty_wait(p, "Ben gives a card."));
  CHECK(pty_wait(p, ":scxres"));
  pty_type(p, "\177o\r"); /* the cursor is where it was */
  CHECK(pty_wait(p, "> "));
  CHECK(pty_wait(p, "Anna"));
  quit(p);
}

/* --- back and away --- */

static void test_undo(void) {
  Pty *p = begin(LANTERNS, "Anna=phone,Ben=phone");
  take_seat(1, ANNA);
  take_seat(2, BEN);
  long first = question(ANNA);
  CHECK(first > 0);
  CHECK_INT(reply(ANNA, first, "#1"), 202);
  CHECK(phone_sees(port, BEN, "\"q\":{"));
  long old = question(BEN);
  pty_type(p, ":undo\r");
  CHECK(pty_wait(p, "Taken back: Anna's answer"));
  CHECK(phone_sees(port, ANNA, "\"q\":{"));
  CHECK(question(ANNA) != first && question(ANNA) != old);
  CHECK_INT(reply(BEN, old, "#1"), 202); /* its question is no more */
  CHECK(phone_sees(port, BEN, "That question is over: look again."));
  CHECK_INT(reply(ANNA, first, "#2"), 202);
  CHECK(phone_sees(port, ANNA, "That question is over: look again."));
  CHECK_INT(reply(ANNA, question(ANNA), "#99"), 202);
  CHECK(phone_sees(port, ANNA, "That can't be chosen"));
  quit(p);
}

/* A seat that a bot takes is out of the phone's hands, until it is free again. */
static void test_seats(void) {
  Pty *p = begin(LANTERNS, "Anna=phone,Ben=phone");
  take_seat(1, ANNA);
  take_seat(2, BEN);
  CHECK(pty_wait(p, "Ben sits down."));
  pty_type(p, ":phones Ben new\r");
  CHECK(pty_wait(p, "Ben's phone: "));
  CHECK_INT(phone_get(port, "/view?v=0", BEN)->status, 403);
  pty_type(p, ":phones close\r");
  CHECK(pty_wait(p, "Nobody else can sit down now."));
  pty_type(p, ":seat Anna random\r");
  CHECK(pty_wait(p, "From now on random answers for Anna."));
  CHECK(pty_wait(p, "Ben is asked on the phone."));
  CHECK_INT(phone_get(port, "/view?v=0", ANNA)->status, 403);
  pty_type(p, ":seat Anna phone\r");
  CHECK(pty_wait(p, "From now on a person on a phone answers for Anna."));
  CHECK_INT(phone_post(port, door, "1\n" ANNA), 202);
  usleep(300000);
  CHECK_INT(phone_get(port, "/view?v=0", ANNA)->status, 403); /* closed */
  pty_type(p, ":phones open\r");
  CHECK(pty_wait(p, "Free seats can be taken again."));
  take_seat(1, ANNA);
  pty_type(p, ":phones Clara\r");
  CHECK(pty_wait(p, "there is no seat `Clara`"));
  quit(p);
}

/* The same phones come back to the same question, and its answer counts. */
static void test_kill(void) {
  Pty *p = begin(LANTERNS, "Anna=phone,Ben=random");
  take_seat(1, ANNA);
  CHECK_INT(reply(ANNA, question(ANNA), "#1"), 202);
  CHECK(pty_wait(p, "Ben gives a card."));
  CHECK(pty_wait(p, "Anna is asked on the phone."));
  long number = question(ANNA);
  int before = port;
  kill(p->pid, SIGKILL);
  pty_finish(p);
  for (int i = 0; i < 50 && phone_connect(before) >= 0; i++) usleep(100000);
  p = sit_down((const char *const[]){"resume", NULL});
  CHECK(pty_wait(p, ":quit) "));
  pty_type(p, "\r");
  CHECK(pty_wait(p, "On phones: Anna"));
  take_token(p, door);
  CHECK_INT(port, before);
  CHECK(pty_wait(p, "Anna is asked on the phone."));
  CHECK_INT(question(ANNA), number);
  CHECK_INT(reply(ANNA, number, "#1"), 202);
  CHECK(pty_wait(p, "Ben gives a card."));
  quit(p);
}

/* --- a secret round --- */

static void test_round(void) {
  Pty *p = begin(BIDS, "Anna=phone,Ben=phone,Clara=random");
  take_seat(1, ANNA);
  take_seat(2, BEN);
  CHECK(phone_sees(port, BEN, "\"q\":{")); /* though Anna is asked */
  CHECK(pty_wait(p, "Anna is asked on the phone."));
  long number = question(BEN);
  CHECK_INT(question(ANNA), number);
  CHECK_INT(reply(BEN, number, "7"), 202);
  CHECK(phone_sees(port, BEN, "\"sent\":true"));
  CHECK_INT(question(BEN), 0);
  CHECK_INT(question(ANNA), number);
  CHECK_INT(reply(ANNA, number, "9"), 202);
  CHECK(pty_wait(p, " has it for "));
  CHECK(phone_sees(port, BEN, "\"q\":{"));
  CHECK(question(BEN) != number);
  /* taken back before its turn, it is asked again */
  CHECK_INT(reply(BEN, question(BEN), "3"), 202);
  CHECK(phone_sees(port, BEN, "\"sent\":true"));
  pty_type(p, ":undo\r");
  CHECK(pty_wait(p, "Taken back: "));
  CHECK(phone_sees(port, BEN, "\"q\":{"));
  quit(p);
}

/* --- more --- */

static void test_more(void) {
  Pty *p = begin("rod_and_reel", "Anna=phone,Ben=phone");
  take_seat(1, ANNA);
  take_seat(2, BEN);
  CHECK(phone_sees(port, ANNA, "\"looks\":[\"scores\",\"rules\",\"odds\""));
  CHECK_INT(phone_post(port, ANNA, "look\nrules"), 202);
  CHECK(phone_sees(port, ANNA, "\"look\":{"));
  CHECK(strstr(phone_get(port, "/view?v=0", BEN)->body, "\"look\":{") == NULL);
  CHECK_INT(phone_post(port, ANNA, "look\n"), 202);
  CHECK(phone_sees(port, ANNA, "\"q\":{"));
  CHECK_INT(phone_post(port, ANNA, "look\nhint"), 202);
  CHECK(phone_sees(port, ANNA, " would choose "));
  CHECK_INT(phone_post(port, BEN, "look\nhint"), 202); /* not asked */
  CHECK_INT(phone_post(port, BEN, "look\npeek"), 202);
  CHECK_INT(phone_post(port, BEN, "do\nleave"), 202); /* no action of its */
  CHECK(phone_sees(port, BEN, "There is no such action."));
  CHECK(strstr(phone_get(port, "/view?v=0", BEN)->body, "\"look\":{") == NULL);
  CHECK(strstr(phone_get(port, "/view?v=0", BEN)->body, "accuse") != NULL);
  CHECK_INT(phone_post(port, BEN, "do\naccuse"), 202);
  CHECK(phone_sees(port, BEN, "It takes effect "));
  quit(p);
}

/* --- who comes later, and dice on the table --- */

static const char GUESTS[] =
    "return game { title = 'Guests', seats = { 2, 5 }, deck = 'standard',\n"
    "  piles = { seat = { hand = 'owner' } },\n"
    "  joining = { when = { 'play' }, who = function() return true end },\n"
    "  order = { { 'play' } },\n"
    "  play = function(t)\n"
    "    for seat in t:seats() do t.deck:deal(1, seat.hand) end\n"
    "    for seat in t:seats() do\n"
    "      seat:ask { 'on', 'Go on?', confirm = true }\n"
    "    end\n"
    "  end }\n";

/* A seat that joins is free at the door, once it is there. */
static void test_join(void) {
  char folder[PATH_MAX_HERE + 8], path[PATH_MAX_HERE + 32];
  snprintf(folder, sizeof folder, "%s/guests", state);
  snprintf(path, sizeof path, "%s/game.lua", folder);
  mkdir(folder, 0700);
  FILE *file = fopen(path, "w");
  CHECK(file != NULL);
  if (file == NULL) return;
  fputs(GUESTS, file);
  fclose(file);
  Pty *p = begin(folder, "Anna=phone,Ben=random");
  take_seat(1, ANNA);
  CHECK(phone_sees(port, ANNA, "Go on?"));
  pty_type(p, ":join Olaf=phone\r");
  CHECK(pty_wait(p, "Olaf will join before the next play."));
  CHECK_INT(phone_post(port, door, "3\n" BEN), 202); /* not yet */
  CHECK_INT(reply(ANNA, question(ANNA), "yes"), 202);
  CHECK(phone_sees(port, door, "\"name\":\"Olaf\",\"seat\":3,\"taken\":false"));
  take_seat(3, BEN);
  CHECK(phone_sees(port, BEN, "\"you\":\"Olaf\""));
  quit(p);
}

/* A die is typed on the phone of the seat that rolls it. */
static void test_dice(void) {
  Pty *p = sit_down((const char *const[]){
      "play", "rod_and_reel", "--seats", "Anna=phone,Ben=phone",
      "--roll-by-hand", "--seed", "1", NULL});
  CHECK(pty_wait(p, "On phones: "));
  take_token(p, door);
  take_seat(1, ANNA);
  take_seat(2, BEN);
  CHECK(phone_sees(port, ANNA, "\"kind\":\"die\""));
  CHECK_INT(question(BEN), 0);
  CHECK_INT(reply(ANNA, question(ANNA), "21"), 202);
  CHECK(phone_sees(port, ANNA, "\"notice\":{"));
  CHECK_INT(reply(ANNA, question(ANNA), "17"), 202);
  CHECK(phone_sees(port, BEN, "\"kind\":\"die\""));
  CHECK(pty_wait(p, "(d20: 17, "));
  quit(p);
}

/* --- an evening --- */

/* A phone goes with its person from game to game, wherever that one sits. */
static void test_evening(void) {
  char path[PATH_MAX_HERE + 32];
  snprintf(path, sizeof path, "%s/heroes.txt", state);
  FILE *file = fopen(path, "w");
  CHECK(file != NULL);
  if (file == NULL) return;
  fputs("Olaf: dexterity 4\nMira: dexterity 3\n", file);
  fclose(file);
  Pty *p = sit_down((const char *const[]){
      "play", "baltimore", "--campaign", path, "--seats", "Olaf=me,Mira=phone",
      "--one-person", "--set", "contest=simple", "--set", "attribute=dexterity",
      "--seed", "1", NULL});
  CHECK(pty_wait(p, "On phones: Mira"));
  take_token(p, door);
  CHECK(pty_wait(p, "The table on a large screen: "));
  take_token(p, table_screen);
  take_seat(2, ANNA);
  CHECK(phone_sees(port, ANNA, "\"you\":\"Mira\""));
  pty_type(p, ":seat Olaf skald\r");
  CHECK(pty_wait(p, "From now on skald answers for Olaf."));
  pty_type(p, ":seat GM skald\r");
  for (int i = 0; i < 200 && !strstr(p->seen, "take part?"); i++) {
    long number = question(ANNA);
    if (number > 0) reply(ANNA, number, i % 2 ? "#1" : "0");
    pty_read(p, 100);
  }
  CHECK(pty_wait(p, "take part?"));
  pty_type(p, "Mira, Olaf\r");
  CHECK(pty_wait(p, "  Mira  "));
  CHECK(phone_sees(port, ANNA, "\"you\":\"Mira\"")); /* in the first seat */
  CHECK(pty_wait(p, "> "));
  pty_type(p, "\003");
  CHECK(pty_wait(p, "Press Ctrl-C again to leave."));
  pty_type(p, "\003");
  pty_finish(p);
}

/* On a league night the scorer types what the teams' phones then show. A team
 * sits down though the scorer hasn't turned the first page yet. */
static void test_league(void) {
  Pty *p = begin("scotch_doubles+league_night",
                 "Sharks=phone,Cues=phone,Reds=me,Blues=me,GM=me");
  CHECK(pty_wait(p, "Enter: more. "));
  take_seat(1, ANNA);
  CHECK(pty_wait(p, "Sharks sits down."));
  pty_type(p, "\r");
  CHECK(pty_wait(p, "The scorer> "));
  take_seat(2, BEN);
  CHECK(phone_sees(port, BEN, "\"asked\":\"the scorer\""));
  CHECK_INT(question(BEN), 0);
  pty_type(p, "won Sharks 3\r");
  CHECK(phone_sees(port, BEN, "take 1 chip from Cues and score 3 points."));
  CHECK(phone_sees(port, table_screen, "Sharks: 11 chips, 3 points"));
  pty_type(p, ":join Jokers=phone\r");
  CHECK(pty_wait(p, "Jokers"));
  pty_type(p, "won Reds 2\r");
  CHECK(phone_sees(port, door, "\"name\":\"Jokers\",\"seat\":5"));
  take_seat(5, "JokersJokersJokersJok5");
  CHECK(phone_sees(port, "JokersJokersJokersJok5", "Jokers: 10 chips"));
  quit(p);
}

/* By IPv6, where this machine has it. */
static void test_ipv6(void) {
  struct sockaddr_in6 at = {.sin6_family = AF_INET6,
                            .sin6_addr = IN6ADDR_LOOPBACK_INIT};
  int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  phone_is_six = bind(fd, (struct sockaddr *)&at, sizeof at) == 0;
  close(fd);
  if (!phone_is_six) {
    printf("phones: skipped: IPv6: this machine has no ::1\n");
    return;
  }
  Pty *p = begin(LANTERNS, "Anna=phone,Ben=random");
  take_seat(1, ANNA);
  CHECK_INT(reply(ANNA, question(ANNA), "#2"), 202);
  CHECK(pty_wait(p, "Ben gives a card."));
  CHECK(phone_sees(port, table_screen, "Ben gives a card."));
  CHECK(strstr(p->seen, "same Wi-Fi") == NULL); /* it is this machine alone */
  quit(p);
  phone_is_six = false;
}

/* --- all bytes that are sent --- */

static const char ENVELOPES[] = "tests/fixtures/phones/envelopes";

#define BEN_NEXT "BenBenBenBenBenBenBen2"
#define NOBODY "NobodyNobodyNobodyNo_1"

static char tapes[PATH_MAX_HERE + 8], tape[8 << 20]; /* a folder; one of them */
static pid_t screens[16];
static int screen_count;

/* A screen that asks for each newer view, on one connection while that lasts. */
static void watch(const char *token) {
  pid_t pid = screens[screen_count++] = fork();
  int fd = -1;
  unsigned long long version = 0;
  if (pid != 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (;;) {
    char path[64];
    if (fd < 0) fd = phone_connect(port);
    snprintf(path, sizeof path, "/view?v=%llu", version);
    Reply *r = fd < 0 ? NULL : phone_ask(fd, path, token);
    if (r != NULL && sscanf(r->body, "{\"v\":%llu", &version) == 1) continue;
    close(fd);
    fd = -1;
    usleep(20000);
  }
}

static void leave_screens(void) {
  while (screen_count > 0) {
    kill(screens[--screen_count], SIGKILL);
    waitpid(screens[screen_count], NULL, 0);
  }
}

/* Has the token's tape this text, from that byte on? */
static bool has_heard(const char *token, const char *text, size_t from) {
  char path[sizeof tapes + 64];
  snprintf(path, sizeof path, "%s/%s", tapes, token);
  size_t len = slurp(path, tape, sizeof tape);
  CHECK(len >= from && len < sizeof tape - 1);
  return strcasestr(tape + from, text) != NULL;
}

/* Has it heard the text, or does it within some seconds? */
static bool hears(const char *token, const char *text) {
  for (int i = 0; i < 100 && !has_heard(token, text, 0); i++) usleep(100000);
  return has_heard(token, text, 0);
}

/* Nobody's tape has what is another seat's; nor could it hide there. */
static void check_tapes(const char *bens) {
  const char *token[] = {ANNA, bens, BEN, door, table_screen, NOBODY, "none"};
  const int owner[] = {1, 2, 2, 0, 0, 0, 0};
  for (size_t i = 0; i < sizeof token / sizeof *token; i++) {
    CHECK(!has_heard(token[i], "-Encoding:", 0));
    for (char *at = tape; (at = strstr(at, "\\u00")) != NULL; at++)
      CHECK(strchr("234567", at[4]) == NULL); /* letters, figures */
    for (int seat = 0; seat <= 2; seat++) {
      char mark[] = "zz0", fee[] = "70000000";
      mark[2] = fee[7] = (char)('0' + seat);
      if (seat > 0 && seat == owner[i]) continue;
      const char *at = strcasestr(tape, mark);
      if (at != NULL) fprintf(stderr, "  %.20s is sent to %s\n", at, token[i]);
      CHECK(at == NULL);
      CHECK(strstr(tape, fee) == NULL);
    }
  }
}

/* Everything that a phone may ask for beside its question. */
static void look_around(const char *token) {
  static const char *const looks[] = {"scores", "rules", "odds", "hint", ""};
  char letter[32];
  for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
    snprintf(letter, sizeof letter, "look\n%s", looks[i]);
    CHECK_INT(phone_post(port, token, letter), 202);
    if (looks[i][0] != '\0') CHECK(phone_sees(port, token, "\"look\":{"));
  }
}

static void answer_as(const char *token, const char *text) {
  CHECK(phone_sees(port, token, "\"q\":{"));
  CHECK_INT(reply(token, question(token), text), 202);
}

static void take_back(Pty *p) {
  pty_type(p, ":undo\r");
  CHECK(pty_wait(p, "Taken back: "));
}

/* The secret rounds, with what is taken back and what comes early. */
static void play_rounds(Pty *p) {
  answer_as(ANNA, "zz1lost");
  CHECK(pty_wait(p, "Ben is asked on the phone."));
  take_back(p);
  CHECK(pty_wait(p, "Anna is asked on the phone."));
  answer_as(BEN, "zz2word");
  CHECK(phone_sees(port, BEN, "\"sent\":true"));
  answer_as(ANNA, "zz1word");
  CHECK(phone_sees(port, ANNA, "Your fee?"));
  answer_as(BEN, "70000002");
  CHECK(phone_sees(port, BEN, "\"sent\":true"));
  answer_as(ANNA, "70000001");
  CHECK(phone_sees(port, ANNA, "Which card"));
}

/* Does a mark of the fixture stand on the console? A link's token may hold its
 * letters by chance. */
static bool shows_mark(const char *screen) {
  for (const char *at = screen; (at = strstr(at, "zz")) != NULL; at += 2) {
    const char *word = at, *link;
    while (word > screen && word[-1] != ' ' && word[-1] != '\n') word--;
    link = strstr(word, "http://");
    if (link == NULL || link > at) return true;
  }
  return false;
}

static void test_marks(void) {
  CHECK(shows_mark("You have zz1amber."));
  CHECK(shows_mark("zz0plot http://127.0.0.1:8080/#abc"));
  CHECK(!shows_mark("On a large screen: http://127.0.0.1:8080/#abzzc\r\n"));
  CHECK(shows_mark("http://127.0.0.1:8080/#azzc\r\nzz2word"));
}

/* Ben's link is another, a bot answers for him, a phone is back, and the table
 * is resumed. */
static Pty *move_around(Pty *p, size_t *before) {
  char path[sizeof tapes + 64], other[64];
  pty_type(p, ":phones Ben new\r");
  CHECK(pty_wait(p, "Ben's phone: "));
  take_token(p, other);
  snprintf(path, sizeof path, "%s/" BEN, tapes);
  CHECK_INT(phone_get(port, "/view?v=0", BEN)->status, 403);
  *before = slurp(path, tape, sizeof tape);
  watch(other);
  pty_type(p, ":seat Ben first\r:seat Ben phone\r");
  CHECK(pty_wait(p, "From now on a person on a phone answers for Ben."));
  watch(BEN_NEXT);
  take_seat(2, BEN_NEXT);
  for (int look = 0; look < 2; look++) { /* what is one seat's alone */
    pty_type(p, look ? ":hand\r" : ":odds\r");
    CHECK(pty_wait(p, "everybody can see the screen now"));
  }
  pty_type(p, ":table\r:scores\r:log\r:last\r:phones\r");
  CHECK(pty_wait(p, "nothing yet")); /* the scores, to everybody */
  CHECK(pty_wait(p, "The table on a large screen: "));
  CHECK(!shows_mark(p->seen));
  kill(p->pid, SIGKILL);
  pty_finish(p);
  for (int i = 0; i < 50 && phone_connect(port) >= 0; i++) usleep(100000);
  p = sit_down((const char *const[]){"resume", NULL});
  CHECK(pty_wait(p, ":quit) "));
  pty_type(p, "\r");
  CHECK(pty_wait(p, "is asked on the phone."));
  return p;
}

/* Every byte that the porter sends in a game with an undo, another link, a bot
 * meanwhile and a table that is resumed: no connection has what only another
 * seat may see. */
static void test_bytes(void) {
  size_t before = 0;
  snprintf(tapes, sizeof tapes, "%s/tapes", state);
  mkdir(tapes, 0700);
  Pty *p = begin(ENVELOPES, "Anna=phone,Ben=phone");
  const char *all[] = {door, table_screen, ANNA, ANNA, BEN, NOBODY};
  phone_tapes = tapes;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) watch(all[i]);
  CHECK_INT(phone_get(port, "/", "")->status, 200);
  take_seat(1, ANNA);
  take_seat(2, BEN);
  play_rounds(p);
  answer_as(ANNA, "#1");
  answer_as(BEN, "#2");
  CHECK(phone_sees(port, ANNA, "Which way"));
  take_back(p);
  look_around(BEN);
  CHECK(phone_sees(port, BEN, "Which card"));
  p = move_around(p, &before);
  look_around(ANNA);
  CHECK_INT(phone_post(port, ANNA, "do\nwhisper"), 202);
  CHECK_INT(phone_post(port, BEN_NEXT, "do\nwhisper"), 202);
  answer_as(ANNA, "#1");
  answer_as(BEN_NEXT, "#2");
  CHECK(phone_sees(port, ANNA, "Open everything?"));
  check_tapes(BEN_NEXT);
  CHECK(!shows_mark(p->seen));
  /* each seat's own phone was sent all that is its own */
  static const char *const own[] = {
      "amber", "textamber", "waxamber", "birch",    "shelf",
      "word",  "lamp",      "gate",     "pier has", "whisper"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    char mark[32];
    snprintf(mark, sizeof mark, "zz1%s", own[i]);
    CHECK(hears(ANNA, mark));
    mark[2] = '2';
    CHECK(hears(BEN_NEXT, mark));
  }
  /* and the end is everybody's, but nobody's who has no seat */
  answer_as(ANNA, "yes");
  CHECK(hears(table_screen, "zz1amber"));
  CHECK(hears(table_screen, "zz2word"));
  CHECK(hears(ANNA, "zz2birch"));
  CHECK(hears(BEN_NEXT, "70000001"));
  CHECK(!has_heard(BEN, "zz", before));
  CHECK(!has_heard(door, "zz", 0));
  CHECK(!has_heard(NOBODY, "zz", 0));
  CHECK(!has_heard("none", "zz", 0));
  CHECK(!has_heard(table_screen, "zz0", 0));
  leave_screens();
  phone_tapes = NULL;
  CHECK(pty_wait(p, "The phones show the result."));
  pty_type(p, "\r");
  CHECK_INT(pty_finish(p), 0);
}

/* --- what the console shows of it --- */

static const char CONSOLE[] = "tests/host/phones.console";

/* The lines of a terminal that never scrolls: `out` has room for all. */
static void lines_of(const char *text, char *out) {
  size_t start = 0, at = 0, end = 0; /* of the line; the cursor; the line's */
  for (const char *c = text; *c != '\0'; c++) {
    if (*c == '\033' && c[1] == '[') {
      c += 2 + strspn(c + 2, "?;0123456789");
      if (*c == 'K') end = at;
      if (*c == 'C' && at < end) at++;
    } else if (*c == '\r') {
      at = start;
    } else if (*c == '\b') {
      at -= at > start;
    } else if (*c == '\n') {
      out[end] = '\n';
      start = at = ++end;
    } else {
      out[at++] = *c;
      if (at > end) end = at;
    }
  }
  /* Enter may have been echoed at the end, or not. */
  while (end > 0 && out[end - 1] == '\n') end--;
  out[end] = '\n';
  out[end + 1] = '\0';
}

/* Writes "[what]" over each text that begins with `begin`, as long as its letters
 * are `of`. */
static void mask(char *text, const char *begin, const char *of,
                 const char *what) {
  for (char *at = text; (at = strstr(at, begin)) != NULL; at += strlen(what)) {
    at += strlen(begin);
    size_t len = strspn(at, of);
    memmove(at + strlen(what), at + len, strlen(at + len) + 1);
    memcpy(at, what, strlen(what));
  }
}

/* The rows of a code to scan become a line that says so. */
static void mask_codes(char *text) {
  static const char label[] = "[a code to scan]\n";
  char *to = text;
  bool in_code = false;
  for (char *line = text, *next; *line != '\0'; line = next) {
    size_t len = strcspn(line, "\n");
    next = line + len + (line[len] != '\0');
    bool is_row = len >= 30 && strspn(line, " \xe2\x96\x80\x84\x88") == len;
    const char *kept = is_row ? in_code ? "" : label : line;
    size_t count = is_row ? strlen(kept) : (size_t)(next - line);
    memmove(to, kept, count);
    to += count;
    in_code = is_row;
  }
  *to = '\0';
}

/* The game master's side of a table with two phones, from the code to the end.
 * With `write` what is shown becomes what is expected. */
static void test_console(bool write) {
  static char shown[sizeof(Pty)], kept[sizeof shown];
  char other[64], journal[PATH_MAX_HERE + 32];
  snprintf(journal, sizeof journal, "%s/console.journal", state);
  Pty *p = sit_down((const char *const[]){
      "play", LANTERNS, "--seats", "Anna=phone,Ben=phone,Clara=random",
      "--seed", "1", "--set", "rounds=2", "--pace", "0", "--journal", journal,
      NULL});
  CHECK(pty_wait(p, "On phones: "));
  take_token(p, door);
  CHECK(pty_wait(p, "croupier> "));
  take_seat(1, ANNA);
  CHECK(pty_wait(p, "Anna sits down."));
  watch(ANNA);
  take_seat(2, BEN);
  CHECK(pty_wait(p, "Ben sits down."));
  watch(BEN);
  usleep(300000); /* until both are known to be here */
  static const char *const typed[][2] = {
      {"Kh\r", "can be typed here"},
      {":phones\r", "The table on a large screen: "},
      {":hand\r", "everybody can see the screen now"}};
  for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
    CHECK(pty_wait(p, "croupier> "));
    pty_type(p, typed[i][0]);
    CHECK(pty_wait(p, typed[i][1]));
  }
  answer_as(ANNA, "#1");
  CHECK(pty_wait(p, "Ben is asked on the phone."));
  CHECK(pty_wait(p, "croupier> "));
  pty_type(p, ":phones Ben new\r");
  CHECK(pty_wait(p, "Ben's phone: "));
  take_token(p, other);
  CHECK(pty_wait(p, "croupier> "));
  pty_type(p, ":seat Ben random\r");
  CHECK(pty_wait(p, "Anna is asked on the phone."));
  CHECK(pty_wait(p, "croupier> "));
  pty_type(p, ":undo\r");
  CHECK(pty_wait(p, "Anna is asked on the phone."));
  answer_as(ANNA, "#2");
  CHECK(pty_wait(p, "Anna is asked on the phone."));
  answer_as(ANNA, "#3");
  CHECK(pty_wait(p, "The phones show the result."));
  pty_type(p, "\r");
  CHECK_INT(pty_finish(p), 0);
  leave_screens();
  lines_of(p->seen, shown);
  mask_codes(shown);
  mask(shown, "http://127.0.0.1:", "0123456789", "PORT");
  mask(shown, "/#",
       "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
       "0123456789-_",
       "TOKEN");
  mask(shown, "/tmp/croupier-phones-",
       "abcdefghijklmnopqrstuvwxyz"
       "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
       "XXXXXX");
  FILE *file = write ? fopen(CONSOLE, "w") : NULL;
  if (file != NULL) {
    fputs(shown, file);
    fclose(file);
  }
  slurp(CONSOLE, kept, sizeof kept);
  CHECK(strcmp(shown, kept) == 0);
  if (strcmp(shown, kept) != 0) fprintf(stderr, "%s", shown);
}

/* --- the end, and what can't be --- */

static void test_result(void) {
  Pty *p = begin(BIDS, "Anna=phone,Ben=random");
  take_seat(1, ANNA);
  for (int i = 0; i < 6; i++) {
    CHECK(phone_sees(port, ANNA, "\"q\":{"));
    long number = question(ANNA);
    CHECK_INT(reply(ANNA, number, "1"), 202);
    for (int k = 0; k < 100 && question(ANNA) == number; k++) usleep(50000);
  }
  CHECK(pty_wait(p, "The phones show the result."));
  CHECK(phone_sees(port, ANNA, "\"state\":\"over\""));
  CHECK(phone_sees(port, table_screen, "\"result\":["));
  pty_type(p, "\r");
  CHECK_INT(pty_finish(p), 0);
  CHECK_INT(phone_connect(port), -1);
}

/* What can't be is said before a table begins. */
static void refused(const char *option, const char *value,
                    const char *sentence) {
  Pty *p = sit_down((const char *const[]){"play", LANTERNS, "--seats",
                                          "phone,random", option, value, NULL});
  CHECK(pty_wait(p, sentence));
  int status = pty_finish(p);
  CHECK(status == 1 || status == 2);
}

/* By way of a proxy, whose name is a host's then. */
static void test_public(void) {
  Pty *p = sit_down((const char *const[]){
      "play", LANTERNS, "--seats", "phone,random", "--public",
      "https://cards.example.org/table", NULL});
  CHECK(pty_wait(p, "open https://cards.example.org/table/#"));
  CHECK(pty_wait(p, "croupier> "));
  bool let_in = false;
  for (port = 8421; port < 8441 && !let_in; port++)
    let_in = phone_send(port,
                        "GET /table/ HTTP/1.1\r\n"
                        "Host: cards.example.org\r\n\r\n")
                 ->status == 200;
  CHECK(let_in);
  quit(p);
}

static void test_refused(void) {
  refused("--phones", "nowhere", "nowhere: not an address in figures");
  refused("--phones", "192.0.2.1", "phones can't be served: 192.0.2.1: ");
  refused("--public", "cards.example.org",
          "expected an address that begins with https://");
}

int main(int argc, char **argv) {
  char command[PATH_MAX_HERE + 32];
  signal(SIGPIPE, SIG_IGN);
  snprintf(state, sizeof state, "/tmp/croupier-phones-XXXXXX");
  if (mkdtemp(state) == NULL) return 1;
  test_door();
  test_keyboard();
  test_half_typed();
  test_undo();
  test_seats();
  test_kill();
  test_round();
  test_more();
  test_join();
  test_dice();
  test_evening();
  test_league();
  test_ipv6();
  test_marks();
  test_bytes();
  test_console(argc > 1 && strcmp(argv[1], "--write") == 0);
  test_result();
  test_public();
  test_refused();
  snprintf(command, sizeof command, "rm -rf '%s'", state);
  if (system(command) != 0) fprintf(stderr, "  %s stays\n", state);
  return check_done("phones");
}
