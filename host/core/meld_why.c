/* Melds in words.
 *
 * A group of cards is held against every pattern, and what is wrong is counted:
 * strange cards, suits that don't go together, doubles, gaps, too few or too
 * many. Nothing wrong: it is that meld. Else the pattern with the least wrong is
 * what its owner must have meant, and of its faults the first in the order of
 * FaultKind is told: one sentence, one thing to put right.
 *
 * This reads the patterns anew instead of asking meld.c's search, whose answer
 * to a wrong group is only that it is not among those found. The test holds the
 * two against each other. */
#include "core/meld_why.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/meld_inner.h"

typedef enum FaultKind {
  FAULT_NONE,
  FAULT_STRANGE, /* `card` has no column in this pattern */
  FAULT_SUIT,    /* `card` is of no group with `other` */
  FAULT_COLUMN,  /* `card` is not of the column of `other`, in a set */
  FAULT_TWICE,   /* a column in a row, or a suit in a set: that of `card` */
  FAULT_MISSING, /* `missing` columns of a row */
  FAULT_FEW,
  FAULT_MANY
} FaultKind;

typedef struct Fault {
  FaultKind kind; /* the first there is */
  int cost;       /* of all there are */
  int card, other;
  uint64_t missing;
} Fault;

/* A group of cards held against a pattern. */
typedef struct Look {
  const Melds *melds;
  const Compiled *p;
  const uint8_t *hand;
  int n;
  Fault fault;
} Look;

static uint64_t bit(int i) { return (uint64_t)1 << i; }

static int column(const Look *l, int card) {
  return l->p->column[l->hand[card]];
}

static int suit(const Look *l, int card) {
  return l->melds->suit[l->hand[card]];
}

static void blame(Look *l, FaultKind kind, int cost, int card, int other) {
  l->fault.cost += cost;
  if (l->fault.kind != FAULT_NONE && l->fault.kind <= kind) return;
  l->fault.kind = kind;
  l->fault.card = card;
  l->fault.other = other;
}

static void find_strangers(Look *l) {
  for (int i = l->n - 1; i >= 0; i--)
    if (column(l, i) < 0) blame(l, FAULT_STRANGE, 8, i, 0);
}

/* Of the groups, the one that most cards belong to. */
static uint64_t likeliest_group(const Look *l) {
  uint64_t best = 0;
  int most = -1;
  for (int g = l->p->group; g < l->p->group_end; g++) {
    int cards = 0;
    for (int i = 0; i < l->n; i++)
      cards += column(l, i) >= 0 && (l->melds->group[g] >> suit(l, i) & 1) != 0;
    if (cards > most) most = cards, best = l->melds->group[g];
  }
  return best;
}

static void find_misfits(Look *l) {
  uint64_t group = likeliest_group(l);
  int fits = 0;
  while (fits < l->n - 1 && (group >> suit(l, fits) & 1) == 0) fits++;
  for (int i = 0; i < l->n; i++)
    if (column(l, i) >= 0 && (group >> suit(l, i) & 1) == 0)
      blame(l, FAULT_SUIT, 5, i, fits);
}

/* Blames doubles among what each card gives; returns the mask of all. */
static uint64_t find_doubles(Look *l, int (*of)(const Look *, int)) {
  uint64_t seen = 0;
  for (int i = 0; i < l->n; i++) {
    if (column(l, i) < 0) continue;
    if ((seen & bit(of(l, i))) != 0) blame(l, FAULT_TWICE, 5, i, 0);
    seen |= bit(of(l, i));
  }
  return seen;
}

static void find_size(Look *l, int different) {
  if (different < l->p->least)
    blame(l, FAULT_FEW, 3 * (l->p->least - different), 0, 0);
  if (different > l->p->most)
    blame(l, FAULT_MANY, 3 * (different - l->p->most), 0, 0);
}

static uint64_t columns_up_to(int last) {
  return last >= 63 ? ~(uint64_t)0 : bit(last + 1) - 1;
}

static void look_as_row(Look *l) {
  uint64_t seen = find_doubles(l, column);
  uint64_t wanted = columns_up_to(l->p->columns - 1);
  if (l->p->least < l->p->columns && seen != 0)
    wanted = columns_up_to(63 - __builtin_clzll(seen)) &
             ~(bit(__builtin_ctzll(seen)) - 1);
  if (seen == 0) wanted = 0;
  l->fault.missing = wanted & ~seen;
  int missing = __builtin_popcountll(l->fault.missing);
  if (missing > 0)
    blame(l, FAULT_MISSING, 3 + (missing < 4 ? missing : 4), 0, 0);
  find_size(l, __builtin_popcountll(seen | wanted));
}

static void look_as_set(Look *l) {
  int most = 0, model = 0;
  for (int i = 0; i < l->n; i++) {
    int like = 0;
    for (int j = 0; j < l->n; j++) like += column(l, i) == column(l, j);
    if (column(l, i) >= 0 && like > most) most = like, model = i;
  }
  for (int i = 0; i < l->n; i++)
    if (column(l, i) >= 0 && column(l, i) != column(l, model))
      blame(l, FAULT_COLUMN, 5, i, model);
  uint64_t seen = find_doubles(l, suit);
  find_size(l, __builtin_popcountll(seen));
}

static Look look(const Melds *melds, int pattern, const uint8_t hand[], int n) {
  Look l = {.melds = melds, .p = melds->pattern[pattern], .hand = hand, .n = n};
  find_strangers(&l);
  find_misfits(&l);
  if (l.p->kind == MELD_ROW)
    look_as_row(&l);
  else
    look_as_set(&l);
  return l;
}

/* ---- writing ------------------------------------------------------------ */

typedef struct Text {
  char *at;
  size_t left;
} Text;

__attribute__((format(printf, 2, 3))) static void put(Text *t,
                                                      const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsnprintf(t->at, t->left, format, args);
  va_end(args);
  size_t used = n < 0 ? 0 : (size_t)n < t->left ? (size_t)n : t->left - 1;
  t->at += used;
  t->left -= used;
}

/* "a, b and c", one call a part: part i of n. */
static void put_part(Text *t, const char *part, int i, int n) {
  put(t, "%s%s", i == 0 ? "" : i == n - 1 ? " and " : ", ", part);
}

static void put_suits(Text *t, const MeldNames *names, const Look *l) {
  int list[MELD_CARDS], n = 0;
  uint64_t seen = bit(MELD_NO_SUIT);
  for (int i = 0; i < l->n; i++) {
    if ((seen & bit(suit(l, i))) == 0) list[n++] = suit(l, i);
    seen |= bit(suit(l, i));
  }
  if (n > 0) put(t, " of ");
  for (int i = 0; i < n; i++) put_part(t, names->suit[list[i]], i, n);
}

static int in_order(const Look *l, int list[]) {
  for (int i = 0; i < l->n; i++) {
    int at = i;
    for (; at > 0 && column(l, list[at - 1]) > column(l, i); at--)
      list[at] = list[at - 1];
    list[at] = i;
  }
  return l->n;
}

/* "4-5-7 of Air and Water", or "War, Flood and Storm" where no suits are. */
static void put_row(Text *t, const MeldNames *names, int pattern,
                    const Look *l) {
  int list[MELD_CARDS], n = in_order(l, list);
  bool suits = false;
  for (int i = 0; i < n; i++) suits = suits || suit(l, i) != MELD_NO_SUIT;
  for (int i = 0; i < n; i++) {
    const char *label = names->column[pattern][column(l, list[i])];
    if (suits)
      put(t, "%s%s", i == 0 ? "" : "-", label);
    else
      put_part(t, label, i, n);
  }
  put_suits(t, names, l);
}

static void put_cards(Text *t, const MeldNames *names, int pattern,
                      const Look *l) {
  FaultKind kind = l->fault.kind;
  if (kind == FAULT_STRANGE || kind == FAULT_COLUMN ||
      (l->p->kind == MELD_SET && kind == FAULT_SUIT)) {
    for (int i = 0; i < l->n; i++)
      put(t, "%s%s", i == 0 ? "" : ", ", names->face[l->hand[i]]);
  } else if (l->p->kind == MELD_ROW) {
    put_row(t, names, pattern, l);
  } else {
    put(t, "%s", names->column[pattern][column(l, 0)]);
    put_suits(t, names, l);
  }
}

static void put_missing(Text *t, const char *const label[], uint64_t missing) {
  int n = __builtin_popcountll(missing), told = n > 4 ? 3 : n;
  for (int i = 0; i < told; i++, missing &= missing - 1)
    put_part(t, label[__builtin_ctzll(missing)], i, told < n ? n + 1 : n);
  if (told < n) put(t, " and %d more", n - told);
  put(t, n == 1 ? " is missing" : " are missing");
}

static bool of_no_pattern(const Melds *melds, int face) {
  for (int p = 0; p < melds->patterns; p++)
    if (melds->pattern[p]->column[face] >= 0) return false;
  return true;
}

static const char *article(const char *name) {
  return name[0] != '\0' && strchr("aeiouAEIOU", name[0]) != NULL ? "an" : "a";
}

static void put_strange(Text *t, const MeldNames *names, int pattern,
                        const Look *l) {
  int face = l->hand[l->fault.card];
  const char *name = names->pattern[pattern];
  if (of_no_pattern(l->melds, face))
    put(t, "%s is of no use in any combination", names->face[face]);
  else
    put(t, "%s can't be in %s %s", names->face[face], article(name), name);
}

static void put_misfit(Text *t, const MeldNames *names, const Look *l) {
  int card = suit(l, l->fault.card), other = suit(l, l->fault.other);
  if (card == MELD_NO_SUIT || other == MELD_NO_SUIT)
    put(t, "%s does not go with %s", names->face[l->hand[l->fault.card]],
        names->face[l->hand[l->fault.other]]);
  else
    put(t, "%s does not go with %s", names->suit[card], names->suit[other]);
}

static void put_double(Text *t, const MeldNames *names, int pattern,
                       const Look *l) {
  int card = l->fault.card;
  if (l->p->kind == MELD_ROW)
    put(t, "%s is there twice", names->column[pattern][column(l, card)]);
  else if (suit(l, card) == MELD_NO_SUIT)
    put(t, "%s has no suit", names->face[l->hand[card]]);
  else
    put(t, "%s is there twice", names->suit[suit(l, card)]);
}

static void put_size(Text *t, const char *name, const Look *l) {
  const char *different = l->p->kind == MELD_SET ? " of different suits" : "";
  if (l->fault.kind == FAULT_FEW)
    put(t, "%s %s needs %d cards%s", article(name), name, l->p->least,
        different);
  else
    put(t, "%s %s has %d cards at most", article(name), name, l->p->most);
}

static void put_fault(Text *t, const MeldNames *names, int pattern,
                      const Look *l) {
  const char *const *label = names->column[pattern];
  switch (l->fault.kind) {
    case FAULT_STRANGE:
      put_strange(t, names, pattern, l);
      break;
    case FAULT_SUIT:
      put_misfit(t, names, l);
      break;
    case FAULT_COLUMN:
      put(t, "%s is not %s", label[column(l, l->fault.card)],
          label[column(l, l->fault.other)]);
      break;
    case FAULT_TWICE:
      put_double(t, names, pattern, l);
      break;
    case FAULT_MISSING:
      put_missing(t, label, l->fault.missing);
      break;
    default:
      put_size(t, names->pattern[pattern], l);
  }
}

/* ---- asking ------------------------------------------------------------- */

static Meld meld_of(const Look *l, int pattern) {
  uint64_t suits = 0;
  for (int i = 0; i < l->n; i++) suits |= bit(suit(l, i));
  bool pure = (suits & (suits - 1)) == 0 && suits != bit(MELD_NO_SUIT);
  return (Meld){.cards = l->n == 64 ? ~(uint64_t)0 : bit(l->n) - 1,
                .score = pure ? l->p->pure[l->n] : l->p->score[l->n],
                .pattern = (uint8_t)pattern,
                .count = (uint8_t)l->n,
                .pure = pure};
}

bool melds_what(const Melds *melds, const MeldNames *names,
                const uint8_t hand[], int n, Meld *meld, char text[MELD_TEXT]) {
  Text t = {text, MELD_TEXT};
  Look best = {.fault = {.cost = INT32_MAX}};
  int pattern = -1;
  *meld = (Meld){.score = -1};
  put(&t, n == 0 ? "no cards" : "there are no combinations");
  for (int p = 0; p < melds->patterns && n > 0; p++) {
    Look l = look(melds, p, hand, n);
    bool better = l.fault.cost < best.fault.cost;
    if (l.fault.kind == FAULT_NONE) {
      Meld this = meld_of(&l, p);
      better = this.score > meld->score;
      if (better) *meld = this;
    }
    if (better) best = l, pattern = p;
  }
  if (pattern < 0) return false;
  t = (Text){text, MELD_TEXT};
  put_cards(&t, names, pattern, &best);
  if (best.fault.kind == FAULT_NONE) return true;
  put(&t, ": ");
  put_fault(&t, names, pattern, &best);
  return false;
}

void melds_describe(const Melds *melds, const MeldNames *names,
                    const uint8_t hand[], const Meld *meld,
                    char text[MELD_TEXT]) {
  uint8_t cards[MELD_CARDS];
  int n = 0;
  for (uint64_t rest = meld->cards; rest != 0; rest &= rest - 1)
    cards[n++] = hand[__builtin_ctzll(rest)];
  Look l = {.melds = melds,
            .p = melds->pattern[meld->pattern],
            .hand = cards,
            .n = n};
  Text t = {text, MELD_TEXT};
  put_cards(&t, names, meld->pattern, &l);
}
