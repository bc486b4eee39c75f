// write() and fsync() to another name in the folder, then rename().
// Use it when others read the file: they find the old content or the new, whole.
// A power cut may bring the old content back, but leaves no half.
// called: fsync(), then rename()
// tags: by-name
// atomic: yes
// durable: content
// keeps: nothing

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
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

static int with_part(char *part, const char *path) {
    if (snprintf(part, PATH_MAX, "%s.part", path) < PATH_MAX)
        return 0;
    errno = ENAMETOOLONG;
    return -1;
}

static int write_part(const char *part, const char *content, size_t bytes) {
    int file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return -1;
    int failed = write_all(file, content, bytes) < 0 ? -1 : fsync(file);
    int reason = errno;
    if (close(file) < 0)
        return -1;
    errno = reason;
    return failed;
}

int replace_file(const char *path, const char *content, size_t bytes) {
    char part[PATH_MAX];
    if (with_part(part, path) < 0 || write_part(part, content, bytes) < 0)
        return -1;
    return rename(part, path);
}
