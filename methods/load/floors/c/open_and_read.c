// Each file opened by its name in an open folder, read into one small buffer, and closed.
// A method that reads must have the kernel find each name and copy each byte; it has memory of its
// own for each file on top of that. None is kept here.
// floor: copying

#include "floor.h"
#include "load.h"

#include <fcntl.h>

int load(const char *folder, const char *const *names, int64_t count, struct contents *contents) {
    int place = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int failed = place < 0 ? -1 : contents_make(contents, count);
    for (int64_t i = 0; i < count && !failed; i++) {
        int file = openat(place, names[i], O_RDONLY | O_CLOEXEC);
        ssize_t got = file < 0 ? -1 : 1;
        while (got > 0) {
            got = read(file, piece, PIECE_BYTES);
            contents->files[i].size += got > 0 ? (size_t)got : 0;
            if (got < PIECE_BYTES)
                break; // the end, without a call that finds nothing more
        }
        failed = got < 0 ? -1 : 0;
        if (file >= 0)
            close(file);
    }
    int reason = errno;
    if (place >= 0)
        close(place);
    errno = reason;
    return failed;
}
