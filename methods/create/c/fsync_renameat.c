// write() and fsync() under a name of its own, renameat(), and fsync() of the folder, for each.
// Use it for what must be there whole or not at all, also after a power cut.
// Two that write into one folder need two such names.
// called: fsync(), then renameat()
// tags: by-name
// durable: each file
// atomic: yes

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

static const char *const part = ".part"; // one name for all: a file has its own when it is whole

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

static int write_one(int place, const char *name, const char *content, size_t file_bytes) {
    int file = openat(place, part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return -1;
    int failed = write_all(file, content, file_bytes) < 0 || fsync(file) < 0;
    int reason = errno;
    close(file);
    errno = reason;
    if (failed || renameat(place, part, place, name) < 0)
        return -1;
    return fsync(place); // the folder holds the name
}

int64_t create_files(const char *folder, const char *const *names, int64_t files,
                     const char *content, size_t file_bytes) {
    int place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (place < 0)
        return -1;
    int64_t written = 0;
    while (written < files && write_one(place, names[written], content, file_bytes) == 0)
        written++;
    int failed = written < files;
    int reason = errno;
    close(place);
    errno = reason;
    return failed ? -1 : files;
}
