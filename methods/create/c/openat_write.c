// openat() of the name in the open folder, write() and close() for each file.
// Use it for many files in one folder: the folder's own path is walked once.
// called: openat() in the open folder
// durable: no
// atomic: no

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
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

static int write_one(int place, const char *name, const char *content, size_t file_bytes) {
    int file = openat(place, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return -1;
    int failed = write_all(file, content, file_bytes);
    int reason = errno;
    if (close(file) < 0)
        return -1;
    errno = reason;
    return failed;
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
