// open() with O_TRUNC, which empties the file, and write().
// Use it when nobody reads the file meanwhile: a reader may find it empty or half written.
// called: open() with O_TRUNC, and write()
// atomic: no
// durable: no
// keeps: everything

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
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return -1;
    int failed = write_all(file, content, bytes);
    int reason = errno;
    if (close(file) < 0)
        return -1;
    errno = reason;
    return failed;
}
