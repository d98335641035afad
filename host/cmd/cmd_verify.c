/* croupier verify: was a kept game played as its journal says? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "answer/kept.h"
#include "answer/term.h"
#include "cmd/command.h"
#include "cmd/options.h"

static const OptionSpec specs[] = {
    {"commitment", 0, "HEX", "what was shown before the first shuffle"},
    {NULL, 0, NULL, NULL}};
static const OptionSpec *const tables[] = {specs, NULL};

static int wrong(const char *sentence) {
  term_mistake("croupier: %s", sentence);
  return STATUS_FAILED;
}

/* Is the seed the one that was promised? */
static bool check_seed(const Session *s, const char *promised, char *hex,
                       Bytes *sentence) {
  session_commitment(s, hex);
  if (promised == NULL || strcasecmp(promised, hex) == 0) return true;
  bytes_format(sentence,
               "the seed is not the one that was promised: its "
               "SHA-256 is %s",
               hex);
  return false;
}

static int check(const char *path, Session *s, const char *promised) {
  char hex[SEED_TEXT];
  Bytes sentence = {0};
  bytes_format(&sentence, "%s: ", path);
  bool good =
      check_seed(s, promised, hex, &sentence) && kept_check(s, &sentence);
  int status = STATUS_DONE;
  if (good)
    printf("%s; the seed's SHA-256 is %s.\n", sentence.data, hex);
  else
    status = wrong(sentence.data);
  bytes_free(&sentence);
  return status;
}

static int verify(const char *path, const char *promised) {
  Bytes notice = {0}, err = {0};
  Session *s = kept_open(path, true, &notice, &err);
  int status;
  if (s == NULL)
    status = wrong(err.data);
  else if (notice.count > 0)
    status = wrong(notice.data);
  else
    status = check(path, s, promised);
  session_close(s);
  bytes_free(&notice);
  bytes_free(&err);
  return status;
}

static int run(int argc, char **argv) {
  Options o;
  Bytes err = {0};
  int status = options_read(&o, &command_verify, tables, argc, argv);
  if (status == OPTIONS_GO_ON) status = options_rest(&o, &command_verify, 0, 1);
  if (status != OPTIONS_GO_ON) return status;
  char *path = kept_path(o.rests == 1 ? o.rest[0] : NULL, &err);
  status = path == NULL ? wrong(err.data)
                        : verify(path, options_value(&o, "commitment"));
  bytes_free(&err);
  free(path);
  return status;
}

const Command command_verify = {
    "verify", "check that a kept game was played as its journal says",
    "[FILE] [options]\n\n"
    "Plays the journal again, the last that was kept where none is named:\n"
    "every shuffle from the seed, every answer by the rules, the state after\n"
    "every step, and the end. The seed's SHA-256 was shown before the first\n"
    "shuffle: --commitment compares.",
    run};
