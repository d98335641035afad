/* A second wall around scripts: limits what a script that escaped the sandbox
 * could do with this process.
 *
 * Programs that it starts gain no privileges. With Landlock, where the kernel has
 * it, nothing can be executed, and nothing written, created or removed outside
 * the named folders; from Linux 6.7 on TCP connections and binding a port are
 * refused too. Reading stays possible. Files that are open stay open, and threads
 * that were started before are not limited.
 *
 * Landlock can't refuse sending over UDP, listening on an unbound socket (the
 * system picks a port), or accepting on a socket that listened before. So data
 * that can be read can leak.
 *
 * Rejected: seccomp. Landlock says by path what a filter of system calls can't
 * (it sees numbers, not files), and a list of the calls that readline, threads,
 * timers and the allocator need would break with the next release of the C
 * library; what is left to gain on older kernels isn't worth that. */
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "front/front.h"

enum { ABI_TRUNCATE = 3, ABI_NET = 4 };

/* By their bits, for the distribution's header knows the first only. */
#define TRUNCATE ((uint64_t)1 << 14)
#define NET_BIND ((uint64_t)1 << 0)
#define NET_CONNECT ((uint64_t)1 << 1)
#define INTO_FILE (LANDLOCK_ACCESS_FS_WRITE_FILE | TRUNCATE)
#define IN_FOLDER                                                  \
  (INTO_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |                     \
   LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | \
   LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |     \
   LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |   \
   LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)

typedef struct Rules {
  uint64_t fs, net;
} Rules;

/* Allows writing `path`, a file or a folder with everything below it. A path that
 * doesn't exist is skipped. */
static void let(int rules, const char *path, uint64_t handled) {
  struct stat st = {0};
  int fd = open(path, O_PATH | O_CLOEXEC);
  if (fd < 0) return;
  fstat(fd, &st);
  struct landlock_path_beneath_attr may = {.parent_fd = fd};
  may.allowed_access =
      handled & (S_ISDIR(st.st_mode) ? (uint64_t)IN_FOLDER : INTO_FILE);
  syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &may, 0);
  close(fd);
}

/* A ruleset of everything that the kernel can refuse; -1: it has no Landlock. */
static int new_rules(Rules *all) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0,
                     LANDLOCK_CREATE_RULESET_VERSION);
  *all = (Rules){.fs = IN_FOLDER | LANDLOCK_ACCESS_FS_EXECUTE};
  if (abi < 1) return -1;
  if (abi < ABI_TRUNCATE) all->fs &= ~TRUNCATE;
  if (abi >= ABI_NET) all->net = NET_BIND | NET_CONNECT;
  size_t size = abi >= ABI_NET ? sizeof *all : sizeof all->fs;
  return (int)syscall(SYS_landlock_create_ruleset, all, size, 0);
}

/* raise({ folder or file, ... }) -> is there a wall? Afterwards only these can be
 * written by this thread and those that it starts; it can't be undone. */
static int raise_wall(lua_State *F) {
  Rules all;
  luaL_checktype(F, 1, LUA_TTABLE);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  int rules = new_rules(&all);
  bool kept = rules >= 0;
  if (kept) {
    let(rules, "/dev/null", all.fs);
    let(rules, "/dev/tty", all.fs);
#ifdef COVERAGE /* where a program that counts its branches writes them */
    let(rules, COVERAGE, all.fs);
#endif
    for (lua_Integer i = 1; lua_rawgeti(F, 1, i) == LUA_TSTRING; i++) {
      let(rules, lua_tostring(F, -1), all.fs);
      lua_pop(F, 1);
    }
    kept = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
  }
  lua_pushboolean(F, kept);
  return 1;
}

void l_wall(lua_State *F) {
  lua_createtable(F, 0, 1);
  lua_pushcfunction(F, raise_wall);
  lua_setfield(F, -2, "raise");
}
