// unlink() of the old file, then open() and write() of a new one.
// Use it when nobody reads the file meanwhile and others still have the old one open: they keep it.
// called: unlink(), then a new file
// atomic: no
// durable: no
// keeps: nothing

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
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
    if (unlink(path) < 0 && errno != ENOENT)
        return -1;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        return -1;
    int failed = write_all(file, content, bytes);
    int reason = errno;
    if (close(file) < 0)
        return -1;
    errno = reason;
    return failed;
}
