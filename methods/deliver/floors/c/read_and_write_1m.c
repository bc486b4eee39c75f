// The whole file read into one buffer of 1 MiB, and as many bytes written from it.
// The other way to copy everything in and out: some CPUs are the quickest at long pieces, and into
// memory that was just handed out; see read_and_write.
// floor: copying

#include "floor.h"

#include <fcntl.h>
#include <stdlib.h>

enum { BUFFER_BYTES = 1024 * 1024 };

static size_t part(int64_t left) { return left < BUFFER_BYTES ? (size_t)left : BUFFER_BYTES; }

static int64_t copy(int file, int sink, char *buffer, int64_t total) {
    for (int64_t left = total, got; left > 0; left -= got)
        if ((got = read(file, buffer, part(left))) <= 0)
            return got < 0 ? -1 : total - left;
    for (int64_t left = total, put; left > 0; left -= put)
        if ((put = write(sink, buffer, part(left))) < 0)
            return -1;
    return total;
}

int64_t deliver(const char *path, int sink) {
    int64_t total = size_of(path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    char *buffer = malloc(BUFFER_BYTES);
    total = buffer == NULL ? -1 : copy(file, sink, buffer, total);
    int reason = errno;
    free(buffer);
    close(file);
    errno = reason;
    return total;
}
