// Planted: all of the file is mapped and looked at, and let go before it is sent.

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE_BYTES = 4096 };

static int touch(int file) {
    off_t size = lseek(file, 0, SEEK_END);
    if (size <= 0 || lseek(file, 0, SEEK_SET) < 0)
        return (int)size;
    volatile char *pages = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, file, 0);
    if (pages == MAP_FAILED)
        return -1;
    for (off_t place = 0; place < size; place += PAGE_BYTES)
        (void)pages[place];
    return munmap((char *)pages, (size_t)size);
}

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
    int64_t total = touch(file) < 0 ? -1 : send_pieces(file, sink);
    close(file);
    return total;
}
