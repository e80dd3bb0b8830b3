// Loaded into the server (LD_PRELOAD), it records what is done to the files of a database, in order, so that power-loss.ts can make
// of them what a disk would have that lost its power at any moment.
// Built by power-loss.ts: cc -shared -fPIC -O1 -o record-writes.so record-writes.c -ldl -lpthread
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

/** One record: this head, the name of the file, and its data. */
struct head {
  char operation; // W: written, T: cut or made longer, S: on the disk, U: removed
  uint8_t name_length;
  uint16_t unused;
  uint32_t data_length;
  uint64_t offset;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_file = -1;
static const char *database; // path of the database; its files have names that begin with it

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static ssize_t (*real_pwrite64)(int, const void *, size_t, off_t);
static ssize_t (*real_pwritev)(int, const struct iovec *, int, off_t);
static int (*real_ftruncate64)(int, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_unlink)(const char *);

__attribute__((constructor)) static void begin(void) {
  real_write = dlsym(RTLD_NEXT, "write");
  real_writev = dlsym(RTLD_NEXT, "writev");
  real_pwrite64 = dlsym(RTLD_NEXT, "pwrite64");
  real_pwritev = dlsym(RTLD_NEXT, "pwritev");
  real_ftruncate64 = dlsym(RTLD_NEXT, "ftruncate64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_unlink = dlsym(RTLD_NEXT, "unlink");
  const char *path = getenv("RECORD_WRITES_TO");
  database = getenv("RECORD_WRITES_OF");
  if (path && database) log_file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/** The part of a file's name after that of the database, if it is one of its files that outlive a process; else null. */
static const char *part_of(const char *path) {
  size_t length = database ? strlen(database) : 0;
  if (log_file < 0 || strncmp(path, database, length) != 0) return NULL;
  const char *rest = path + length;
  return strcmp(rest, "") == 0 || strcmp(rest, "-wal") == 0 || strcmp(rest, "-journal") == 0 ? rest : NULL;
}

static const char *part_of_open(int file, char *path, size_t size) {
  if (log_file < 0 || file == log_file || file < 3) return NULL;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, size - 1);
  if (length <= 0) return NULL;
  path[length] = 0;
  return part_of(path);
}

static void record(char operation, const char *name, uint64_t offset, const struct iovec *data, int count, size_t length) {
  struct head head = {operation, (uint8_t)strlen(name), 0, (uint32_t)length, offset};
  struct iovec all[64] = {{&head, sizeof head}, {(void *)name, strlen(name)}};
  if (count > 62) abort();
  for (int i = 0; i < count; i++) all[2 + i] = data[i];
  pthread_mutex_lock(&lock);
  if (real_writev(log_file, all, 2 + count) != (ssize_t)(sizeof head + strlen(name) + length)) abort();
  pthread_mutex_unlock(&lock);
}

static void record_write(int file, const struct iovec *data, int count, off_t offset) {
  char path[4096];
  const char *name = part_of_open(file, path, sizeof path);
  if (!name) return;
  size_t length = 0;
  for (int i = 0; i < count; i++) length += data[i].iov_len;
  record('W', name, (uint64_t)(offset >= 0 ? offset : lseek(file, 0, SEEK_CUR)), data, count, length);
}

ssize_t write(int file, const void *data, size_t length) {
  struct iovec one = {(void *)data, length};
  record_write(file, &one, 1, -1);
  return real_write(file, data, length);
}
ssize_t writev(int file, const struct iovec *data, int count) {
  record_write(file, data, count, -1);
  return real_writev(file, data, count);
}
ssize_t pwrite64(int file, const void *data, size_t length, off_t offset) {
  struct iovec one = {(void *)data, length};
  record_write(file, &one, 1, offset);
  return real_pwrite64(file, data, length, offset);
}
ssize_t pwritev(int file, const struct iovec *data, int count, off_t offset) {
  record_write(file, data, count, offset);
  return real_pwritev(file, data, count, offset);
}
int ftruncate64(int file, off_t size) {
  char path[4096];
  const char *name = part_of_open(file, path, sizeof path);
  if (name) record('T', name, (uint64_t)size, NULL, 0, 0);
  return real_ftruncate64(file, size);
}

/** Recorded only once it is true. */
static int synced(int file, int result) {
  char path[4096];
  const char *name = part_of_open(file, path, sizeof path);
  if (name && result == 0) record('S', name, 0, NULL, 0, 0);
  return result;
}
int fsync(int file) { return synced(file, real_fsync(file)); }
int fdatasync(int file) { return synced(file, real_fdatasync(file)); }

int unlink(const char *path) {
  const char *name = part_of(path);
  if (name) record('U', name, 0, NULL, 0, 0);
  return real_unlink(path);
}
