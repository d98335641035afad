/* Reading cards by name: what people type, and nothing past a name's end. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/cards.h"

static void add_face(Faces *faces, const char *name, const char *sign,
                     const char *long_name) {
  Face *face = &faces->face[faces->count++];
  snprintf(face->name, sizeof face->name, "%s", name);
  snprintf(face->sign, sizeof face->sign, "%s", sign);
  snprintf(face->long_name, sizeof face->long_name, "%s", long_name);
}

static int reads(const Faces *faces, const char *text) {
  return card_read(faces, text, (int)strlen(text));
}

static void check_names(const Faces *faces) {
  CHECK_INT(reads(faces, "Kh"), 0);
  CHECK_INT(reads(faces, "kH"), 0);
  CHECK_INT(reads(faces, "king of hearts"), 0);
  CHECK_INT(reads(faces, "K of hearts"), 0);
  CHECK_INT(reads(faces, "10s"), 1);
  CHECK_INT(reads(faces, "ts"), 1);
  CHECK_INT(reads(faces, "10 of spades"), 1);
  CHECK_INT(reads(faces, "T of spades"), -1);
  CHECK_INT(reads(faces, "10 of hearts"), -1);
  CHECK_INT(reads(faces, "joker"), 2);
  CHECK_INT(reads(faces, "K"), -1);
  CHECK_INT(reads(faces, ""), -1);
  CHECK_INT(reads(faces, " of hearts"), -1);
}

/* A zero byte ends a name, and so the comparison; what is behind the name in
 * memory, here the sign's "h", is none of it. */
static void check_zero_bytes(const Faces *faces) {
  char text[FACE_NAME_MAX + 1 + sizeof " of hearts"] = "Kh";
  memcpy(text + FACE_NAME_MAX + 1, " of hearts", sizeof " of hearts");
  CHECK_INT(card_read(faces, text, (int)sizeof text - 1), -1);
  CHECK_INT(card_read(faces, "Kh\0", 3), -1);
}

static void check_first(const Faces *faces, const char *text, int face,
                        int length) {
  int n = -1;
  CHECK_INT(card_read_first(faces, text, &n), face);
  CHECK_INT(n, length);
}

/* As many words as name a card, up to a comma. */
static void check_lists(const Faces *faces) {
  check_first(faces, "Kh 10s", 0, 2);
  check_first(faces, "king of hearts joker", 0, 14);
  check_first(faces, "10 of  spades", -1, 2);
  check_first(faces, "ten of spades,Kh", 1, 13);
  check_first(faces, "K,h", -1, 1);
  check_first(faces, "queen joker", -1, 5);
  check_first(faces, "", -1, 0);
}

static void check_codes(void) {
  CHECK_INT(card_poker_code("2", "clubs"), 0);
  CHECK_INT(card_poker_code("A", "spades"), 51);
  CHECK_INT(card_poker_code("1", "spades"), -1);
  CHECK_INT(card_poker_code("A", "Spades"), -1);
}

int main(void) {
  static Faces faces;
  add_face(&faces, "Kh", "Kh", "king of hearts");
  add_face(&faces, "10s", "10S", "ten of spades");
  add_face(&faces, "Jk", "", "joker");
  check_names(&faces);
  check_zero_bytes(&faces);
  check_lists(&faces);
  check_codes();
  return check_done("cards");
}
