/* The porter by its sockets: what it gives to whom, when it waits, what it
 * refuses, and that nobody can keep others out. The test is its front. */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>

#include "check.h"
#include "phone.h"

#define SEAT "abcdefghijklmnopqrst_-"
#define TABLE "TTTTTTTTTTTTTTTTTTTTTT"
#define DOOR "DDDDDDDDDDDDDDDDDDDDDD"

extern char **environ;

static int front, port;
static pid_t porter;

/* The porter that was built with this test, at that address, which becomes what
 * it says it is. */
static void start(char *address) {
  static char path[4096];
  int pair[2];
  char note[2048], fd[16];
  char *argv[] = {path, fd, address, (char *)(uintptr_t) "18421", NULL};
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 32);
  path[n > 0 ? n : 0] = '\0';
  strcat(dirname(dirname(path)), "/croupier-porter");
  if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) != 0) abort();
  fcntl(pair[0], F_SETFD, FD_CLOEXEC);
  snprintf(fd, sizeof fd, "%d", pair[1]);
  if (posix_spawn(&porter, path, NULL, NULL, argv, environ) != 0) abort();
  close(pair[1]);
  front = pair[0];
  n = recv(front, note, sizeof note - 1, 0);
  note[n > 0 ? n : 0] = '\0';
  CHECK(sscanf(note, "L%63s %d", address, &port) == 2);
}

static void tell(const char *note) { send(front, note, strlen(note), 0); }

/* The next note, less those of how many screens there are. */
static const char *next_note(void) {
  static char note[8192];
  do {
    ssize_t n = recv(front, note, sizeof note - 1, 0);
    note[n > 0 ? n : 0] = '\0';
  } while (note[0] == 'N');
  return note;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* --- what it gives --- */

static void test_page(void) {
  CHECK_INT(phone_get(port, "/view?v=0", SEAT)->status, 503); /* too early */
  CHECK_INT(phone_post(port, SEAT, "7\n#1"), 503);
  tell("Pdefault-src 'none'\n<!doctype html><p>a page");
  tell("T1 " SEAT);
  tell("T33 " TABLE);
  tell("T34 " DOOR);
  tell("V1 {\"hand\":\"Kh\"}");
  CHECK(phone_sees(port, SEAT, "{\"hand\":\"Kh\"}"));
  Reply *r = phone_get(port, "/", "");
  CHECK_INT(r->status, 200);
  CHECK(strstr(r->all, "Content-Security-Policy: default-src 'none'\r\n"));
  CHECK(strstr(r->all, "X-Content-Type-Options: nosniff\r\n"));
  CHECK(strcmp(r->body, "<!doctype html><p>a page") == 0);
  CHECK_INT(phone_get(port, "/some/prefix/", "")->status, 200);
  CHECK_INT(phone_get(port, "/prefix/view?v=0", SEAT)->status, 200);
}

/* Each sees its own place alone, and a token is whole. */
static void test_tokens(void) {
  CHECK_INT(phone_get(port, "/view?v=0", "")->status, 403);
  CHECK_INT(phone_get(port, "/view?v=0", "abcdefghijklmnopqrst_")->status, 403);
  CHECK_INT(phone_get(port, "/view?v=0", SEAT "x")->status, 403);
  CHECK_INT(phone_get(port, "/view?v=0", "bbcdefghijklmnopqrst_-")->status,
            403);
  tell("V33 {\"lines\":\"the table\"}");
  CHECK(phone_sees(port, TABLE, "the table"));
  CHECK(strstr(phone_get(port, "/view?v=0", TABLE)->body, "Kh") == NULL);
  CHECK_INT(phone_post(port, TABLE, "1\nx"), 403); /* it only looks */
}

static uint64_t version(void) {
  return strtoull(phone_get(port, "/view?v=0", SEAT)->body + strlen("{\"v\":"),
                  NULL, 10);
}

/* Who has the newest view waits for the next, and has it at once. */
static void test_waiting(void) {
  char text[256];
  uint64_t first = version();
  snprintf(text, sizeof text,
           "GET /view?v=%llu HTTP/1.1\r\nHost: localhost\r\nX-Seat: " SEAT
           "\r\n\r\n",
           (unsigned long long)first);
  int fd = phone_connect(port);
  double before = now();
  CHECK(send(fd, text, strlen(text), 0) > 0);
  usleep(300000);
  tell("V1 {\"hand\":\"7s\"}");
  Reply *r = phone_read(fd);
  CHECK_INT(r->status, 200);
  CHECK(strstr(r->body, "7s") != NULL);
  CHECK(now() - before >= 0.3);
  close(fd);
  CHECK(version() > first);
  tell("V1 {\"hand\":\"7s\"}"); /* never a version that was there before */
  CHECK(version() > first);
}

static void test_letters(void) {
  CHECK_INT(phone_post(port, SEAT, "17\n#3"), 202);
  CHECK(strcmp(next_note(), "A1\n17\n#3") == 0);
  CHECK_INT(phone_post(port, DOOR, "2\n" SEAT), 202);
  CHECK(strcmp(next_note(), "A34\n2\n" SEAT) == 0);
  CHECK_INT(phone_post(port, "nobody", "17\n#3"), 403);
}

/* A shut place knows its token no more; a new one has another. */
static void test_shut(void) {
  tell("T2 222222222222222222222_");
  tell("V2 {}");
  CHECK(phone_sees(port, "222222222222222222222_", "{}"));
  tell("T2 333333333333333333333_");
  CHECK(phone_sees(port, "333333333333333333333_", "{}"));
  CHECK_INT(phone_get(port, "/view?v=0", "222222222222222222222_")->status,
            403);
  tell("T2 ");
  tell("V1 {\"hand\":\"shut\"}");
  CHECK(phone_sees(port, SEAT, "shut"));
  CHECK_INT(phone_get(port, "/view?v=0", "333333333333333333333_")->status,
            403);
  CHECK_INT(phone_get(port, "/view?v=0", "")->status, 403);
}

static void test_code(void) {
  tell("Qhttp://192.168.1.5:8421/#KzAAHebsBS_BGI2GuAk_vQ");
  const char *code = next_note();
  CHECK(strncmp(code, "Q1111111", 8) == 0);
  size_t width = strcspn(code + 1, "\n");
  CHECK_INT(strlen(code + 1), width * (width + 1));
}

/* --- what it refuses --- */

#define HEAD "Host: localhost\r\nX-Seat: " SEAT "\r\n"

static void test_refused(void) {
  static const struct {
    const char *text;
    int status;
  } all[] = {
      {"GET /view?v=0 HTTP/1.1\r\nHost: evil.example\r\nX-Seat: " SEAT
       "\r\n\r\n",
       421},
      {"GET /view?v=0 HTTP/1.1\r\nHost: 10.0.0.1.evil.example\r\n\r\n", 421},
      {"GET /view?v=0 HTTP/1.1\r\nHost: [::1]:8421\r\nX-Seat: " SEAT "\r\n\r\n",
       200},
      {"GET /view?v=0 HTTP/1.1\r\nHost: 192.168.1.5\r\nX-Seat: " SEAT
       "\r\n\r\n",
       200},
      {"OPTIONS /answer HTTP/1.1\r\n" HEAD "\r\n", 405},
      {"PUT /answer HTTP/1.1\r\n" HEAD "Content-Length: 1\r\n\r\nx", 405},
      {"POST /answer HTTP/1.1\r\n" HEAD "\r\n", 411},
      {"POST /answer HTTP/1.1\r\n" HEAD "Content-Length: 4097\r\n\r\n", 413},
      {"POST /answer HTTP/1.1\r\n" HEAD "Content-Length: 99999999\r\n\r\n",
       413},
      {"POST /answer HTTP/1.1\r\n" HEAD
       "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
       411},
      {"POST /view HTTP/1.1\r\n" HEAD "Content-Length: 1\r\n\r\nx", 404},
      {"GET /etc/passwd HTTP/1.1\r\n" HEAD "\r\n", 404},
      {"GET /../../etc/ HTTP/1.1\r\n" HEAD "\r\n", 200}, /* the page */
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    CHECK_INT(phone_send(port, all[i].text)->status, all[i].status);
    if (checks_failed) fprintf(stderr, "  [%s]\n", all[i].text);
  }
}

static void test_huge_head(void) {
  static char text[32 << 10];
  memset(text, 'a', sizeof text - 1);
  memcpy(text, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ", 41);
  int status = phone_send(port, text)->status;
  CHECK(status == 0 || status >= 400);
  CHECK_INT(phone_get(port, "/", "")->status, 200);
}

/* Twenty letters in ten seconds, whatever is in them. */
static void test_flood(void) {
  int taken = 0, refused = 0;
  tell("T3 444444444444444444444_");
  tell("V3 {}");
  CHECK(phone_sees(port, "444444444444444444444_", "{}"));
  for (int i = 0; i < 30; i++) {
    int status = phone_post(port, "444444444444444444444_", "1\nx");
    taken += status == 202;
    refused += status == 429;
  }
  CHECK_INT(taken, 20);
  CHECK_INT(refused, 10);
  for (int i = 0; i < 20; i++) CHECK(strcmp(next_note(), "A3\n1\nx") == 0);
}

/* Hundreds that send a byte now and then keep nobody out, and end. */
static void test_slow(void) {
  enum { MANY = 300 };
  int fd[MANY], open = 0;
  double before = now();
  for (int i = 0; i < MANY; i++) {
    fd[i] = phone_connect(port);
    if (fd[i] >= 0) send(fd[i], "GET / HT", 8, MSG_NOSIGNAL);
  }
  for (int i = 0; i < 10; i++) {
    for (int k = 0; k < MANY; k++)
      if (fd[k] >= 0) send(fd[k], "x", 1, MSG_NOSIGNAL);
    CHECK_INT(phone_get(port, "/view?v=0", SEAT)->status, 200);
    usleep(900000);
  }
  CHECK(now() - before < 30);
  for (int i = 0; i < MANY; i++) {
    char c;
    open +=
        fd[i] >= 0 && recv(fd[i], &c, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN;
    if (fd[i] >= 0) close(fd[i]);
  }
  CHECK_INT(open, 0);
}

/* It ends when its front does, though a phone asks at that moment to wait. */
static void test_end(void) {
  int status = -1, fd = phone_connect(port);
  char text[256];
  snprintf(text, sizeof text, "GET /view?v=%llu HTTP/1.1\r\n" HEAD "\r\n",
           (unsigned long long)version());
  CHECK_INT(phone_ask(fd, "/view?v=0", SEAT)->status, 200);
  kill(porter, SIGSTOP);
  CHECK(send(fd, text, strlen(text), 0) > 0);
  close(front);
  kill(porter, SIGCONT);
  waitpid(porter, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  CHECK_INT(phone_connect(port), -1);
}

/* One address of the network has 32 connections and no more. */
static void test_address(void) {
  enum { MANY = 40 };
  char address[64] = "auto";
  struct sockaddr_in at = {.sin_family = AF_INET};
  int answered = 0;
  start(address);
  if (strncmp(address, "127.", 4) == 0)
    printf("porter: skipped: no network here to be reached from\n");
  inet_pton(AF_INET, address, &at.sin_addr);
  at.sin_port = htons((uint16_t)port);
  tell("T1 " SEAT);
  tell("V1 {}");
  for (int i = 0; i < MANY && strncmp(address, "127.", 4) != 0; i++) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); /* stays open */
    CHECK_INT(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    answered += phone_ask(fd, "/view?v=0", SEAT)->status == 200;
    CHECK_INT(answered, i < 32 ? i + 1 : 32);
  }
  close(front);
  waitpid(porter, NULL, 0);
}

int main(void) {
  char here[64] = "127.0.0.1";
  signal(SIGPIPE, SIG_IGN);
  test_address();
  start(here);
  test_page();
  test_tokens();
  test_waiting();
  test_letters();
  test_shut();
  test_code();
  test_refused();
  test_huge_head();
  test_flood();
  test_slow();
  test_end();
  return check_done("porter");
}
