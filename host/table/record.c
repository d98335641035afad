/* The form of one record, and nothing of files.
 *
 * Always true: there is exactly one line for a number, a payload and the check
 * before it. So a changed byte is seen whichever it is: the digits of LENGTH
 * and NUMBER, the case of CHECK and the spaces are held to as strictly as the
 * payload. LENGTH is not in the check, for the newline already settles it.
 *
 * Rejected: a check of the record alone (a record taken out, put twice or
 * moved would pass), and CRC-32 in a chain (no shorter, and a change meant to
 * deceive is easy to fit). */
#include "table/record.h"

#include <nettle/sha2.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static bool is_control(unsigned char byte) {
  return byte < 0x20 || byte == 0x7f;
}

bool record_fits(const char *payload, size_t len) {
  if (len > RECORD_MAX) return false;
  for (size_t i = 0; i < len; i++)
    if (is_control((unsigned char)payload[i])) return false;
  return true;
}

void record_check(char out[RECORD_CHECK], const char *previous, size_t number,
                  const char *payload, size_t len) {
  struct sha256_ctx sha;
  uint8_t digest[4];
  char place[24];
  int n = snprintf(place, sizeof place, " %zu ", number);
  sha256_init(&sha);
  sha256_update(&sha, strlen(previous), (const uint8_t *)previous);
  sha256_update(&sha, (size_t)n, (const uint8_t *)place);
  sha256_update(&sha, len, (const uint8_t *)payload);
  sha256_digest(&sha, sizeof digest, digest);
  snprintf(out, RECORD_CHECK, "%02x%02x%02x%02x", digest[0], digest[1],
           digest[2], digest[3]);
}

size_t record_head(char out[RECORD_HEAD], size_t number, const char *check,
                   size_t len) {
  int n = snprintf(out, RECORD_HEAD, "%zu %zu %.8s ", len, number, check);
  return (size_t)n;
}

/* A decimal number without leading zeros and the space after it. Returns the
 * bytes taken, 0 when there is no such thing. */
static size_t parse_number(size_t *out, const char *text, size_t left) {
  size_t n = 0, value = 0;
  while (n < left && n < 16 && text[n] >= '0' && text[n] <= '9')
    value = value * 10 + (size_t)(text[n++] - '0');
  if (n == 0 || n >= left || text[n] != ' ') return 0;
  if (n > 1 && text[0] == '0') return 0;
  *out = value;
  return n + 1;
}

/* Eight lower-case hex digits and the space after them. */
static size_t parse_check(char out[RECORD_CHECK], const char *text,
                          size_t left) {
  if (left < RECORD_CHECK || text[8] != ' ') return 0;
  for (size_t i = 0; i < 8; i++)
    if (text[i] == '\0' || !strchr("0123456789abcdef", text[i])) return 0;
  memcpy(out, text, 8);
  out[8] = '\0';
  return RECORD_CHECK;
}

bool record_parse(Record *out, const char *text, size_t left) {
  size_t at = 0, n;
  if (!(n = parse_number(&out->len, text, left))) return false;
  at += n;
  if (!(n = parse_number(&out->number, text + at, left - at))) return false;
  at += n;
  if (!(n = parse_check(out->check, text + at, left - at))) return false;
  at += n;
  if (out->len > RECORD_MAX || out->len >= left - at) return false;
  out->payload = text + at;
  out->total = at + out->len + 1;
  return text[at + out->len] == '\n' && record_fits(out->payload, out->len);
}

/* One byte escaped, 1 to 4 characters and a NUL. */
static size_t escape_byte(char out[8], unsigned char byte) {
  if (byte == '\n') return (size_t)snprintf(out, 8, "\\n");
  if (byte == '\\') return (size_t)snprintf(out, 8, "\\\\");
  if (is_control(byte)) return (size_t)snprintf(out, 8, "\\x%02x", byte);
  out[0] = (char)byte;
  return 1;
}

size_t journal_escape(char *out, size_t outlen, const char *text, size_t len) {
  size_t used = 0;
  bool room = outlen > 0;
  size_t end = 0;
  for (size_t i = 0; i < len; i++) {
    char one[8];
    size_t n = escape_byte(one, (unsigned char)text[i]);
    room = room && used + n < outlen;
    if (room) {
      memcpy(out + used, one, n);
      end = used + n;
    }
    used += n;
  }
  if (outlen > 0) out[end] = '\0';
  return used;
}

static int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

/* The byte that the escape at `text` (its backslash) stands for. Returns the
 * characters taken, 0 when it is none. */
static size_t unescape_byte(char *out, const char *text, size_t left) {
  if (left < 2) return 0;
  *out = text[1] == 'n' ? '\n' : '\\';
  if (text[1] == 'n' || text[1] == '\\') return 2;
  if (text[1] != 'x' || left < 4) return 0;
  int high = hex_value(text[2]), low = hex_value(text[3]);
  if (high < 0 || low < 0) return 0;
  *out = (char)(high * 16 + low);
  return is_control((unsigned char)*out) && *out != '\n' ? 4 : 0;
}

bool journal_unescape(char *out, size_t *outlen, const char *text, size_t len) {
  size_t used = 0;
  for (size_t i = 0; i < len;) {
    char byte = text[i];
    size_t n = 1;
    if (is_control((unsigned char)byte)) return false;
    if (byte == '\\') n = unescape_byte(&byte, text + i, len - i);
    if (n == 0) return false;
    out[used++] = byte;
    i += n;
  }
  out[used] = '\0';
  if (outlen) *outlen = used;
  return true;
}
