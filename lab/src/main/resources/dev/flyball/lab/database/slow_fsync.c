/*
 * A disk that takes longer to flush than the one of this machine: preloaded into a database server,
 * it lets every fsync and fdatasync sleep for FLYBALL_FSYNC_MICROS microseconds before the real one.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <time.h>

static void sleep_first(void) {
  const char *given = getenv("FLYBALL_FSYNC_MICROS");
  long micros = given ? atol(given) : 0;
  struct timespec left = {micros / 1000000, micros % 1000000 * 1000};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

static int flush(const char *name, int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  sleep_first();
  return real(file);
}

int fsync(int file) { return flush("fsync", file); }

int fdatasync(int file) { return flush("fdatasync", file); }
