/* test_handrank_orders.c with a million deals. */
#define DEALS 1000000
#include "test_handrank_orders.c"
