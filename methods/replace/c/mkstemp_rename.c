// mkstemp() in the folder, fchmod() to the permissions of the old file, write(), then rename().
// Use it when others read the file and several write it: each has a name of its own.
// called: mkstemp(), fchmod(), then rename()
// atomic: yes
// durable: no
// keeps: permissions

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
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

static int write_part(int file, const struct stat *old, const char *content, size_t bytes) {
    int failed = fchmod(file, old->st_mode & 07777) < 0 ? -1 : write_all(file, content, bytes);
    int reason = errno;
    if (close(file) < 0)
        return -1;
    errno = reason;
    return failed;
}

int replace_file(const char *path, const char *content, size_t bytes) {
    char part[PATH_MAX];
    struct stat old;
    if (snprintf(part, sizeof part, "%s.XXXXXX", path) >= (int)sizeof part) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int file = stat(path, &old) < 0 ? -1 : mkstemp(part);
    if (file < 0)
        return -1;
    if (write_part(file, &old, content, bytes) == 0 && rename(part, path) == 0)
        return 0;
    int reason = errno;
    unlink(part);
    errno = reason;
    return -1;
}
