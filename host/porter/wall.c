/* What the porter gives up once it listens. Of the file system it keeps nothing,
 * of system calls those that serving needs: by libseccomp, which knows their
 * numbers on each machine. A call that is none of them ends the porter. */
#include <linux/landlock.h>
#include <seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "porter/porter.h"

enum { MEMORY = 128 << 20, ABI_NET = 4, ABI_SCOPE = 6 };

static const int needed[] = {
    SCMP_SYS(read),         SCMP_SYS(readv),          SCMP_SYS(recvfrom),
    SCMP_SYS(recvmsg),      SCMP_SYS(write),          SCMP_SYS(writev),
    SCMP_SYS(sendto),       SCMP_SYS(sendmsg),        SCMP_SYS(accept4),
    SCMP_SYS(accept),       SCMP_SYS(close),          SCMP_SYS(shutdown),
    SCMP_SYS(poll),         SCMP_SYS(ppoll),          SCMP_SYS(epoll_wait),
    SCMP_SYS(epoll_pwait),  SCMP_SYS(epoll_ctl),      SCMP_SYS(setsockopt),
    SCMP_SYS(getsockopt),   SCMP_SYS(getpeername),    SCMP_SYS(getsockname),
    SCMP_SYS(fcntl),        SCMP_SYS(clock_gettime),  SCMP_SYS(gettimeofday),
    SCMP_SYS(brk),          SCMP_SYS(munmap),         SCMP_SYS(mremap),
    SCMP_SYS(madvise),      SCMP_SYS(futex),          SCMP_SYS(getrandom),
    SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask), SCMP_SYS(exit),
    SCMP_SYS(exit_group),   SCMP_SYS(restart_syscall)};

/* All file rights by their bits: the distribution's header knows the first only;
 * connecting and binding; signals to others. */
static void give_up_files(void) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0,
                     LANDLOCK_CREATE_RULESET_VERSION);
  uint64_t all[3] = {((uint64_t)1 << (abi >= 3   ? 15
                                      : abi == 2 ? 14
                                                 : 13)) -
                         1,
                     3, 3};
  size_t size = abi >= ABI_SCOPE ? 24 : abi >= ABI_NET ? 16 : 8;
  if (abi < 1) return;
  int rules = (int)syscall(SYS_landlock_create_ruleset, all, size, 0);
  if (rules < 0) return;
  syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
}

static void give_up_calls(void) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
  if (filter == NULL) return;
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
    seccomp_rule_add(filter, SCMP_ACT_ALLOW, needed[i], 0);
  seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
                   SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  seccomp_load(filter);
  seccomp_release(filter);
}

void wall_raise(void) {
#if !defined UNLIMITED && !defined COVERAGE /* those look at themselves */
  struct rlimit memory = {MEMORY, MEMORY}, none = {0, 0};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_AS, &memory);
  give_up_files();
  give_up_calls();
#else
  (void)give_up_files, (void)give_up_calls;
#endif
}
