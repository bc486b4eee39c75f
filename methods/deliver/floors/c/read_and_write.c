// The whole file read into one small buffer, and as many bytes written from it.
// A method whose bytes pass through its own memory has the kernel copy each of them in and out
// again; nothing else is done here, and that in as few calls as can be. As many bytes arrive as
// should, not the right ones.
// floor: copying
// parameters: call_bytes 65536..4194304

#include "floor.h"

#include <fcntl.h>

enum { CALL_BYTES = 4194304 };

int64_t deliver(const char *path, int sink) {
    int64_t total = size_of(path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    total = move_pieces(readv, file, total, CALL_BYTES);
    total = move_pieces(writev, sink, total, CALL_BYTES);
    int reason = errno;
    close(file);
    errno = reason;
    return total;
}
