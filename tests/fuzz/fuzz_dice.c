/* Dice expressions: any text. What is read is written and read again alike, and
 * no roll has more dice than may be. */
#include <stdlib.h>
#include <string.h>

#include "core/chance.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_roll(const Dice *dice, Rng stream) {
  DiceRoll roll;
  dice_roll(&roll, dice, &stream);
  if (roll.rolled > DICE_MAX) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const uint8_t key[32];
  char error[DICE_ERROR], written[DICE_TEXT], again[DICE_TEXT];
  Dice dice, other;
  Rng stream;
  char *text = malloc(size + 1);
  if (text == NULL) return 0;
  memcpy(text, data, size);
  text[size] = 0;
  bool read = dice_parse(&dice, text, error);
  if (!read && (strlen(error) >= DICE_ERROR || *error == 0)) abort();
  free(text);
  if (!read) return 0;
  dice_text(&dice, written);
  if (!dice_parse(&other, written, error)) abort();
  if (strcmp(written, dice_text(&other, again)) != 0) abort();
  rng_seed(&stream, key);
  if (dice.dice <= 32) check_roll(&dice, stream); /* more take long */
  return 0;
}
