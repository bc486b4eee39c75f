// flock(), then ftruncate() and write() under the lock.
// Use it when all who read take the lock, too; to others the file may be empty or half written.
// called: ftruncate() and write() under flock()
// atomic: no
// durable: no
// keeps: everything

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/file.h>
#include <unistd.h>

static int write_all(int file, const char *bytes, size_t left) {
    while (left > 0) {
        ssize_t written = write(file, bytes, left);
        if (written < 0 && errno != EINTR)
            return -1;
        if (written > 0) {
            bytes += written;
            left -= (size_t)written;
        }
    }
    return 0;
}

int replace_file(const char *path, const char *content, size_t bytes) {
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        return -1;
    int failed = flock(file, LOCK_EX); // only now: O_TRUNC would empty it before the lock is there
    if (failed == 0)
        failed = ftruncate(file, 0) < 0 ? -1 : write_all(file, content, bytes);
    int reason = errno;
    if (close(file) < 0)
        return -1;
    errno = reason;
    return failed;
}
