// read() and write() in turn, through a buffer of 64 KiB.
// Use it when the sink may be anything, or when the bytes are looked at on the way.
// Where they are not, sendfile() spares the copy.
// called: read() and write() of 64 KiB

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

static int64_t copy(int file, int sink) {
    char buffer[64 * 1024];
    int64_t total = 0;
    ssize_t got;
    while ((got = read(file, buffer, sizeof buffer)) > 0) {
        for (ssize_t sent = 0; sent < got;) {
            ssize_t written = write(sink, buffer + sent, (size_t)(got - sent));
            if (written >= 0)
                sent += written;
            else if (errno != EINTR)
                return -1;
        }
        total += got;
    }
    return got < 0 ? -1 : total;
}

int64_t deliver(const char *path, int sink) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int64_t total = copy(file, sink);
    int reason = errno;
    close(file);
    errno = reason;
    return total;
}
