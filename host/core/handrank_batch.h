/* Ranking many hands at once (handrank.h), each variant by itself, and what
 * handrank_batch.c needs of handrank.c. It includes no more: its three variants
 * take long to compile. */
#ifndef CORE_HANDRANK_BATCH_H
#define CORE_HANDRANK_BATCH_H

#include <stddef.h>
#include <stdint.h>

/* For n of 5..9, and only where the processor has that variant. */
typedef void HandBatch(const uint64_t *hands, size_t n, uint32_t *ranks,
                       size_t count);
HandBatch handrank_batch_plain, handrank_batch_avx2, handrank_batch_avx512;

extern const uint64_t handrank_constants[52];
uint32_t handrank_prepared(uint64_t hand, size_t n);

#endif
