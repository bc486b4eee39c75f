// sendfile(): the kernel copies, no byte passes through the program.
// Use it when copy_file_range() is refused: across file systems of older kernels.
// tags: untouched
// needs: linux
// durable: no
// mode: not kept

#include <errno.h>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <unistd.h>

enum { MOST_BYTES = 0x7ffff000 }; // in one call

static int move_all(int source, int target) {
    for (;;) {
        ssize_t moved = sendfile(target, source, NULL, MOST_BYTES);
        if (moved == 0)
            return 0;
        if (moved < 0 && errno != EINTR)
            return -1;
    }
}

int copy_file(const char *from, const char *to) {
    int source = open(from, O_RDONLY | O_CLOEXEC);
    if (source < 0)
        return -1;
    int target = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int failed = target < 0 ? -1 : move_all(source, target);
    int reason = errno;
    if (target >= 0 && close(target) < 0 && !failed) {
        failed = -1;
        reason = errno;
    }
    close(source);
    errno = reason;
    return failed;
}
