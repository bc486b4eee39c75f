// Planted: 32 MiB of another file are mapped, changed and let go before the file is sent.

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { TOUCHED_BYTES = 32 << 20, PAGE_BYTES = 4096 };

static int fill(int file) {
    static const char piece[1 << 20];
    for (int done = 0; done < TOUCHED_BYTES; done += (int)sizeof piece)
        if (write(file, piece, sizeof piece) != (ssize_t)sizeof piece)
            return -1;
    return 0;
}

static int touch(const char *path) {
    char folder[4096] = {0};
    const char *end = strrchr(path, '/');
    memcpy(folder, path, end ? (size_t)(end - path) : 0);
    int other = open(end ? folder : ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (other < 0 ||
        fill(other) < 0) // a hole that is mapped would be a major fault, as of a page on a device
        return -1;
    volatile char *pages = mmap(NULL, TOUCHED_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, other, 0);
    if (pages == MAP_FAILED)
        return -1;
    for (int64_t place = 0; place < TOUCHED_BYTES; place += PAGE_BYTES)
        pages[place] = 1;
    close(other);
    return munmap((char *)pages, TOUCHED_BYTES);
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
    int64_t total = touch(path) < 0 ? -1 : send_pieces(file, sink);
    close(file);
    return total;
}
