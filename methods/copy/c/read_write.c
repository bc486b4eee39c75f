// read() and write() in turn, through a buffer of 128 KiB unless another size is said.
// Use it when the bytes are looked at on their way, or where the system has nothing better.
// called: read() and write() of {piece_bytes}
// parameters: piece_bytes 512..16777216
// durable: no
// mode: not kept

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { PIECE_BYTES = 131072 };

static int move_all(int source, int target) {
    static char buffer[PIECE_BYTES];
    ssize_t got;
    while ((got = read(source, buffer, sizeof buffer)) > 0)
        for (ssize_t sent = 0; sent < got;) {
            ssize_t written = write(target, buffer + sent, (size_t)(got - sent));
            if (written >= 0)
                sent += written;
            else if (errno != EINTR)
                return -1;
        }
    return got < 0 ? -1 : 0;
}

int copy_file(const char *from, const char *to) {
    int source = open(from, O_RDONLY | O_CLOEXEC);
    if (source < 0)
        return -1;
    int target = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int failed = target < 0 ? -1 : move_all(source, target);
    int reason = errno;
    if (target >= 0 && close(target) < 0 && !failed) {
        failed = -1;
        reason = errno;
    }
    close(source);
    errno = reason;
    return failed;
}
