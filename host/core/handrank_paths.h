/* The ways handrank.c can rank a batch and handrank_one.c one hand, each for
 * a kind of processor. All give the same ranks; tests call each by itself. */
#ifndef CORE_HANDRANK_PATHS_H
#define CORE_HANDRANK_PATHS_H

#include "core/handrank.h"

typedef enum HandPath { PATH_PLAIN, PATH_AVX2, PATH_AVX512, PATHS } HandPath;

/* Can this processor go that way (and was it compiled in)? */
bool handrank_has(HandPath path);

/* The best way this processor can go, and its name. */
HandPath handrank_path(void);
const char *handrank_path_name(HandPath path);

/* handrank_batch and handrank_batch_cards by a way that is there; n 5..9. */
void handrank_batch_by(HandPath path, const uint64_t *hands, size_t n,
                       uint32_t *ranks, size_t count);
void handrank_batch_cards_by(HandPath path, const uint8_t *cards, size_t n,
                             uint32_t *ranks, size_t count);

/* Each path's own loop, in handrank_plain.c, _avx2.c and _avx512.c. */
void handrank_plain(const uint64_t *hands, size_t n, uint32_t *ranks,
                    size_t count);
void handrank_avx2(const uint64_t *hands, size_t n, uint32_t *ranks,
                   size_t count);
void handrank_avx512(const uint64_t *hands, size_t n, uint32_t *ranks,
                     size_t count);

/* The rank of one prepared hand of n cards, where there is no batch of them. */
uint32_t handrank_prepared(uint64_t hand, size_t n);

/* The same for one hand: by arithmetic, or seven cards by look-up. */
typedef enum OnePath { ONE_COMPUTED, ONE_PEXT, ONE_VBMI, ONE_PATHS } OnePath;
bool handrank_one_has(OnePath path);
OnePath handrank_one_path(void);
const char *handrank_one_name(OnePath path);

/* handrank_of and handrank_prepared by a way that is there; any n. */
uint32_t handrank_of_by(OnePath path, const uint8_t *cards, size_t n);
uint32_t handrank_prepared_by(OnePath path, uint64_t hand, size_t n);

/* Each way's own, in handrank_computed.c, _pext.c and _vbmi.c. */
uint32_t handrank_computed(uint64_t hand, size_t n);
uint32_t handrank_computed_of(const uint8_t *cards, size_t n);
uint32_t handrank_pext(uint64_t hand, size_t n);
uint32_t handrank_pext_of(const uint8_t *cards, size_t n);
uint32_t handrank_vbmi(uint64_t hand, size_t n);
uint32_t handrank_vbmi_of(const uint8_t *cards, size_t n);

/* Prepared hands of n cards (5..9) each, from card bytes: any processor's
 * way, and one that handrank_has_bytes() must allow. The second writes
 * `hands` up to a multiple of eight. */
void handrank_prepare_plain(const uint8_t *cards, size_t n, uint64_t *hands,
                            size_t count);
bool handrank_has_bytes(void);
void handrank_prepare_bytes(const uint8_t *cards, size_t n, uint64_t *hands,
                            size_t count);

#endif
