/* Completion and manual: see forms.h. What a word of a command may be is read
 * off its usage: GAME is a game, NAME after it what a game has a name for,
 * NAME alone a page of help; words in small letters stand for themselves, all
 * else is a file. */
#include "cmd/forms.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "script/embed.h"

typedef struct Form {
  const char *name;
  void (*head)(void), (*end)(void);
  void (*command)(const Command *c, const OptionSpec *const *tables);
} Form;

static const OptionSpec help_option = {"help", 'h', NULL, "print this"};

typedef void EachOption(const OptionSpec *s, const Command *c);

static void each_option(const OptionSpec *const *tables, const Command *c,
                        EachOption *each) {
  for (; *tables != NULL; tables++)
    for (const OptionSpec *s = *tables; s->name != NULL; s++)
      if (s->name[0] != '*') each(s, c);
  each(&help_option, c);
}

static size_t small_letters(const char *text) {
  size_t n = 0;
  while (islower((unsigned char)text[n])) n++;
  return n;
}

/* "games", "names", the words there are, apart by spaces, or "" for files. */
static const char *words_of(const Command *c, char *room, size_t size) {
  const char *at = c->usage + (c->usage[0] == '[');
  const char *end = at + strcspn(at, "\n");
  if (strncmp(at, "GAME", 4) == 0) return "games";
  if (strncmp(at, "COMMAND|NAME", 12) == 0) return "names";
  size_t used = 0;
  while (at < end) {
    at += strspn(at, " |");
    size_t n = small_letters(at);
    if (n > 0 && used + n + 2 < size)
      used += (size_t)snprintf(room + used, size - used, "%s%.*s",
                               used > 0 ? " " : "", (int)n, at);
    at += strcspn(at, "|\n");
  }
  room[used] = 0;
  return room;
}

/* What the second word may be where that is something else: "parts" of the
 * game, or "games"; else "". */
static const char *second_of(const Command *c) {
  const char *line = c->usage, *end = line + strcspn(line, "\n");
  const char *parts = strstr(line, "] [NAME]"),
             *game = strstr(line, "| variant GAME");
  if (parts != NULL && parts < end) return "parts";
  return game != NULL && game < end ? "games" : "";
}

/* Prints text with a backslash before each of `marks`. */
static void put_escaped(const char *text, const char *marks) {
  for (; *text != 0; text++) {
    if (strchr(marks, *text) != NULL) putchar('\\');
    putchar(*text);
  }
}

/* Within single quotes of a shell. */
static void put_quoted(const char *text) {
  for (; *text != 0; text++)
    if (*text == '\'')
      fputs("'\\''", stdout);
    else
      putchar(*text);
}

static void put_names(void) {
  for (const Command *const *c = commands(); *c != NULL; c++)
    printf("%s%s", c == commands() ? "" : " ", (*c)->name);
}

/* --- bash --- */

static void bash_head(void) {
  puts(
      "# bash completion of croupier; made by `croupier completion bash`\n"
      "_croupier() {\n"
      "  local cur=${COMP_WORDS[COMP_CWORD]} before options valued rest "
      "second\n"
      "  local first i count=0\n"
      "  before=${COMP_WORDS[COMP_CWORD - 1]}\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" = 1 ]; then");
  fputs("    mapfile -t COMPREPLY < <(compgen -W \"", stdout);
  put_names();
  puts(
      "\" -- \"$cur\")\n"
      "    return\n"
      "  fi\n"
      "  case ${COMP_WORDS[1]} in");
}

static void bash_option(const OptionSpec *s, const Command *c) {
  (void)c;
  printf(" --%s", s->name);
  if (s->letter != 0) printf(" -%c", s->letter);
}

static void bash_valued(const OptionSpec *s, const Command *c) {
  if (s->value != NULL) bash_option(s, c);
}

static void bash_command(const Command *c, const OptionSpec *const *tables) {
  printf("    %s)\n      options=\"", c->name);
  each_option(tables, c, bash_option);
  fputs("\"\n      valued=\"", stdout);
  each_option(tables, c, bash_valued);
  char room[64];
  printf(" \"\n      rest=\"%s\" second=%s ;;\n",
         words_of(c, room, sizeof room), second_of(c));
}

/* The words that are no options nor their values; bash splits at `=`. */
static void bash_count(void) {
  puts(
      "  for ((i = 2; i < COMP_CWORD; i++)); do\n"
      "    case ${COMP_WORDS[i]} in\n"
      "      =) ((i++)) ;;\n"
      "      -*) [[ $valued == *\" ${COMP_WORDS[i]} \"* ]] && ((i++))\n"
      "        [[ ${COMP_WORDS[i]} == = ]] && ((i++)) ;;\n"
      "      *) first=${first:-${COMP_WORDS[i]}}; ((count++)) ;;\n"
      "    esac\n"
      "  done\n"
      "  if [[ -n $second && $count -gt 0 ]]; then\n"
      "    rest=$second\n"
      "    [[ $count -gt 1 || $first == game ]] && rest=nothing\n"
      "  fi");
}

static void bash_end(void) {
  puts("  esac");
  bash_count();
  puts(
      "  if [[ $cur == -* ]]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$cur\")\n"
      "  elif [[ -z $rest || $valued == *\" $before \"* ]]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
      "  else\n"
      "    [[ $rest == names && $COMP_LINE == *:* ]] && cur=${COMP_LINE##* }\n"
      "    case $rest in\n"
      "      nothing) return ;;\n"
      "      parts) rest=$(croupier completion parts \"$first\" 2>/dev/null) "
      ";;\n"
      "      games | names)\n"
      "        rest=$(croupier completion $rest \"$cur\" 2>/dev/null) ;;\n"
      "    esac\n"
      "    mapfile -t COMPREPLY < <(compgen -W \"$rest\" -- \"$cur\")\n"
      "    COMPREPLY=(\"${COMPREPLY[@]#\"${cur%\"${cur##*:}\"}\"}\")\n"
      "  fi\n"
      "}\n"
      "complete -o filenames -F _croupier croupier");
}

/* --- zsh --- */

static void zsh_head(void) {
  puts(
      "#compdef croupier\n"
      "# zsh completion of croupier; made by `croupier completion zsh`\n"
      "_croupier_games() {\n"
      "  compadd -- ${(f)\"$(croupier completion games \"$PREFIX\" "
      "2>/dev/null)\"}\n"
      "}\n"
      "_croupier_parts() {\n"
      "  local game=${${words[2,CURRENT-1]:#-*}[1]}\n"
      "  compadd -- ${(f)\"$(croupier completion parts $game 2>/dev/null)\"}\n"
      "}\n"
      "_croupier_second_games() {\n"
      "  [[ ${words[(r)variant]} == variant ]] && _croupier_games\n"
      "}\n"
      "_croupier_names() {\n"
      "  compadd -- ${(f)\"$(croupier completion names)\"}\n"
      "}\n"
      "if (( CURRENT == 2 )); then\n"
      "  local -a names=(");
  for (const Command *const *c = commands(); *c != NULL; c++) {
    printf("    '%s:", (*c)->name);
    put_quoted((*c)->summary);
    puts("'");
  }
  puts(
      "  )\n"
      "  _describe command names\n"
      "  return\n"
      "fi\n"
      "shift words; (( CURRENT-- ))\n"
      "case $words[1] in");
}

static void zsh_text(const OptionSpec *s) {
  fputs("[", stdout);
  for (const char *at = s->help; *at != 0; at++)
    if (*at == '\'')
      fputs("'\\''", stdout);
    else
      put_escaped((char[]){*at, 0}, "[]:");
  printf("]%s%s%s'", s->value ? ":" : "", s->value ? s->value : "",
         s->value ? ":_files" : "");
}

static void zsh_option(const OptionSpec *s, const Command *c) {
  (void)c;
  printf(" \\\n      '*--%s%s", s->name, s->value ? "=" : "");
  zsh_text(s);
  if (s->letter == 0) return;
  printf(" \\\n      '*-%c%s", s->letter, s->value ? "+" : "");
  zsh_text(s);
}

static void zsh_command(const Command *c, const OptionSpec *const *tables) {
  printf("  %s)\n    _arguments -s", c->name);
  each_option(tables, c, zsh_option);
  char room[64];
  const char *words = words_of(c, room, sizeof room), *second = second_of(c);
  const char *which = *second ? "1" : "*";
  if (words == room && *room != 0)
    printf(" \\\n      '%s:word:(%s)'", which, words);
  else
    printf(" \\\n      '%s:%s:%s%s'", which, *words ? words : "file",
           *words ? "_croupier_" : "_files", words);
  if (*second != 0)
    printf(" \\\n      '2:%s:_croupier_%s%s'", second,
           strcmp(second, "games") == 0 ? "second_" : "", second);
  puts(" ;;");
}

static void zsh_end(void) { puts("esac"); }

/* --- fish --- */

static void fish_head(void) {
  puts(
      "# fish completion of croupier; made by `croupier completion fish`\n"
      "function __croupier_says\n"
      "  set -l words (commandline -opc)\n"
      "  test (count $words) -gt 1; and test $words[2] = $argv[1]\n"
      "end\n"
      "function __croupier_rest\n"
      "  set -l words (commandline -opc)\n"
      "  string match -v -- '-*' $words[3..-1]\n"
      "end");
}

static void fish_option(const OptionSpec *s, const Command *c) {
  printf("complete -c croupier -n '__croupier_says %s' -l %s", c->name,
         s->name);
  if (s->letter != 0) printf(" -s %c", s->letter);
  if (s->value != NULL) fputs(" -r", stdout);
  fputs(" -d '", stdout);
  put_escaped(s->help, "'\\");
  puts("'");
}

static void fish_when(const Command *c, const char *more) {
  printf("complete -c croupier -n '__croupier_says %s%s' -f -a '", c->name,
         more);
}

static void fish_words(const Command *c) {
  char room[64];
  const char *words = words_of(c, room, sizeof room);
  const char *second = second_of(c);
  if (*words == 0) return;
  fish_when(c, *second ? "; and test (count (__croupier_rest)) = 0" : "");
  if (words == room)
    printf("%s'\n", words);
  else
    printf("(croupier completion %s (commandline -ct) 2>/dev/null)'\n", words);
  if (*second == 0) return;
  bool games = strcmp(second, "games") == 0;
  fish_when(c, games ? "; and test \"$(__croupier_rest)\" = variant"
                     : "; and test (count (__croupier_rest)) = 1");
  printf("(croupier completion %s (%s) 2>/dev/null)'\n", second,
         games ? "commandline -ct" : "__croupier_rest");
}

static void fish_command(const Command *c, const OptionSpec *const *tables) {
  printf("complete -c croupier -n __fish_use_subcommand -f -a %s -d '",
         c->name);
  put_escaped(c->summary, "'\\");
  puts("'");
  fish_words(c);
  each_option(tables, c, fish_option);
}

static void nothing(void) {}

/* --- the manual page --- */

void form_roff(const char *text, size_t size) {
  bool begin = true;
  for (size_t i = 0; i < size; i++) {
    char c = text[i];
    if (begin && (c == '.' || c == '\'')) fputs("\\&", stdout);
    if (c == '\\')
      fputs("\\e", stdout);
    else if (c == '-')
      fputs("\\-", stdout);
    else
      putchar(c);
    begin = c == '\n';
  }
}

static void roff(const char *text) { form_roff(text, strlen(text)); }

static void man_head(void) {
  puts(
      ".TH CROUPIER 1 \"\" \"croupier " CROUPIER_VERSION
      "\" Croupier\n"
      ".SH NAME\n"
      "croupier \\- card games whose rules are Lua scripts\n"
      ".SH SYNOPSIS\n"
      ".B croupier\n.I COMMAND\n.RI [ options ]\n"
      ".SH DESCRIPTION\n"
      "Hosts card games: it shuffles, deals, ranks hands, keeps the chips and\n"
      "asks the questions. What a game is stands in a script that can be read\n"
      "and changed. Every command says more with\n.BR \\-\\-help .\n"
      ".SH COMMANDS");
}

static void man_option(const OptionSpec *s, const Command *c) {
  (void)c;
  puts(".TP");
  if (s->letter != 0) printf("\\fB\\-%c\\fR, ", s->letter);
  fputs("\\fB\\-\\-", stdout);
  roff(s->name);
  fputs("\\fR", stdout);
  if (s->value != NULL) printf(" \\fI%s\\fR", s->value);
  putchar('\n');
  roff(s->help);
  putchar('\n');
}

static void man_command(const Command *c, const OptionSpec *const *tables) {
  size_t line = strcspn(c->usage, "\n");
  printf(".SS \"croupier %s ", c->name);
  form_roff(c->usage, line);
  puts("\"");
  roff(c->usage + line + strspn(c->usage + line, "\n"));
  putchar('\n');
  each_option(tables, c, man_option);
}

/* "== GROUP: names": the group where it is another, then the names. */
static void man_topic(const char *line, size_t n, char *group, size_t size) {
  size_t colon = strcspn(line, ":\n");
  if (strlen(group) != colon || strncmp(group, line, colon) != 0) {
    snprintf(group, size, "%.*s", (int)colon, line);
    printf(".SS \"%s\"\n", group);
  }
  fputs(".TP\n\\&\\fB", stdout);
  form_roff(line + colon + 2, n - colon - 2);
  puts("\\fR");
}

/* A line of an example keeps its spaces. */
static void man_code(const char *line, size_t n) {
  puts(".nf");
  form_roff(line, n);
  puts("\n.fi");
}

/* A line of the reference: a signature, or one indented. */
static void man_line(const char *line, size_t n, bool first) {
  size_t i = strspn(line, " ");
  if (n == 0) {
    puts(".sp");
    return;
  }
  if (strncmp(line, "  e.g.", 6) == 0 || i >= 8) {
    man_code(line + 2, n - 2);
    return;
  }
  if (i > 0 && !first) puts(".br");
  if (i == 0) fputs("\\&\\fB", stdout);
  form_roff(line + i, n - i);
  puts(i == 0 ? "\\fR" : "");
}

/* Pages, each begun by "== NAME" and, where `named`, with that as its first
 * line; the others begin with a signature. */
static void man_pages(const char *embedded, bool named) {
  const EmbeddedFile *e = embed_find(embedded);
  const char *at = e == NULL ? "" : e->text;
  bool first = false;
  char group[64] = "";
  while (*at != 0) {
    size_t n = strcspn(at, "\n");
    bool begins = strncmp(at, "== ", 3) == 0;
    if (begins && named)
      man_topic(at + 3, n - 3, group, sizeof group);
    else if (begins)
      puts(".TP");
    else
      man_line(at, n, first);
    first = begins ? named : at[0] != ' ';
    at += n + (at[n] == '\n');
  }
}

static void man_end(void) {
  puts(".SH \"WHAT STANDS IN SCRIPTS\"");
  man_pages("topics.txt", true);
  puts(".SH \"WHAT SCRIPTS CAN CALL\"");
  man_pages("reference.txt", false);
  puts(
      ".SH FILES\n"
      "Games are looked for in\n.BR $CROUPIER_PATH ,\n.BR ./games ,\n"
      ".BR $XDG_DATA_HOME/croupier/games ,\nand beside the program. Tables\n"
      "are kept in\n.BR $XDG_STATE_HOME/croupier .\n"
      ".SH ENVIRONMENT\n"
      ".BR CROUPIER_CPU =plain,\n.BR avx2 \" or \" avx512\n"
      "says which of the processor's ways hands and chance are computed; the\n"
      "results are the same. Without it the fastest is taken.\n"
      ".SH \"EXIT STATUS\"\n"
      "0 when all went well, 1 when a game or a script failed, 2 when the\n"
      "command line was wrong, 130 when it was interrupted.");
}

/* --- all --- */

static const Form *find_form(const char *name) {
  static const Form forms[] = {{"bash", bash_head, bash_end, bash_command},
                               {"zsh", zsh_head, zsh_end, zsh_command},
                               {"fish", fish_head, nothing, fish_command},
                               {"man", man_head, man_end, man_command}};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (strcmp(forms[i].name, name) == 0) return &forms[i];
  return NULL;
}

bool form_command(const char *form, const Command *command,
                  const OptionSpec *const *tables) {
  const Form *f = find_form(form);
  if (f != NULL) f->command(command, tables);
  return f != NULL;
}

bool form_all(const char *form) {
  const Form *f = find_form(form);
  char word[64];
  if (f == NULL) return false;
  snprintf(word, sizeof word, "--help=%s", form);
  f->head();
  for (const Command *const *c = commands(); *c != NULL; c++) {
    char *argv[] = {(char *)(*c)->name, word, NULL};
    (*c)->run(2, argv);
  }
  f->end();
  return true;
}
