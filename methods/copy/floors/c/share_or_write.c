// The file's blocks shared if the file system can; else each byte written, from one small buffer.
// As many bytes arrive as should, not the right ones.
// floor: not copying
// parameters: call_bytes 65536..4194304
// needs: linux

#include "floor.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>

enum { CALL_BYTES = 4194304 };

int copy_file(const char *from, const char *to) {
    int64_t total = size_of(from);
    int source = open(from, O_RDONLY | O_CLOEXEC);
    int target = open(to, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    int failed = source < 0 || target < 0;
    if (!failed && ioctl(target, FICLONE, source) < 0)
        failed = move_pieces(writev, target, total, CALL_BYTES) < 0;
    int reason = errno;
    close(target);
    close(source);
    errno = reason;
    return failed ? -1 : 0;
}
