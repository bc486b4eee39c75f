// The whole file read into one small buffer, a pass over as many bytes there, and as many written.
// A method that reads has the kernel copy each byte in and out again, and must load and store it in
// between; nothing else is done here. As many bytes arrive as should, not the right ones.
// floor: copying
// parameters: call_bytes 65536..4194304

#include "floor.h"

#include <fcntl.h>

enum { CALL_BYTES = 4194304 };

int64_t transform(const char *path, int sink) {
    int64_t total = size_of(path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    total = move_pieces(readv, file, total, CALL_BYTES);
    pass_over(total);
    total = move_pieces(writev, sink, total, CALL_BYTES);
    int reason = errno;
    close(file);
    errno = reason;
    return total;
}
