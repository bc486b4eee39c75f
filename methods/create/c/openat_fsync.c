// openat(), write(), fsync() and close() for each file, and fsync() of the folder.
// Use it when a file must outlive a power cut from the moment that it is written.
// The folder holds the name; without its own fsync() a file may be safe and not be found.
// called: openat() and fsync()
// tags: by-name
// durable: each file
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
    int failed = write_all(file, content, file_bytes) < 0 || fsync(file) < 0;
    int reason = errno;
    close(file);
    errno = reason;
    return failed ? -1 : fsync(place); // the folder holds the name
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
