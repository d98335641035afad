/* The values `again`, `done` and `none`: light userdata at these addresses. */
#ifndef TABLE_MARK_H
#define TABLE_MARK_H

#include <stdint.h>

extern const uint32_t MARK_AGAIN, MARK_DONE, MARK_NONE;

#endif
