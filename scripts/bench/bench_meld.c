/* Figures of melds and pools, one thread: all melds and the best choice of a
 * Royal Pokebacc hand, from C and from Lua; the slowest of many hands; a
 * payment from Lua. */
#include <lauxlib.h>
#include <string.h>

#include "bind/l_pool.h"
#include "core/chance.h"
#include "core/meld.h"
#include "table/world.h"
#include "timing.h"

enum { HANDS = 2048, FACES = 64 };

typedef struct Bench {
  Melds *melds;
  int n;
  MeldTie tie;
  uint8_t hand[HANDS][MELD_CARDS];
  World *world;
  lua_State *L; /* its state */
  int env;
  const char *chunk;
} Bench;

/* Faces: 4 suits of 10 numbers and 5 royals, and the disasters. */
static Melds *royal(void) {
  static MeldPattern pattern[] = {
      {.kind = MELD_ROW, 3, 10, .groups = {3, 12}, .group_count = 2},
      {MELD_SET, 3, 4, {[3] = 30, 50}, {[3] = 30, 50}, {0}, 1, {~(uint64_t)0}},
      {MELD_ROW, 5, 5, {[5] = 75}, {[5] = 75}, {0}, 2, {3, 12}},
      {MELD_ROW, 4, 4, {[4] = 60}, {[4] = 60}, {0}, 1, {~(uint64_t)0}}};
  uint8_t suit[FACES];
  for (int n = 3; n <= 10; n++) {
    pattern[0].score[n] = 10 * n - 20;
    pattern[0].pure[n] = 3 * pattern[0].score[n];
  }
  for (int f = 0; f < FACES; f++) {
    int k = f % 15;
    int8_t number = (int8_t)(f < 60 && k < 10 ? k : -1);
    suit[f] = (uint8_t)(f < 60 ? f / 15 : MELD_NO_SUIT);
    pattern[0].column[f] = pattern[1].column[f] = number;
    pattern[2].column[f] = (int8_t)(f < 60 && k >= 10 ? k - 10 : -1);
    pattern[3].column[f] = (int8_t)(f < 60 ? -1 : f - 60);
  }
  Melds *melds = melds_new(suit, FACES);
  for (int p = 0; p < 4 && melds != NULL; p++)
    if (!melds_add(melds, &pattern[p])) return NULL;
  return melds;
}

/* Hands of n cards: of all faces, or of numbers only, where melds crowd. */
static void deal(Bench *b, int n, bool numbers) {
  Rng rng;
  static const uint8_t key[32];
  rng_stream(&rng, key, "bench", (uint64_t)n);
  b->n = n;
  for (int h = 0; h < HANDS; h++) {
    uint8_t deck[FACES];
    int size = 0;
    for (int f = 0; f < FACES; f++)
      if (!numbers || (f < 60 && f % 15 < 10)) deck[size++] = (uint8_t)f;
    for (int i = 0; i < n; i++) {
      int j = i + (int)rng_below(&rng, (uint64_t)(size - i));
      b->hand[h][i] = deck[j];
      deck[j] = deck[i];
    }
  }
}

static uint64_t best(void *ud, long times) {
  Bench *b = ud;
  Meld list[MELD_CARDS];
  uint64_t sum = 0;
  for (long i = 0; i < times; i++)
    sum +=
        (uint64_t)melds_best(b->melds, b->hand[i % HANDS], b->n, b->tie, list);
  return sum;
}

static uint64_t all(void *ud, long times) {
  Bench *b = ud;
  const Meld *list;
  uint64_t sum = 0;
  for (long i = 0; i < times; i++)
    sum += (uint64_t)melds_all(b->melds, b->hand[i % HANDS], b->n, &list);
  return sum;
}

/* The least of three times, so that what else goes on doesn't count. */
static double took(Bench *b, int h) {
  Meld list[MELD_CARDS];
  double least = 1e18;
  for (int i = 0; i < 3; i++) {
    double start = timing_now();
    melds_best(b->melds, b->hand[h], b->n, b->tie, list);
    double ns = timing_now() - start;
    if (ns < least) least = ns;
  }
  return least;
}

static void slowest(Bench *b, const char *name) {
  double most = 0;
  for (int h = 0; h < HANDS; h++) {
    double ns = took(b, h);
    if (ns > most) most = ns;
  }
  printf("  %-36s %9.1f us at most, of %d hands\n", name, most / 1e3, HANDS);
}

static void figures(Bench *b) {
  static const struct {
    int cards;
    long times;
  } size[] = {{8, 100000}, {14, 50000}, {30, 2048}, {64, 20}};
  char name[64];
  for (int i = 0; i < 4; i++) {
    deal(b, size[i].cards, false);
    snprintf(name, sizeof name, "best choice, %d cards", b->n);
    figure(name, "hands", 1, best, b, size[i].times);
    b->tie = MELD_MOST_CARDS;
    snprintf(name, sizeof name, "  with the most cards, %d", b->n);
    figure(name, "hands", 1, best, b, size[i].times);
    b->tie = MELD_ANY;
    slowest(b, "  slowest");
    snprintf(name, sizeof name, "all melds, %d cards", b->n);
    figure(name, "hands", 1, all, b, size[i].times);
  }
  for (int n = 8; n <= 32; n += n == 8 ? 6 : n == 14 ? 16 : 2) {
    deal(b, n, true);
    snprintf(name, sizeof name, "best choice, %d number cards", n);
    figure(name, "hands", 1, best, b, n < 20 ? 50000 : 500);
    slowest(b, "  slowest");
  }
}

/* ---- from Lua ----------------------------------------------------------- */

static const char deck[] =
    "local fields, numbers = {}, {}\n"
    "for _, suit in ipairs{'Air', 'Water', 'Fire', 'Metal'} do\n"
    "  for i = 1, 15 do\n"
    "    fields[#fields + 1] = { suit = suit, rank = 'r' .. i,\n"
    "      number = i <= 10 and i or nil, name = suit .. i }\n"
    "  end\n"
    "end\n"
    "for _, d in ipairs{'War', 'Flood', 'Famine', 'Storm'} do\n"
    "  fields[#fields + 1] = { rank = d, name = d }\n"
    "end\n"
    "combos = require('primitives.libraries').melds.compile{ deck = fields,\n"
    "  affined = { { 'Air', 'Water' }, { 'Fire', 'Metal' } },\n"
    "  patterns = {\n"
    "    { name = 'run', score = function(n) return 10 * n - 20 end,\n"
    "      one_suit = 3 },\n"
    "    { name = 'set', score = { 30, 50 } },\n"
    "    { name = 'family', ranks = { 'r11', 'r12', 'r13', 'r14', 'r15' },\n"
    "      score = 75 },\n"
    "    { name = 'catastrophe', kind = 'whole', score = 60,\n"
    "      cards = { 'War', 'Flood', 'Famine', 'Storm' } } } }\n"
    "for i = 1, #fields do numbers[i] = i end\n"
    "local cards = host.cards(host.faces(fields), numbers)\n"
    "local x = 1\n"
    "hands = {}\n"
    "for h = 1, 2048 do\n"
    "  local left, hand = table.move(cards, 1, 64, 1, {}), {}\n"
    "  for i = 1, 8 do\n"
    "    x = (x * 1103515245 + 12345) % 2147483648\n"
    "    hand[i] = table.remove(left, x // 65536 % #left + 1)\n"
    "  end\n"
    "  hands[h] = hand\n"
    "end\n";

static uint64_t lua_work(void *ud, long times) {
  Bench *b = ud;
  luaL_loadstring(b->L, b->chunk);
  lua_rawgeti(b->L, LUA_REGISTRYINDEX, b->env);
  lua_setupvalue(b->L, -2, 1);
  lua_pushinteger(b->L, times);
  if (lua_pcall(b->L, 1, 0, 0) != LUA_OK)
    fprintf(stderr, "%s\n", lua_tostring(b->L, -1));
  return 0;
}

static void add_pool(lua_State *L, Pools *pools, const char *name) {
  int pool = pools_add(pools, false);
  pools_set(pools, pool, 1000);
  bind_push_pool(L, pools, pool, name);
  lua_setfield(L, -2, name);
}

static void lua_figures(Bench *b) {
  Pools *pools = pools_new();
  Bytes error = {0};
  b->world = world_bare(&(WorldConfig){0}, &error);
  if (b->world == NULL) return;
  lua_State *L = b->L = b->world->L;
  lua_newtable(L); /* globals of our own over those of the library */
  lua_newtable(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, b->world->core);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  add_pool(L, pools, "anna");
  add_pool(L, pools, "bob");
  b->env = luaL_ref(L, LUA_REGISTRYINDEX);
  b->chunk = deck;
  lua_work(b, 0);
  b->chunk = "for i = 1, ... do combos:total(hands[i % 2048 + 1]) end";
  figure("Lua: combos:total, 8 cards", "hands", 1, lua_work, b, 50000);
  b->chunk = "for i = 1, ... do combos:best(hands[i % 2048 + 1]) end";
  figure("Lua: combos:best, 8 cards", "hands", 1, lua_work, b, 50000);
  b->chunk =
      "local anna, bob = anna, bob\n"
      "for i = 1, ... // 2 do anna:pay(1, bob) bob:pay(1, anna) end";
  figure("Lua: pool:pay", "payments", 1, lua_work, b, 2000000);
  world_close(b->world);
  pools_free(pools);
}

int main(void) {
  static Bench b;
  b.melds = royal();
  if (b.melds == NULL) return 1;
  figures(&b);
  lua_figures(&b);
  melds_free(b.melds);
  return 0;
}
