/* The poker codes of cards. */
#include "check.h"
#include "core/cards.h"

static void check_codes(void) {
  CHECK_INT(card_poker_code("2", "clubs"), 0);
  CHECK_INT(card_poker_code("A", "spades"), 51);
  CHECK_INT(card_poker_code("1", "spades"), -1);
  CHECK_INT(card_poker_code("A", "Spades"), -1);
}

int main(void) {
  check_codes();
  return check_done("cards");
}
