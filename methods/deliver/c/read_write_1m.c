// read() and write() in turn, through a buffer of 1 MiB.
// Use it when system calls are dear and memory is not; it is too large for the stack of a thread.
// A pipe takes 64 KiB at a time by default, so there most writes wait for the reader.
// called: read() and write() of 1 MiB

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1024 * 1024 };

static int64_t copy(int file, int sink, char *buffer) {
    int64_t total = 0;
    ssize_t got;
    while ((got = read(file, buffer, BUFFER_BYTES)) > 0) {
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
    char *buffer = malloc(BUFFER_BYTES);
    int64_t total = buffer == NULL ? -1 : copy(file, sink, buffer);
    int reason = errno;
    free(buffer);
    close(file);
    errno = reason;
    return total;
}
