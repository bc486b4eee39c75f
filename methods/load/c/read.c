// openat(), fstat() and read() into memory of that size and a byte, which grows if it is full.
// Use it by default: it takes what the file holds, whatever its size was told to be.
// called: read()
// unsized: yes

#include "load.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static int read_all(int file, struct content *content) {
    struct stat about;
    if (fstat(file, &about) < 0)
        return -1;
    size_t room = 0, more = (size_t)about.st_size + 1; // the end shows before the memory is full
    for (;;) {
        if (content->size == room) {
            char *bytes = realloc(content->bytes, room += more);
            if (bytes == NULL)
                return -1;
            content->bytes = bytes;
            more = room + 4096;
        }
        ssize_t got = read(file, content->bytes + content->size, room - content->size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return (int)got;
        content->size += (size_t)got;
    }
}

int load(const char *folder, const char *const *names, int64_t count, struct contents *contents) {
    int place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int failed = place < 0 ? -1 : contents_make(contents, count), reason = errno;
    for (int64_t i = 0; i < count && !failed; i++) {
        int file = openat(place, names[i], O_RDONLY | O_CLOEXEC);
        failed = file < 0 ? -1 : read_all(file, &contents->files[i]);
        reason = errno;
        if (file >= 0)
            close(file);
    }
    if (place >= 0)
        close(place);
    errno = reason;
    return failed;
}
