// splice(): pages move from the file to the sink through a pipe inside the kernel.
// Use it when the sink is a pipe, which it fills directly; for others sendfile() is simpler.
// A sink that is no pipe is reached through a pipe of its own, at twice the calls.
// tags: untouched
// needs: linux

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

static ssize_t move(int from, int to, size_t bytes) {
    ssize_t moved;
    do
        moved = splice(from, NULL, to, NULL, bytes, SPLICE_F_MOVE);
    while (moved < 0 && errno == EINTR);
    return moved;
}

// `way` is a pipe of our own, or a negative number if the sink is a pipe itself.
static int64_t move_all(int file, const int way[2], int sink) {
    int64_t total = 0;
    ssize_t got;
    while ((got = move(file, way[1] < 0 ? sink : way[1], 1024 * 1024)) > 0) {
        total += got;
        for (ssize_t left = way[0] < 0 ? 0 : got; left > 0;) {
            ssize_t sent = move(way[0], sink, (size_t)left);
            if (sent <= 0)
                return -1;
            left -= sent;
        }
    }
    return got < 0 ? -1 : total;
}

int64_t deliver(const char *path, int sink) {
    struct stat about;
    int way[2] = {-1, -1};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int64_t total = -1;
    if (fstat(sink, &about) == 0 && (S_ISFIFO(about.st_mode) || pipe2(way, O_CLOEXEC) == 0))
        total = move_all(file, way, sink);
    int reason = errno;
    for (int i = 0; i < 2; i++)
        if (way[i] >= 0)
            close(way[i]);
    close(file);
    errno = reason;
    return total;
}
