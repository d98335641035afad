/* The reading of card names: any bytes, by any deck. What is read is a face of
 * the deck, and nothing beyond the text or the names is looked at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The standard deck, and two cards with names as long as they may be. */
static void make_faces(Faces *faces) {
  static const char *const ranks[] = {"A", "2", "3",  "4", "5", "6", "7",
                                      "8", "9", "10", "J", "Q", "K"};
  static const char *const suits[] = {"clubs", "diamonds", "hearts", "spades"};
  for (int c = 0; c < 52; c++) {
    Face *face = &faces->face[faces->count++];
    snprintf(face->name, sizeof face->name, "%s%c", ranks[c % 13],
             suits[c / 13][0]);
    snprintf(face->sign, sizeof face->sign, "%s\xe2\x99\xa0", ranks[c % 13]);
    snprintf(face->long_name, sizeof face->long_name, "%s of %s", ranks[c % 13],
             suits[c / 13]);
  }
  Face *face = &faces->face[faces->count++];
  memset(face->name, 'j', sizeof face->name - 1);
  memset(face->sign, 'J', sizeof face->sign - 1);
  snprintf(face->long_name, sizeof face->long_name,
           "the storm of the century of all the seven seas.");
  faces->count++; /* without a name at all */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Faces faces;
  if (faces.count == 0) make_faces(&faces);
  char *text = malloc(size + 1); /* so that a byte too far is seen */
  if (text == NULL || size > 4096) {
    free(text);
    return 0;
  }
  memcpy(text, data, size);
  char *exact = realloc(text, size ? size : 1);
  int face = card_read(&faces, exact, (int)size);
  if (face < -1 || face >= faces.count) abort();
  if (face >= 0 && card_read(&faces, faces.face[face].name,
                             (int)strlen(faces.face[face].name)) < 0)
    abort();
  free(exact);
  return 0;
}
