// io_uring by liburing: many files are opened together, then read together.
// Use it for files that come from a device; if they are in memory already, plain read() is less
// work. It finds nothing in /proc, where sizes are told as 0.
// called: io_uring, many files at once
// needs: linux, package liburing
// tags: uncounted
// parameters: at_once 1..256
// unsized: no

#include "load.h"

#include <errno.h>
#include <fcntl.h>
#include <liburing.h>
#include <sys/stat.h>
#include <unistd.h>

enum { AT_ONCE = 64 };

// Hand over all that was asked for, and wait for so many results; 0, or -errno.
static int wait_for(struct io_uring *ring, int64_t count, int *results) {
    int failed = io_uring_submit_and_wait(ring, (unsigned)count);
    for (int64_t i = 0; i < count && failed >= 0; i++) {
        struct io_uring_cqe *done;
        if ((failed = io_uring_wait_cqe(ring, &done)) < 0)
            return failed;
        results[io_uring_cqe_get_data64(done)] = done->res;
        io_uring_cqe_seen(ring, done);
    }
    return failed < 0 ? failed : 0;
}

static int load_some(struct io_uring *ring, int folder, const char *const *names, int count,
                     struct content *files) {
    int opened[AT_ONCE], got[AT_ONCE];
    for (int i = 0; i < count; i++) {
        struct io_uring_sqe *open = io_uring_get_sqe(ring);
        io_uring_prep_openat(open, folder, names[i], O_RDONLY | O_CLOEXEC, 0);
        io_uring_sqe_set_data64(open, (unsigned)i);
        opened[i] = -EINTR;
    }
    int failed = wait_for(ring, count, opened);
    for (int i = 0; i < count && failed >= 0; i++) {
        struct stat about;
        failed = opened[i] < 0 ? opened[i] : fstat(opened[i], &about) < 0 ? -errno : 0;
        if (failed < 0)
            break;
        files[i].bytes = malloc((size_t)about.st_size + 1);
        failed = files[i].bytes == NULL ? -ENOMEM : 0;
        struct io_uring_sqe *read = io_uring_get_sqe(ring);
        io_uring_prep_read(read, opened[i], files[i].bytes, (unsigned)about.st_size, 0);
        io_uring_sqe_set_data64(read, (unsigned)i);
    }
    failed = failed < 0 ? failed : wait_for(ring, count, got);
    for (int i = 0; i < count; i++) {
        failed = failed < 0 ? failed : got[i];
        files[i].size = failed < 0 ? 0 : (size_t)got[i];
        if (opened[i] >= 0)
            close(opened[i]);
    }
    return failed;
}

int load(const char *folder, const char *const *names, int64_t count, struct contents *contents) {
    struct io_uring ring;
    int place = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int failed = place < 0 || contents_make(contents, count) < 0 ? -errno : 0;
    if (failed == 0 && (failed = io_uring_queue_init(AT_ONCE, &ring, 0)) == 0) {
        for (int64_t i = 0; i < count && failed >= 0; i += AT_ONCE) {
            int some = count - i < AT_ONCE ? (int)(count - i) : AT_ONCE;
            failed = load_some(&ring, place, names + i, some, contents->files + i);
        }
        io_uring_queue_exit(&ring);
    }
    if (place >= 0)
        close(place);
    errno = -failed;
    return failed < 0 ? -1 : 0;
}
