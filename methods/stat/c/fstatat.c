// fstatat() of each name in an open folder.
// Use it for many names in one folder: the path above them is looked up once.
// called: fstatat()
// needs: linux
// tells: size and time
// finds: anything
// links: followed
// slashes: kept
// denied: error

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

struct totals {
    int64_t files, bytes, newest;
};

int stat_all(const char *folder, const char *const *names, int64_t count, struct totals *totals) {
    int place = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (place < 0)
        return -1;
    int failed = 0;
    for (int64_t i = 0; i < count && !failed; i++) {
        struct stat about;
        if (fstatat(place, names[i], &about, 0) < 0) {
            failed = errno == ENOENT || errno == ENOTDIR ? 0 : -1;
            continue;
        }
        totals->files++;
        totals->bytes += about.st_size;
        if (about.st_mtim.tv_sec > totals->newest)
            totals->newest = about.st_mtim.tv_sec;
    }
    int reason = errno;
    close(place);
    errno = reason;
    return failed;
}
