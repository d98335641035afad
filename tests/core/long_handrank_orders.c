/* The same of a million deals. */
#define DEALS 1000000
#include "test_handrank_orders.c"
