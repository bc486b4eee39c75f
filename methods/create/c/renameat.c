// openat(), write() and close() under a name of its own, then renameat() to the file's name.
// Use it when others read the files: they see the old one or the whole new one, never a part.
// Two that write into one folder need two such names.
// called: openat(), then renameat()
// durable: no
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
    int failed = write_all(file, content, file_bytes);
    int reason = errno;
    if (close(file) < 0)
        return -1;
    errno = reason;
    return failed ? -1 : renameat(place, part, place, name);
}

int64_t create_files(const char *folder, const char *const *names, int64_t files,
                     const char *content, size_t file_bytes) {
    int place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (place < 0)
        return -1;
    int64_t written = 0;
    while (written < files && write_one(place, names[written], content, file_bytes) == 0)
        written++;
    int reason = errno;
    close(place);
    errno = reason;
    return written == files ? files : -1;
}
