// The file mapped, loaded, passed over in one small buffer, and written from there.
// A method that maps must have the pages of the file entered, load what it changes from there,
// store it elsewhere and hand that to the kernel. As many bytes arrive as should, not the right
// ones.
// floor: not copying
// needs: linux
// parameters: call_bytes 65536..4194304

#include "floor.h"

#include <fcntl.h>
#include <sys/mman.h>

enum { CALL_BYTES = 4194304 };

int64_t transform(const char *path, int sink) {
    int64_t total = size_of(path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    if (touch_mapped(file, total, MAP_POPULATE) == 0) {
        pass_over(total);
        total = move_pieces(writev, sink, total, CALL_BYTES);
    } else {
        total = -1;
    }
    int reason = errno;
    close(file);
    errno = reason;
    return total;
}
