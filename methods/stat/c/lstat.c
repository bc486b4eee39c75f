// lstat() of each path, which looks at a link and not at what it leads to.
// Use it when links are to be found as links, wherever they lead.
// called: lstat()
// tells: size and time
// finds: anything
// links: not followed
// slashes: kept
// denied: error

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

struct totals {
    int64_t files, bytes, newest;
};

int stat_all(const char *folder, const char *const *names, int64_t count, struct totals *totals) {
    char path[4096];
    for (int64_t i = 0; i < count; i++) {
        if (snprintf(path, sizeof path, "%s/%s", folder, names[i]) >= (int)sizeof path) {
            errno = ENAMETOOLONG;
            return -1;
        }
        struct stat about;
        if (lstat(path, &about) < 0) {
            if (errno == ENOENT || errno == ENOTDIR)
                continue;
            return -1;
        }
        totals->files++;
        totals->bytes += about.st_size;
        if (about.st_mtim.tv_sec > totals->newest)
            totals->newest = about.st_mtim.tv_sec;
    }
    return 0;
}
