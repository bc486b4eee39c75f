// Planted: fresh pages are touched, given back and touched again.
// visible: each record
// lock: none
// append: yes

#include "append.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BYTES = 1 << 20, PAGE_BYTES = 4096 };

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

int64_t append(const char *path, struct records *records) {
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return -1;
    if (touch_twice() < 0)
        return -1;
    struct record record;
    int64_t written = 0;
    while (next_record(records, &record)) {
        if (write(log, record.bytes, record.size) != (ssize_t)record.size)
            return -1;
        written++;
    }
    return close(log) < 0 ? -1 : written;
}
