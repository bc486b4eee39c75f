// mmap() with MAP_POPULATE: the file stays where the system keeps it, all its pages at hand.
// Use it for large files that stay loaded; a mapping for each small file costs more than copying
// it. A file that is cut meanwhile kills the program, and those in /proc cannot be mapped.
// called: mmap() with MAP_POPULATE
// needs: linux
// tags: mapped
// unsized: no

#include "load.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static int map(int file, struct content *content) {
    struct stat about;
    if (fstat(file, &about) < 0)
        return -1;
    size_t size = (size_t)about.st_size;
    if (size == 0) // nothing cannot be mapped
        return 0;
    char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    if (bytes == MAP_FAILED)
        return -1;
    *content = (struct content){bytes, size, true};
    return 0;
}

int load(const char *folder, const char *const *names, int64_t count, struct contents *contents) {
    int place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int failed = place < 0 ? -1 : contents_make(contents, count), reason = errno;
    for (int64_t i = 0; i < count && !failed; i++) {
        int file = openat(place, names[i], O_RDONLY | O_CLOEXEC);
        failed = file < 0 ? -1 : map(file, &contents->files[i]);
        reason = errno;
        if (file >= 0)
            close(file);
    }
    if (place >= 0)
        close(place);
    errno = reason;
    return failed;
}
