/* embed VERSION NAME=PATH...: writes a C file that holds the files' bytes.
 *
 * Each file becomes one string literal, a line of the file on a line of it:
 * compilers read that ten times faster than lists of numbers. Question marks
 * are escaped because -std=c17 knows trigraphs, digits are safe because octal
 * escapes are always written with three. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_byte(int c) {
  if (c == '\n')
    fputs("\\n\"\n  \"", stdout);
  else if (c == '"' || c == '\\' || c == '?')
    printf("\\%c", c);
  else if (c < 32 || c > 126)
    printf("\\%03o", (unsigned)c);
  else
    putchar(c);
}

/* Writes the literal `const char text_I[]`; gives the number of bytes. */
static unsigned long put_file(int i, const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    perror(path);
    exit(1);
  }
  printf("static const char text_%d[] =\n  \"", i);
  unsigned long len = 0;
  for (int c; (c = getc(file)) != EOF; len++) put_byte(c);
  puts("\";");
  fclose(file);
  return len;
}

/* The path in NAME=PATH, the argument being cut to NAME. */
static const char *cut(char *argument) {
  char *equals = strchr(argument, '=');
  if (equals == NULL || equals[1] == '\0') {
    fprintf(stderr, "embed: %s: expected NAME=PATH\n", argument);
    exit(2);
  }
  *equals = '\0';
  return equals + 1;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fputs("usage: embed VERSION NAME=PATH...\n", stderr);
    return 2;
  }
  unsigned long *len = calloc((size_t)argc, sizeof *len);
  if (len == NULL) return 1;
  puts("/* Made by scripts/embed.c. */");
  puts("#include \"script/embed_data.h\"");
  for (int i = 2; i < argc; i++) len[i] = put_file(i, cut(argv[i]));
  printf("const char embed_data_version[] = \"%s\";\n", argv[1]);
  printf("const size_t embed_data_count = %d;\n", argc - 2);
  puts("const EmbeddedFile embed_data[] = {");
  for (int i = 2; i < argc; i++)
    printf("  {\"%s\", text_%d, %lu},\n", argv[i], i, len[i]);
  puts("};");
  free(len);
  return fflush(stdout) != 0;
}
