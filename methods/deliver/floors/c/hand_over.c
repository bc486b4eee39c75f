// The kernel hands the bytes to the sink, past the program's memory, in as few calls as can be.
// A pipe takes pages as they are, a socket too; a file takes a copy of each byte, which is made
// from a small buffer here, so that as many bytes arrive there as should, not the right ones.
// floor: not copying
// needs: linux

#include "floor.h"

#include <fcntl.h>
#include <sys/sendfile.h>

enum { MOST_BYTES = 0x7ffff000 }; // in one call

static int64_t move_all(int file, int sink, mode_t kind, int64_t total) {
    if (S_ISREG(kind))
        return move_pieces(writev, sink, total, PIECES * PIECE_BYTES);
    for (int64_t left = total; left > 0;) {
        size_t bytes = left < MOST_BYTES ? (size_t)left : MOST_BYTES;
        ssize_t sent = S_ISFIFO(kind) ? splice(file, NULL, sink, NULL, bytes, SPLICE_F_MOVE)
                                      : sendfile(sink, file, NULL, bytes);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return -1;
        if (sent == 0)
            return total - left;
        left -= sent;
    }
    return total;
}

int64_t deliver(const char *path, int sink) {
    static mode_t kind; // of the sink, which stays the same as long as the program runs
    struct stat about;
    if (kind == 0 && fstat(sink, &about) == 0)
        kind = about.st_mode;
    int64_t total = size_of(path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    total = move_all(file, sink, kind, total);
    int reason = errno;
    close(file);
    errno = reason;
    return total;
}
