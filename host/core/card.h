/* Faces: what can be printed on a card of one table, at most 256 of them.
 *
 * A face is one byte. Its words (rank, suit, own fields) live in Lua; here is
 * only what the host itself needs: order, poker code and the two names that
 * people type. Physical cards are numbered in pile.h. */
#ifndef CORE_CARD_H
#define CORE_CARD_H

#include <stdbool.h>
#include <stdint.h>

enum {
  FACES_MAX = 256,    /* faces of one table, all its deck kinds together */
  FACE_NAME_MAX = 16, /* "Kh", with the closing zero */
  FACE_SIGN_MAX = 24, /* the same with a sign for the suit */
  FACE_LONG_MAX = 48  /* "king of hearts" */
};

typedef struct Face {
  char name[FACE_NAME_MAX];      /* what is typed and journalled: "Kh" */
  char sign[FACE_SIGN_MAX];      /* how a screen shows it; empty: as its name */
  char long_name[FACE_LONG_MAX]; /* what is read aloud */
  int8_t poker; /* 0..51 = suit * 13 + rank, 2 low, clubs first; -1: none */
} Face;

typedef struct Faces {
  int count;
  Face face[FACES_MAX];
} Faces;

/* The poker code of a card by its English names ("K", "hearts"), or -1. */
int card_poker_code(const char *rank, const char *suit);

/* The face that a person means by `text`, of `length` bytes: its name, its long
 * name or as a screen shows it, letter case ignored, "T" for "10", "10 of
 * spades" too. -1 when there is none. */
int card_read(const Faces *faces, const char *text, int length);

#endif
