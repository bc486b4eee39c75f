// sendfile(): the kernel moves the file to the sink, past the program.
// Use it when a file goes out unchanged to a socket or a pipe.
// It fails with EINVAL for a sink that it cannot serve, such as a file opened for append.
// tags: untouched
// needs: linux

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/sendfile.h>
#include <unistd.h>

int64_t deliver(const char *path, int sink) {
    const size_t most = 0x7ffff000; // what Linux sends in one call
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int64_t total = 0;
    ssize_t sent;
    do {
        sent = sendfile(sink, file, NULL, most);
        if (sent > 0)
            total += sent;
    } while (sent > 0 || (sent < 0 && errno == EINTR));
    int reason = errno;
    close(file);
    errno = reason;
    return sent < 0 ? -1 : total;
}
