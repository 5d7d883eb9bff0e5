// A disk that fails, for tests: stands between a process and the files of its store (those named games.db...).
//
//   cc -shared -fPIC -O1 -o faults.so tests/disk/faults.c -ldl
//   LD_PRELOAD=faults.so DISK_FAULTS=<folder> hierophant serve ...
//
// The folder decides what the disk does; files in it can come and go while the process runs:
//   full         there is no room: whatever would make a file longer fails with ENOSPC
//   sync-fails   flushing fails with EIO
//   slow         each write takes half a millisecond
//   undo/        (a folder) all that was written and not flushed can be taken back, as a power cut would: undo/<file> has, for
//                each write since the last flush, the offset, the length of the file before, the number of old bytes (64 bits
//                each, as the machine orders them), and the old bytes
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, SLOW_MICROSECONDS = 500 };

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static int asked_for(const char *what, char *path) {
  const char *control = getenv("DISK_FAULTS");
  if (!control) return 0;
  snprintf(path, PATH_BYTES, "%s/%s", control, what);
  return access(path, F_OK) == 0;
}

// The name of the store's file that is open as `fd`, if it is one.
static const char *name_of(int fd, struct stat *about, char *path) {
  if (fd <= 2 || fstat(fd, about) != 0 || !S_ISREG(about->st_mode)) return NULL;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_BYTES - 1);
  if (length <= 0) return NULL;
  path[length] = 0;
  const char *name = strrchr(path, '/');
  if (!name || strncmp(name, "/games.db", 9) != 0 || strstr(name, "-shm") || strstr(name, "-lock")) return NULL;
  return name + 1;
}

static void note_for_undo(int fd, const char *name, off_t offset, size_t count, off_t size) {
  char folder[PATH_BYTES], path[PATH_BYTES + 256];
  if (!asked_for("undo", folder)) return;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  int64_t old = offset >= size ? 0 : (size - offset < (off_t)count ? size - offset : (off_t)count);
  int64_t head[3] = {offset, size, old};
  char *note = malloc(sizeof head + old);
  memcpy(note, head, sizeof head);
  // The file may be open for writing alone.
  char own[64];
  snprintf(own, sizeof own, "/proc/self/fd/%d", fd);
  int reader = open(own, O_RDONLY | O_CLOEXEC);
  if (old > 0 && pread(reader, note + sizeof head, old, offset) != old) abort();
  close(reader);
  ssize_t (*next)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0 || next(file, note, sizeof head + old) != (ssize_t)(sizeof head + old)) abort();
  close(file);
  free(note);
}

// Whether a write may proceed; notes what it takes to undo it.
static int may_write(int fd, const char *name, const struct stat *about, off_t offset, size_t count) {
  char control[PATH_BYTES];
  if (offset + (off_t)count > about->st_size && asked_for("full", control)) {
    errno = ENOSPC;
    return 0;
  }
  if (asked_for("slow", control)) usleep(SLOW_MICROSECONDS);
  pthread_mutex_lock(&one_at_a_time);
  note_for_undo(fd, name, offset, count, about->st_size);
  pthread_mutex_unlock(&one_at_a_time);
  return 1;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  ssize_t (*next)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  struct stat about;
  char path[PATH_BYTES];
  const char *name = name_of(fd, &about, path);
  if (name && !may_write(fd, name, &about, lseek(fd, 0, SEEK_CUR), count)) return -1;
  return next(fd, bytes, count);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
  ssize_t (*next)(int, const void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
  struct stat about;
  char path[PATH_BYTES];
  const char *name = name_of(fd, &about, path);
  if (name && !may_write(fd, name, &about, offset, count)) return -1;
  return next(fd, bytes, count, offset);
}

static int flush(int fd, const char *call) {
  int (*next)(int) = dlsym(RTLD_NEXT, call);
  struct stat about;
  char path[PATH_BYTES], control[PATH_BYTES], undo[PATH_BYTES + 256];
  const char *name = name_of(fd, &about, path);
  if (!name) return next(fd);
  if (asked_for("sync-fails", control)) {
    errno = EIO;
    return -1;
  }
  pthread_mutex_lock(&one_at_a_time);
  int flushed = next(fd);
  if (flushed == 0 && asked_for("undo", control)) {
    snprintf(undo, sizeof undo, "%s/%s", control, name);
    if (truncate(undo, 0) != 0 && errno != ENOENT) abort();
  }
  pthread_mutex_unlock(&one_at_a_time);
  return flushed;
}

int fsync(int fd) { return flush(fd, "fsync"); }

int fdatasync(int fd) { return flush(fd, "fdatasync"); }
