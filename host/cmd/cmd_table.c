/* A session at the terminal: see cmd_table.h. */
#include "cmd/cmd_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/campaign.h"
#include "table/folder.h"

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

static Prompt *open_prompt(Term *term) {
  char err[1024], path[4200];
  char *folder = folder_state(err, sizeof err);
  if (folder != NULL) snprintf(path, sizeof path, "%s/history", folder);
  Prompt *p = prompt_open(term, folder == NULL ? NULL : path);
  free(folder);
  return p;
}

int table_play(Session *s, Term *term, const Options *o) {
  ConsoleOptions options = {.one_person = s->config.one_person ||
                                          options_flag(o, "one-person")};
  Prompt *prompt = open_prompt(term);
  int status = console_play(s, term, prompt, &options);
  if (!campaign_keep(s, term) && status == 0) status = STATUS_FAILED;
  prompt_close(prompt);
  session_close(s);
  if (!term_close(term) && status == 0) status = STATUS_FAILED;
  return status;
}
