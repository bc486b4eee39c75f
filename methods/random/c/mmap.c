// mmap() of the whole file, in which each piece is looked at where it lies.
// Use it when the file stays in memory and is mapped once for long: the first touch of a page
// costs.
// A file that others cut short meanwhile ends the program with SIGBUS.
// called: mmap()
// tags: mapped
// short: refused

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct totals {
    int64_t reads, sum;
};

static void add_piece(const unsigned char *piece, size_t bytes, struct totals *totals) {
    totals->reads++;
    totals->sum += piece[0] + piece[bytes - 1];
    const unsigned char *at = piece, *end = piece + bytes;
    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        totals->sum++;
        at++;
    }
}

// A piece that the end of the file cuts is an error.
static int sum_mapped(int file, const int64_t *offsets, int64_t count, int64_t bytes,
                      struct totals *totals) {
    struct stat about;
    if (fstat(file, &about) < 0)
        return -1;
    size_t size = (size_t)about.st_size;
    unsigned char *content = mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0);
    if (content == MAP_FAILED)
        return -1;
    int64_t done = 0;
    for (; done < count && offsets[done] + bytes <= about.st_size; done++)
        add_piece(content + offsets[done], (size_t)bytes, totals);
    munmap(content, size);
    errno = EINVAL; // of a piece that is cut
    return done < count ? -1 : 0;
}

int read_at(const char *path, const int64_t *offsets, int64_t count, int64_t bytes,
            struct totals *totals) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int failed = sum_mapped(file, offsets, count, bytes, totals), reason = errno;
    close(file);
    errno = reason;
    return failed;
}
