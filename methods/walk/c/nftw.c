// nftw() with FTW_PHYS, which calls a function for each entry.
// Use it by default where global variables are no trouble; it passes no other. It asks the system
// about every entry.
// called: nftw()
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

#include <errno.h>
#include <ftw.h>
#include <stdint.h>
#include <sys/stat.h>

enum { MOST_OPEN_FOLDERS = 64 };

struct totals {
    int64_t files, folders, bytes;
};

static struct totals *found;

static int count(const char *path, const struct stat *about, int type, struct FTW *place) {
    (void)path;
    if (type == FTW_DNR || type == FTW_NS)
        return -1; // a folder that cannot be read, or an entry that cannot be asked about
    if (type == FTW_D && place->level > 0)
        found->folders++;
    if (type == FTW_F && S_ISREG(about->st_mode)) { // FTW_F is a named pipe, too
        found->files++;
        found->bytes += about->st_size;
    }
    return 0;
}

int walk(const char *folder, struct totals *totals) {
    found = totals;
    return nftw(folder, count, MOST_OPEN_FOLDERS, FTW_PHYS);
}
