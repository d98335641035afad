/* Ranking many hands at once (handrank.h), each variant by itself. */
#ifndef CORE_HANDRANK_BATCH_H
#define CORE_HANDRANK_BATCH_H

#include "core/handrank.h"

/* For n of 5..9, and only where the processor has that variant. */
typedef void HandBatch(HandOrder order, const uint64_t *hands, size_t n,
                       uint32_t *ranks, size_t count);
HandBatch handrank_batch_plain, handrank_batch_avx2, handrank_batch_avx512;

#endif
