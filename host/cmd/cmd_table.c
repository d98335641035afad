/* A terminal as options want it: see cmd_table.h. */
#include "cmd/cmd_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const OptionSpec table_options[] = {
    {"color", 0, "WHEN", "auto, always or never"},
    {"ascii", 0, NULL, "letters instead of suit symbols"},
    {"one-person", 0, NULL,
     "one person holds all the seats of people: no curtain between them"},
    {NULL, 0, NULL, NULL}};

Term *table_term(const Options *o) {
  TermOptions t = {TERM_COLOR_AUTO, options_flag(o, "ascii")};
  const char *color = options_value(o, "color");
  if (color != NULL && !term_color_parse(color, &t.color)) {
    usage_error("--color %s: expected auto, always or never", color);
    return NULL;
  }
  Term *term = term_open(&t);
  if (term == NULL) usage_error("not enough memory for the terminal");
  return term;
}
