// open(), write() and close() for each file, by its whole path.
// Use it by default; whoever reads meanwhile may see a file that is half written.
// called: open() by the whole path
// durable: no
// atomic: no

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
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

int64_t create_files(const char *folder, const char *const *names, int64_t files,
                     const char *content, size_t file_bytes) {
    for (int64_t i = 0; i < files; i++) {
        char path[PATH_MAX];
        if (snprintf(path, sizeof path, "%s/%s", folder, names[i]) >= (int)sizeof path) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (file < 0)
            return -1;
        int failed = write_all(file, content, file_bytes), reason = errno;
        if (close(file) < 0)
            return -1;
        errno = reason;
        if (failed)
            return -1;
    }
    return files;
}
