// Planted: fresh pages are touched, given back and touched again.
// visible: each record
// lock: none
// append: yes

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BYTES = 16 << 20, PAGE_BYTES = 4096 };

static int touch_twice(void) {
    char *pages = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return -1;
    madvise(pages, BYTES, MADV_NOHUGEPAGE);
    for (int turn = 0; turn < 2; turn++) {
        for (size_t place = 0; place < BYTES; place += PAGE_BYTES)
            pages[place] = 1;
        madvise(pages, BYTES, MADV_DONTNEED);
    }
    return munmap(pages, BYTES);
}

int64_t append(const char *path, const char *record, size_t record_bytes, int64_t records) {
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    if (touch_twice() < 0)
        return -1;
    for (int64_t i = 0; i < records; i++) {
        if (write(log, record, record_bytes) != (ssize_t)record_bytes)
            return -1;
    }
    return close(log) < 0 ? -1 : records;
}
