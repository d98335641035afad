/* The poker codes of cards; piles: who sees what, moves, shuffles in paired
 * games, and what is refused as a whole. */
#include <string.h>

#include "check.h"
#include "core/cards.h"
#include "core/chance.h"

enum { CARDS = 20, DECK = 0, OPEN, TOP, OWNED, NOBODYS, MASTERS, PILES };

static Piles *some_piles(Rng *rng) {
  static const int facings[] = {FACING_NOBODY, FACING_EVERYONE, FACING_TOP,
                                FACING_OWNER,  FACING_OWNER,    FACING_GM};
  static const int owners[] = {SEAT_NONE, SEAT_NONE, SEAT_NONE,
                               2,         SEAT_NONE, SEAT_NONE};
  static const uint8_t seed[32] = {1};
  int faces[CARDS];
  for (int i = 0; i < CARDS; i++) faces[i] = i % 10;
  Piles *p = piles_new(CARDS, faces, PILES, facings, owners);
  rng_stream(rng, seed, "piles", 0);
  if (p != NULL) p->rng = rng;
  return p;
}

static bool each_once(const Piles *p) {
  int seen = 0;
  for (int i = 0; i < p->piles; i++)
    for (int k = 0; k < p->pile[i].count; k++) {
      CardId card = p->pile[i].card[k];
      if (p->where[card] != i || piles_place(p, card) != k) return false;
      seen++;
    }
  return seen == p->cards;
}

static void check_sight(void) {
  Rng rng;
  Piles *p = some_piles(&rng);
  const SeatMask all = ~(SeatMask)0, third = 1 << 2;
  piles_draw(p, DECK, 2, OPEN);
  piles_draw(p, DECK, 2, TOP);
  piles_draw(p, DECK, 2, OWNED);
  piles_draw(p, DECK, 2, NOBODYS);
  piles_draw(p, DECK, 2, MASTERS);
  CHECK(piles_seen_by(p, p->pile[DECK].card[0]) == 0);
  CHECK(piles_seen_by(p, p->pile[OPEN].card[0]) == all);
  CHECK(piles_seen_by(p, p->pile[TOP].card[0]) == 0);
  CHECK(piles_seen_by(p, p->pile[TOP].card[1]) == all);
  CHECK(piles_seen_by(p, p->pile[OWNED].card[0]) == third);
  CHECK(piles_seen_by(p, p->pile[NOBODYS].card[0]) == 0);
  CHECK(piles_seen_by(p, p->pile[MASTERS].card[0]) == (SeatMask)1 << SEAT_GM);
  CardId shown = p->pile[DECK].card[0];
  piles_show(p, shown, 1);
  CHECK(piles_visible(p, shown, 0) && !piles_visible(p, shown, 1));
  piles_shuffle(p, DECK);
  CHECK(!piles_visible(p, shown, 0));
  piles_free(p);
}

static void check_moves(void) {
  Rng rng;
  Piles *p = some_piles(&rng);
  const uint64_t threes[4] = {1 << 3}, none[4] = {0};
  piles_draw(p, DECK, 5, DECK);
  piles_move_all(p, DECK, DECK);
  CHECK_INT(piles_take(p, DECK, threes, DECK), 0);
  CHECK_INT(p->pile[DECK].count, CARDS);
  CHECK_INT(piles_take(p, DECK, none, OPEN), 0);
  CHECK_INT(piles_take(p, DECK, threes, OPEN), 2);
  CHECK(p->pile[OPEN].card[0] == 3 && p->pile[OPEN].card[1] == 13);
  piles_put(p, 13, TOP);
  piles_put_under(p, 3, TOP);
  CHECK(p->pile[TOP].card[0] == 3 && p->pile[TOP].card[1] == 13);
  piles_put_under(p, 13, TOP);
  CHECK(p->pile[TOP].card[0] == 13);
  piles_move_all(p, TOP, DECK);
  piles_reverse(p, DECK);
  CHECK(p->pile[DECK].card[0] == 3 && p->pile[TOP].count == 0);
  CHECK(each_once(p));
  piles_free(p);
}

/* In paired games the cards of a hidden pile are those of its receivers: one
 * more for one of them leaves the others theirs. */
static void check_paired(void) {
  CardId got[2][4];
  for (int more = 0; more < 2; more++) {
    Rng rng;
    Piles *p = some_piles(&rng);
    piles_pair(p, 77);
    piles_shuffle(p, DECK);
    piles_draw(p, DECK, 2 + more, OPEN);
    piles_draw(p, DECK, 4, OWNED);
    memcpy(got[more], p->pile[OWNED].card, sizeof got[more]);
    piles_put_under(p, p->pile[OPEN].card[0], DECK);
    piles_settle(p, DECK, 4);
    piles_settle_draw(p, DECK, 3, OPEN);
    piles_draw(p, DECK, p->pile[DECK].count, OPEN);
    CHECK(each_once(p) && p->pile[DECK].count == 0);
    piles_free(p);
  }
  int same = 0;
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 4; k++) same += got[0][i] == got[1][k];
  CHECK(same >= 3);
}

/* What a shuffle has left open is known where luck isn't paired too: a card that
 * is drawn or laid on top is no part of it. */
static void check_open_places(void) {
  Rng rng;
  rng_seed_text(&rng, "open", 4);
  Piles *p = some_piles(&rng);
  piles_shuffle(p, DECK);
  CHECK_INT(p->pile[DECK].last.loose, CARDS);
  piles_draw(p, DECK, 5, OPEN);
  CHECK_INT(p->pile[DECK].last.loose, CARDS - 5);
  piles_put(p, p->pile[OPEN].card[0], DECK);
  CHECK_INT(p->pile[DECK].last.loose, CARDS - 5);
  piles_free(p);
}

/* A card taken out of a hidden pile leaves one fewer that has no place yet; of
 * a pile that is seen each card has its place at once. */
static void check_paired_places(void) {
  Rng rng;
  Piles *p = some_piles(&rng);
  piles_pair(p, 77);
  piles_shuffle(p, DECK);
  CHECK_INT(p->pile[DECK].last.loose, CARDS);
  piles_put(p, p->pile[DECK].card[0], OPEN);
  CHECK_INT(p->pile[DECK].last.loose, CARDS - 1);
  piles_draw(p, DECK, 5, OPEN);
  piles_shuffle(p, OPEN);
  CHECK(p->pile[OPEN].last.loose == 0 && each_once(p));
  piles_free(p);
}

static void check_restore(void) {
  Rng rng;
  Piles *p = some_piles(&rng);
  CardId order[CARDS];
  SeatMask shown[CARDS] = {0};
  uint16_t counts[PILES] = {0, CARDS};
  for (int i = 0; i < CARDS; i++) order[i] = (CardId)(CARDS - 1 - i);
  shown[4] = 8;
  CHECK(piles_restore(p, order, counts, shown) && each_once(p));
  CHECK(p->pile[OPEN].card[0] == CARDS - 1 && p->shown[4] == 8);
  counts[OPEN]--;
  CHECK(!piles_restore(p, order, counts, shown)); /* too few */
  counts[OPEN]++;
  order[0] = order[1];
  CHECK(!piles_restore(p, order, counts, shown)); /* one twice */
  order[0] = CARDS;
  CHECK(!piles_restore(p, order, counts, shown)); /* none of them */
  CHECK(each_once(p) && p->pile[OPEN].count == CARDS);
  piles_free(p);
}

static void check_codes(void) {
  CHECK_INT(card_poker_code("2", "clubs"), 0);
  CHECK_INT(card_poker_code("A", "spades"), 51);
  CHECK_INT(card_poker_code("1", "spades"), -1);
  CHECK_INT(card_poker_code("A", "Spades"), -1);
}

int main(void) {
  check_codes();
  check_sight();
  check_moves();
  check_paired();
  check_open_places();
  check_paired_places();
  check_restore();
  return check_done("cards");
}
