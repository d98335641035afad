/* Named poker hands as targets: from text, to lower ones, degrees.
 *
 * A target is a rank with no kickers. That makes it a plain number which a
 * game can keep in its state, and every comparison an integer one. A struct
 * of kind and values was tried; each use turned it into this number first.
 *
 * Text is read as a bag of words: what kind is meant follows from the words
 * that are there, the values are the ranks in the order in which they come.
 * That takes "queen-high flush", "a flush, queen high" and "Flush to the Q"
 * with no grammar of its own for each. */
#include "core/target.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/nearest.h"

/* ---- kinds and their ladder ----------------------------------------- */

/* The lowest and highest named values, and how one is said. */
typedef struct Rung {
  int8_t values, least, top, top_second;
  const char *example;
} Rung;

static const Rung rungs[HAND_KINDS] = {
    {1, 5, 12, -1, "ace-high"},
    {1, 0, 12, -1, "pair of kings"},
    {2, 0, 12, 11, "two pair, eights and fours"},
    {1, 0, 12, -1, "three jacks"},
    {1, 3, 12, -1, "nine-high straight"},
    {1, 5, 12, -1, "ten-high flush"},
    {2, 0, 12, 11, "fives full of twos"},
    {1, 0, 12, -1, "four jacks"},
    {1, 3, 12, -1, "nine-high straight flush"}};

uint32_t target_of(HandKind kind, const int values[2]) {
  uint32_t first = 1u << values[0];
  uint32_t code = kind > HAND_PAIR ? ((uint32_t)kind - 1) << 29 : 0;
  if (kind == HAND_HIGH_CARD || kind == HAND_FLUSH) return code | first;
  if (kind == HAND_FULL_HOUSE) return code | first << 16 | 1u << values[1];
  if (kind == HAND_TWO_PAIR) first |= 1u << values[1];
  return code | first << 16;
}

uint32_t target_named(uint32_t rank) {
  int values[2];
  handrank_values(rank, values);
  return target_of(handrank_kind(rank), values);
}

static bool below_least(HandKind kind, const int values[2]) {
  const Rung *rung = &rungs[kind];
  return values[rung->values - 1] < rung->least;
}

/* How far the values can fall before one is below the least of the kind. */
static int room_below(HandKind kind, const int values[2]) {
  const Rung *rung = &rungs[kind];
  int lowest =
      rung->values == 2 && values[1] < values[0] ? values[1] : values[0];
  return lowest > rung->least ? lowest - rung->least : 0;
}

uint32_t target_lower(uint32_t target, long chips) {
  HandKind kind = handrank_kind(target);
  int values[2];
  if (chips <= 0) return target;
  handrank_values(target, values);
  int room = room_below(kind, values);
  while (chips > room && kind > HAND_HIGH_CARD) {
    const Rung *next = &rungs[--kind];
    chips -= room + 1;
    values[0] = next->top;
    values[1] = next->top_second;
    room = room_below(kind, values);
  }
  int fall = chips < room ? (int)chips : room;
  return target_of(kind, (int[2]){values[0] - fall, values[1] - fall});
}

/* ---- degrees -------------------------------------------------------- */

static int card_of(uint32_t rank, bool highest) {
  int values[2];
  handrank_values(rank, values);
  if (!highest) return values[0];
  return 31 - __builtin_clz((rank >> 16 & 0x1fff) | (rank & 0x1fff));
}

int target_degree(uint32_t mine, uint32_t theirs, bool highest) {
  int kinds = (int)handrank_kind(mine) - (int)handrank_kind(theirs);
  int degree = 15 * kinds + card_of(mine, highest) - card_of(theirs, highest);
  if (highest && (mine >= theirs) != (degree >= 0)) return 0;
  return degree;
}

/* ---- words ---------------------------------------------------------- */

enum { TOKENS = 24, TOKEN = 16 };

typedef struct Text {
  char token[TOKENS][TOKEN];
  int count;
} Text;

/* What has been read so far. */
typedef struct Said {
  int ranks, rank[2], pairs, count;
  bool plural, and, high, straight, flush, full, royal, no;
} Said;

/* Words that say nothing by themselves. */
static const char *const fillers[] = {
    "a",  "an",    "the", "of",     "with", "to",    "card", "cards", "hand",
    "at", "least", "or",  "better", "over", "house", "kind", "one"};

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }

/* False when there are more or longer words than any hand's name has. */
static bool split(const char *text, Text *out) {
  out->count = 0;
  for (const char *p = text; *p;) {
    if (!isalnum((unsigned char)*p)) {
      p++;
      continue;
    }
    size_t n = 0;
    if (out->count == TOKENS) return false;
    char *token = out->token[out->count++];
    for (; isalnum((unsigned char)*p) || *p == '\''; p++) {
      if (*p == '\'') continue;
      if (n == TOKEN - 1) return false;
      token[n++] = (char)tolower((unsigned char)*p);
    }
    token[n] = 0;
  }
  return out->count > 0;
}

/* "two", "2", "deuce": the rank 0..12 or -1; a final s makes it plural. */
static int rank_word(const char *token, bool *plural) {
  static const char *const marks[13] = {"2", "3",  "4", "5", "6", "7", "8",
                                        "9", "10", "j", "q", "k", "a"};
  char one[TOKEN];
  snprintf(one, sizeof one, "%s", token);
  size_t n = strlen(one);
  *plural = n > 1 && one[n - 1] == 's';
  if (*plural) one[n - 1] = 0;
  for (int r = 0; r < 13; r++)
    if (is(token, handrank_plural(r)) || is(one, handrank_word(r)) ||
        is(one, marks[r]))
      return r;
  if (is(one, "t")) return 8;
  if (is(one, "deuce")) return 0;
  return is(one, "trey") ? 1 : -1;
}

static const char *word_at(const Text *text, int i) {
  return i < text->count ? text->token[i] : "";
}

/* Is token i, a rank by itself, the number in "two pair", "four jacks"? */
static bool counts(const Text *text, int i, int rank) {
  const char *next = word_at(text, i + 1);
  bool plural, number = rank <= 2 && !strchr(text->token[i], 's');
  if (!number) return false;
  if (is(next, "pair") || is(next, "pairs") || is(next, "of")) return true;
  return rank_word(next, &plural) >= 0 && plural;
}

static bool read_number(const Text *text, int i, Said *said) {
  bool plural;
  const char *token = text->token[i];
  int rank = rank_word(token, &plural);
  if (is(token, "a") && !is(word_at(text, i + 1), "high")) return false;
  if (rank < 0) return false;
  if (counts(text, i, rank)) {
    said->count = rank + 2;
  } else {
    if (said->ranks < 2) said->rank[said->ranks] = rank;
    said->ranks++;
    said->plural = plural;
  }
  return true;
}

static bool read_mark(const char *token, Said *said) {
  if (is(token, "pair"))
    said->pairs++;
  else if (is(token, "pairs"))
    said->pairs = 2;
  else if (is(token, "trips") || is(token, "trip") || is(token, "set"))
    said->count = 3;
  else if (is(token, "quads") || is(token, "quad"))
    said->count = 4;
  else if (is(token, "high"))
    said->high = true;
  else if (is(token, "and"))
    said->and = true;
  else if (is(token, "straight"))
    said->straight = true;
  else if (is(token, "flush"))
    said->flush = true;
  else if (is(token, "full") || is(token, "boat"))
    said->full = true;
  else if (is(token, "royal"))
    said->royal = true;
  else if (is(token, "no") || is(token, "nothing"))
    said->no = true;
  else
    return false;
  return true;
}

static bool read_filler(const char *token) {
  for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++)
    if (is(token, fillers[i])) return true;
  return false;
}

/* ---- from words to a target ----------------------------------------- */

static bool unknown_word(const char *token, char note[TARGET_NOTE]) {
  static const char *const others[] = {
      "pair",  "pairs", "trips", "quads", "high",  "straight",
      "flush", "full",  "royal", "kind",  "house", "three of a kind"};
  Nearest nearest;
  nearest_start(&nearest, token);
  for (int r = 0; r < 13; r++) {
    nearest_offer(&nearest, handrank_word(r));
    nearest_offer(&nearest, handrank_plural(r));
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    nearest_offer(&nearest, others[i]);
  const char *meant = nearest_best(&nearest);
  snprintf(note, TARGET_NOTE,
           meant ? "\"%s\" is no word of a poker hand, did you mean \"%s\"?"
                 : "\"%s\" is no word of a poker hand, expected one like "
                   "\"%s\"",
           token, meant ? meant : rungs[HAND_TWO_PAIR].example);
  return false;
}

/* The kind that was said; HAND_KINDS for none, or for two at once. */
static HandKind said_kind(const Said *said) {
  bool suited = said->straight || said->flush || said->royal;
  int kinds = suited + said->full + (said->pairs && !said->no) +
              (said->count > 2 || (said->count == 2 && !said->pairs));
  if (kinds > 1) return HAND_KINDS;
  if (said->royal || (said->straight && said->flush))
    return HAND_STRAIGHT_FLUSH;
  if (said->flush) return HAND_FLUSH;
  if (said->straight) return HAND_STRAIGHT;
  if (said->full) return HAND_FULL_HOUSE;
  if (said->count > 2) return said->count == 4 ? HAND_FOUR : HAND_THREE;
  if (said->no) return HAND_HIGH_CARD;
  if (said->pairs)
    return said->pairs + said->count >= 2 ? HAND_TWO_PAIR : HAND_PAIR;
  if (said->count == 2) return HAND_PAIR;
  if (said->ranks == 2 && said->and &&said->plural) return HAND_TWO_PAIR;
  return said->high ? HAND_HIGH_CARD : HAND_KINDS;
}

static void warn_if_low(HandKind kind, const int values[2],
                        char note[TARGET_NOTE]) {
  if (!below_least(kind, values)) return;
  char name[HAND_NAME], next[HAND_NAME];
  const int least[2] = {rungs[kind].least, -1};
  handrank_words(kind, values, name);
  handrank_words(kind, least, next);
  snprintf(note, TARGET_NOTE,
           "\"%s\" is lower than any such hand, whose least "
           "is \"%s\"",
           name, next);
}

/* The values of the kind, checked; false with the sentence. */
static bool settle(const char *text, HandKind kind, Said *said,
                   uint32_t *target, char note[TARGET_NOTE]) {
  const Rung *rung = &rungs[kind];
  if (said->royal && said->ranks == 0) said->rank[said->ranks++] = 12;
  if (said->ranks != rung->values || (said->royal && said->rank[0] != 12)) {
    snprintf(note, TARGET_NOTE,
             "\"%.60s\": expected a %s to be named like "
             "\"%s\"",
             text, handrank_kind_name(kind),
             said->royal ? "royal flush" : rung->example);
    return false;
  }
  int values[2] = {said->rank[0], rung->values == 2 ? said->rank[1] : -1};
  if (values[0] == values[1]) {
    snprintf(note, TARGET_NOTE,
             "\"%.60s\": expected two different ranks, "
             "as in \"%s\"",
             text, rung->example);
    return false;
  }
  if (kind == HAND_TWO_PAIR && values[0] < values[1]) {
    values[0] = said->rank[1];
    values[1] = said->rank[0];
  }
  *target = target_of(kind, values);
  warn_if_low(kind, values, note);
  return true;
}

static bool no_hand(const char *text, char note[TARGET_NOTE]) {
  snprintf(note, TARGET_NOTE,
           "\"%.60s\": expected one poker hand, such as "
           "\"two pair, eights and fours\", \"ten-high flush\" or \"7-high\"",
           text);
  return false;
}

bool target_parse(const char *text, uint32_t *target, char note[TARGET_NOTE]) {
  Text words;
  Said said = {0};
  *note = 0;
  if (!split(text, &words)) return no_hand(text, note);
  for (int i = 0; i < words.count; i++) {
    const char *token = words.token[i];
    if (!read_number(&words, i, &said) && !read_mark(token, &said) &&
        !read_filler(token))
      return unknown_word(token, note);
  }
  HandKind kind = said_kind(&said);
  if (kind == HAND_KINDS) return no_hand(text, note);
  return settle(text, kind, &said, target, note);
}
