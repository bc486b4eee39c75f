// nftw() finds the files, sendfile() sends each.
// Use it when the whole tree is wanted and global variables are no trouble; nftw() passes no other.
// It asks the system about every entry, though the folder had said what it is.
// called: nftw() and sendfile()
// tags: untouched
// needs: linux
// hidden: yes

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdint.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_OPEN_FOLDERS = 16 };

static int64_t total;
static int out;

static int deliver(const char *path, const struct stat *about, int type, struct FTW *place) {
    const size_t most = 0x7ffff000; // what Linux sends in one call
    (void)place;
    if (type == FTW_DNR || type == FTW_NS)
        return -1; // a folder that cannot be read, or a file that cannot be asked about
    if (type != FTW_F || !S_ISREG(about->st_mode))
        return 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    ssize_t sent;
    do {
        sent = sendfile(out, file, NULL, most);
        if (sent > 0)
            total += sent;
    } while (sent > 0 || (sent < 0 && errno == EINTR));
    int reason = errno;
    close(file);
    errno = reason;
    return sent < 0 ? -1 : 0;
}

int64_t deliver_tree(const char *folder, int sink) {
    total = 0;
    out = sink;
    return nftw(folder, deliver, MOST_OPEN_FOLDERS, FTW_PHYS) < 0 ? -1 : total;
}
