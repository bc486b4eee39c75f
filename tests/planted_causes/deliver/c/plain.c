// Planted: nothing; the others do one thing more.

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

static int64_t send_pieces(int file, int sink) {
    static char piece[64 * 1024];
    int64_t total = 0;
    for (;;) {
        ssize_t got = read(file, piece, sizeof piece);
        if (got <= 0)
            return got < 0 ? -1 : total;
        for (ssize_t sent = 0, more; sent < got; sent += more)
            if ((more = write(sink, piece + sent, (size_t)(got - sent))) < 0)
                return -1;
        total += got;
    }
}

int64_t deliver(const char *path, int sink) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int64_t total = send_pieces(file, sink);
    close(file);
    return total;
}
