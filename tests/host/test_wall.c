/* The wall as older and newer kernels keep it: what is asked of the kernel is
 * written down by a kernel of our own. That the wall holds, on this machine's,
 * is tried by tests/script/test_sandbox.lua. */
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <linux/landlock.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check.h"
#include "front/front.h"

static struct {
  long abi;          /* of Landlock; -1: it has none */
  bool full, strict; /* can't make rules; keeps none */
  uint64_t rules[2]; /* what is handled: files, network */
  size_t size;       /* of that */
  int let, raised;
  uint64_t folder, file; /* what was allowed last in either */
} kernel;

static long make_rules(const void *rules, size_t size) {
  if (rules == NULL) return kernel.abi;
  if (kernel.full) return -1;
  memset(kernel.rules, 0, sizeof kernel.rules);
  memcpy(kernel.rules, rules, size);
  kernel.size = size;
  return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static long let(const struct landlock_path_beneath_attr *may) {
  bool folder = may->allowed_access & LANDLOCK_ACCESS_FS_MAKE_REG;
  *(folder ? &kernel.folder : &kernel.file) = may->allowed_access;
  kernel.let++;
  return 0;
}

long syscall(long number, ...) {
  va_list args;
  va_start(args, number);
  const void *rules = NULL;
  size_t size = 0;
  if (number == SYS_landlock_create_ruleset) {
    rules = va_arg(args, const void *);
    size = va_arg(args, size_t);
  } else if (number == SYS_landlock_add_rule) {
    va_arg(args, int), va_arg(args, int);
    rules = va_arg(args, const void *);
  }
  va_end(args);
  if (number == SYS_landlock_create_ruleset) return make_rules(rules, size);
  if (number == SYS_landlock_add_rule) return let(rules);
  kernel.raised++;
  return kernel.strict ? -1 : 0;
}

/* Is there a wall, round /tmp and a file that isn't there? */
static bool raised(lua_State *F, long abi) {
  kernel.abi = abi;
  kernel.let = kernel.raised = 0;
  lua_settop(F, 1);
  lua_getfield(F, 1, "raise");
  lua_newtable(F);
  lua_pushliteral(F, "/tmp");
  lua_rawseti(F, -2, 1);
  lua_pushliteral(F, "/no/such/file");
  lua_rawseti(F, -2, 2);
  lua_call(F, 1, 1);
  return lua_toboolean(F, -1);
}

#define TRUNCATE ((uint64_t)1 << 14)

static void test_kernels(lua_State *F) {
  CHECK(!raised(F, -1) && kernel.let + kernel.raised == 0);
  CHECK(raised(F, 1) && kernel.raised == 1);
  CHECK_INT(kernel.size, 8); /* it knows nothing of a network */
  CHECK(!(kernel.rules[0] & TRUNCATE) && !(kernel.folder & TRUNCATE));
  CHECK(raised(F, 3));
  CHECK_INT(kernel.size, 8);
  CHECK(kernel.rules[0] & TRUNCATE && kernel.folder & TRUNCATE);
  CHECK(raised(F, 4));
  CHECK_INT(kernel.size, 16);
  CHECK_INT(kernel.rules[1], 3);
  /* nothing can be started anywhere, and a file is only written */
  CHECK(kernel.rules[0] & LANDLOCK_ACCESS_FS_EXECUTE);
  CHECK(!(kernel.folder & LANDLOCK_ACCESS_FS_EXECUTE));
  CHECK_INT(kernel.file, LANDLOCK_ACCESS_FS_WRITE_FILE | TRUNCATE);
}

static void test_refusals(lua_State *F) {
  kernel.full = true;
  CHECK(!raised(F, 4) && kernel.let == 0);
  kernel.full = false;
  kernel.strict = true;
  CHECK(!raised(F, 4) && kernel.raised == 1);
  kernel.strict = false;
}

int main(void) {
  lua_State *F = luaL_newstate();
  l_wall(F);
  test_kernels(F);
  test_refusals(F);
  lua_close(F);
  return check_done("wall");
}
