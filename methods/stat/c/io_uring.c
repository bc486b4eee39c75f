// statx() by io_uring, for many names at once, by liburing.
// Use it for names that come from a device; each is handed to a thread of the kernel, so that in
// memory statx() is less work.
// called: statx() by io_uring
// needs: linux, package liburing
// tags: threaded
// parameters: at_once 1..256
// tells: size and time
// finds: anything
// links: followed
// slashes: kept
// denied: error

#include <errno.h>
#include <fcntl.h>
#include <liburing.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

enum { AT_ONCE = 64 };

struct totals {
    int64_t files, bytes, newest;
};

// So many names; 0, or -errno.
static int ask(struct io_uring *ring, int folder, const char *const *names, int count,
               struct totals *totals) {
    struct statx about[AT_ONCE];
    for (int i = 0; i < count; i++) {
        struct io_uring_sqe *statx = io_uring_get_sqe(ring);
        io_uring_prep_statx(statx, folder, names[i], 0, STATX_SIZE | STATX_MTIME, &about[i]);
        io_uring_sqe_set_data64(statx, (unsigned)i);
    }
    int failed = io_uring_submit_and_wait(ring, (unsigned)count), refused = 0;
    for (int done = 0; done < count && failed >= 0;
         done++) { // all of them, since they write to `about`
        struct io_uring_cqe *told;
        if ((failed = io_uring_wait_cqe(ring, &told)) < 0)
            break;
        const struct statx *one = &about[io_uring_cqe_get_data64(told)];
        int result = told->res;
        io_uring_cqe_seen(ring, told);
        if (result == -ENOENT || result == -ENOTDIR)
            continue;
        if (result < 0) {
            refused = result;
            continue;
        }
        totals->files++;
        totals->bytes += (int64_t)one->stx_size;
        if (one->stx_mtime.tv_sec > totals->newest)
            totals->newest = one->stx_mtime.tv_sec;
    }
    return failed < 0 ? failed : refused;
}

int stat_all(const char *folder, const char *const *names, int64_t count, struct totals *totals) {
    struct io_uring ring;
    int place = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int failed = place < 0 ? -errno : io_uring_queue_init(AT_ONCE, &ring, 0);
    if (failed == 0) {
        for (int64_t i = 0; i < count && failed == 0; i += AT_ONCE) {
            int some = count - i < AT_ONCE ? (int)(count - i) : AT_ONCE;
            failed = ask(&ring, place, names + i, some, totals);
        }
        io_uring_queue_exit(&ring);
    }
    if (place >= 0)
        close(place);
    errno = -failed;
    return failed < 0 ? -1 : 0;
}
