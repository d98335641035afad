/* croupier-porter FD ADDRESS PORT: the porter, started by the front with a
 * socketpair at FD. ADDRESS is where it listens, in figures; "auto": the address
 * of the one network, of several the first Wi-Fi, then Ethernet. PORT is the first
 * of those that are tried. */
#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "porter/porter.h"

/* How likely phones are to be on a network: Wi-Fi, Ethernet, others that lead
 * somewhere; 0 for what is none. */
static int likelihood(const struct ifaddrs *i) {
  bool is_up = (i->ifa_flags & IFF_UP) != 0 && !(i->ifa_flags & IFF_LOOPBACK);
  if (!is_up || i->ifa_addr == NULL || i->ifa_addr->sa_family != AF_INET)
    return 0;
  if (strncmp(i->ifa_name, "wl", 2) == 0) return 3;
  return i->ifa_name[0] == 'e' ? 2 : 1;
}

/* Adds the address in figures as a line. */
static void add_address(char *out, size_t size, const struct sockaddr *a) {
  char text[INET_ADDRSTRLEN] = "";
  const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)a;
  inet_ntop(AF_INET, &four->sin_addr, text, sizeof text);
  size_t len = strlen(out);
  snprintf(out + len, size - len, "%s\n", text);
}

/* The addresses of this machine's networks, a line each, the likeliest first. */
static void find_addresses(char *out, size_t size) {
  struct ifaddrs *all = NULL;
  out[0] = '\0';
  if (getifaddrs(&all) != 0) return;
  for (int wanted = 3; wanted > 0; wanted--)
    for (struct ifaddrs *i = all; i != NULL; i = i->ifa_next)
      if (likelihood(i) == wanted) add_address(out, size, i->ifa_addr);
  freeifaddrs(all);
}

static int listen_at(const struct addrinfo *a) {
  int one = 1, fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, 64) == 0)
    return fd;
  int why = errno;
  close(fd);
  errno = why;
  return -1;
}

/* A socket that listens at the first free port from `port` on, which becomes that;
 * -1 with errno, or with 0 where the address is none. */
static int listen_near(const char *address, int *port) {
  struct addrinfo want = {.ai_family = AF_UNSPEC,
                          .ai_socktype = SOCK_STREAM,
                          .ai_flags = AI_NUMERICHOST | AI_PASSIVE},
                  *a;
  int fd = -1, first = *port;
  for (; fd < 0 && *port < first + PORT_TRIES; ++*port) {
    char text[16];
    snprintf(text, sizeof text, "%d", *port);
    errno = 0;
    if (getaddrinfo(address, text, &want, &a) != 0) return -1;
    fd = listen_at(a);
    freeaddrinfo(a);
    if (fd < 0 && errno != EADDRINUSE) return -1;
  }
  --*port;
  return fd;
}

/* Opens what is listened at and tells the front of it; -1 where that can't be. */
static int open_door(Porter *p, const char *address, int port) {
  char others[1024] = "", note[1200], first[64];
  if (strcmp(address, "auto") == 0) {
    find_addresses(others, sizeof others);
    size_t len = strcspn(others, "\n");
    snprintf(first, sizeof first, "%.*s", (int)len, others);
    memmove(others, others + len, strlen(others + len) + 1);
    address = first[0] != '\0' ? first : "127.0.0.1";
  }
  p->is_behind_proxy =
      strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
  int fd = listen_near(address, &port);
  if (fd >= 0)
    snprintf(note, sizeof note, "L%s %d%s%s", address, port,
             others[0] == '\0' ? "\n" : "", others);
  else
    snprintf(note, sizeof note, "E%s: %s", address,
             errno == 0 ? "not an address in figures" : strerror(errno));
  send(p->front, note, strlen(note), MSG_NOSIGNAL);
  return fd;
}

/* Phones may know this machine by its name in the local network. */
static void add_own_name(Porter *p) {
  char name[256 + sizeof ".local"] = "";
  if (gethostname(name, 255) != 0 || name[0] == '\0') return;
  places_add_host(p, strcat(name, ".local"));
}

int main(int argc, char **argv) {
  Porter porter = {0};
  if (argc != 4) {
    fputs(
        "croupier-porter is started by `croupier play` for seats on phones.\n",
        stderr);
    return 2;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGINT, SIG_IGN); /* Ctrl-C is for the table */
  signal(SIGTSTP, SIG_IGN);
  porter.front = atoi(argv[1]);
  add_own_name(&porter);
  int listener = open_door(&porter, argv[2], atoi(argv[3]));
  if (listener < 0) return 1;
  if (!http_open(&porter, listener)) return 1;
  tzset(); /* the library's Date looks for time zones, once */
  wall_raise();
  while (http_serve(&porter)) {}
  exit(0); /* with all that it has: phones may ask to wait until then */
}
