// Each byte copied into one small buffer and out again, in as few calls as can be.
// As many bytes arrive as should, not the right ones; the size is known, so no read finds the end.
// floor: copying
// parameters: call_bytes 65536..4194304

#include "floor.h"

#include <fcntl.h>

enum { CALL_BYTES = 4194304 };

int copy_file(const char *from, const char *to) {
    int64_t total = size_of(from);
    int source = open(from, O_RDONLY | O_CLOEXEC);
    int target = open(to, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    int failed = source < 0 || target < 0 || move_pieces(readv, source, total, CALL_BYTES) < 0 ||
                 move_pieces(writev, target, total, CALL_BYTES) < 0;
    int reason = errno;
    close(target);
    close(source);
    errno = reason;
    return failed ? -1 : 0;
}
