/* The commands in forms that other programs read: shell completion and the
 * manual page, from the same tables as `--help`.
 *
 * Every command answers `--help=FORM` with its own part, for only it knows
 * its tables; `croupier completion FORM` calls them all. */
#ifndef CMD_FORMS_H
#define CMD_FORMS_H

#include "cmd/options.h"

/* Prints a command's part in a form: "bash", "zsh", "fish" or "man". False
 * when there is no such form. */
bool form_command(const char *form, const Command *command,
                  const OptionSpec *const *tables);

/* Prints all of a form: its head, every command's part, its end. False when
 * there is no such form. */
bool form_all(const char *form);

/* Text of a manual page: dots and quotes at a line's begin made safe. */
void form_roff(const char *text, size_t size);

#endif
