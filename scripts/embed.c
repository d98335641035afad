/* embed VERSION NAME=PATH...: writes a C file that holds the files' bytes.
 *
 * The library's Lua is held compiled too, with what its traces need: reading
 * it took most of the time that starting took.
 *
 * Each file becomes one string literal, a line of the file on a line of it:
 * compilers read that ten times faster than lists of numbers. Question marks
 * are escaped because -std=c17 knows trigraphs, digits are safe because octal
 * escapes are always written with three. */
#include <lauxlib.h>
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

static int put_code(lua_State *L, const void *bytes, size_t n, void *len) {
  (void)L;
  for (size_t i = 0; i < n; i++) {
    if (*(unsigned long *)len % 64 == 0) fputs("\"\n  \"", stdout);
    put_byte(((const unsigned char *)bytes)[i]);
    ++*(unsigned long *)len;
  }
  return 0;
}

/* Is it a module of the library? */
static int is_module(const char *name) {
  size_t n = strlen(name);
  return strncmp(name, "stdlib/", 7) == 0 && n > 4 &&
         strcmp(name + n - 4, ".lua") == 0;
}

/* Writes `const char code_I[]` of a module; its bytes, 0 for other files. */
static unsigned long put_compiled(int i, const char *name, const char *path) {
  char chunk[512];
  unsigned long len = 0;
  if (!is_module(name)) return 0;
  lua_State *L = luaL_newstate();
  snprintf(chunk, sizeof chunk, "=%s", name);
  FILE *file = L != NULL ? fopen(path, "rb") : NULL;
  static char text[1 << 20];
  size_t n = file != NULL ? fread(text, 1, sizeof text, file) : 0;
  if (file == NULL || n == sizeof text ||
      luaL_loadbufferx(L, text, n, chunk, "t") != LUA_OK) {
    fprintf(stderr, "embed: %s\n", L && file ? lua_tostring(L, -1) : path);
    exit(1);
  }
  fclose(file);
  printf("static const char code_%d[] =\n  \"", i);
  lua_dump(L, put_code, &len, 0);
  puts("\";");
  lua_close(L);
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
  unsigned long *len = calloc((size_t)argc, 2 * sizeof *len);
  if (len == NULL) return 1;
  unsigned long *code = len + argc;
  puts("/* Made by scripts/embed.c. */");
  puts("#include \"script/sources.h\"");
  for (int i = 2; i < argc; i++) {
    const char *path = cut(argv[i]);
    len[i] = put_file(i, path);
    code[i] = put_compiled(i, argv[i], path);
  }
  printf("const char embed_data_version[] = \"%s\";\n", argv[1]);
  printf("const size_t embed_data_count = %d;\n", argc - 2);
  puts("const EmbeddedFile embed_data[] = {");
  for (int i = 2; i < argc; i++) {
    printf("  {\"%s\", text_%d, %lu, ", argv[i], i, len[i]);
    if (code[i] > 0)
      printf("code_%d, %lu},\n", i, code[i]);
    else
      puts("0, 0},");
  }
  puts("};");
  free(len);
  return fflush(stdout) != 0;
}
