// mmap() of the whole file and madvise(MADV_RANDOM): nothing is read ahead.
// Use it for access here and there; from start to end it reads page by page.
// A file that others cut short meanwhile ends the program with SIGBUS.
// called: mmap() with MADV_RANDOM
// tags: mapped

#include "scan.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int scan_mapped(int file, struct totals *totals) {
    struct stat about;
    if (fstat(file, &about) < 0)
        return -1;
    size_t size = (size_t)about.st_size;
    if (size == 0)
        return 0; // nothing cannot be mapped
    int32_t *words = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (words == MAP_FAILED)
        return -1;
    (void)madvise(words, size, MADV_RANDOM); // advice: a kernel that takes none still reads
    int64_t used = sum_records(words, size, totals);
    int reason = errno;
    munmap(words, size);
    errno = reason;
    totals->rest_bytes = (int64_t)size - used;
    return used < 0 ? -1 : 0;
}

int scan(const char *path, struct totals *totals) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int failed = scan_mapped(file, totals);
    int reason = errno;
    close(file);
    errno = reason;
    return failed;
}
