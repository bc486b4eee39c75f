// read() and write() in turn, through a buffer of 64 KiB that is changed in between.
// Use it when every byte is changed by itself; what must see several bytes at once needs more care
// where one buffer ends and the next begins.
// called: read() and write() of 64 KiB

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

static void rot13(unsigned char *bytes, ssize_t count) {
    for (ssize_t i = 0; i < count; i++) {
        unsigned char letter = (unsigned char)((bytes[i] | 0x20) - 'a');
        int turn = letter < 13 ? 13 : letter < 26 ? -13 : 0;
        bytes[i] = (unsigned char)(bytes[i] + turn);
    }
}

static int64_t copy_turned(int file, int sink) {
    unsigned char buffer[64 * 1024];
    int64_t total = 0;
    ssize_t got;
    while ((got = read(file, buffer, sizeof buffer)) > 0) {
        rot13(buffer, got);
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

int64_t transform(const char *path, int sink) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int64_t total = copy_turned(file, sink);
    int reason = errno;
    close(file);
    errno = reason;
    return total;
}
