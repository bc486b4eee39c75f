// nftw() with FTW_PHYS, mkdir() of each folder, and sendfile() of each file.
// Use it where global variables are no trouble; the kernel moves the bytes, permissions are kept.
// called: nftw() and sendfile()
// needs: linux
// links: kept
// mode: kept
// times: not kept
// existing: error
// unreadable: stops
// any_name: yes

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_OPEN_FOLDERS = 64 };

static const char *top;
static size_t prefix_bytes;

static int copy_file(const char *path, const char *copy, const struct stat *about) {
    int source = open(path, O_RDONLY | O_CLOEXEC);
    if (source < 0)
        return -1;
    int target = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    ssize_t sent = target < 0 ? -1 : 1;
    while (sent > 0)
        sent = sendfile(target, source, NULL, 0x7ffff000);
    if (sent == 0 && fchmod(target, about->st_mode & 07777) < 0)
        sent = -1;
    int reason = errno;
    close(source);
    if (target >= 0 && close(target) < 0 && sent == 0)
        return -1;
    errno = reason;
    return (int)sent;
}

static int copy_one(const char *path, const struct stat *about, int type, struct FTW *place) {
    (void)place;
    char copy[PATH_MAX], where[PATH_MAX];
    if (snprintf(copy, sizeof copy, "%s%s", top, path + prefix_bytes) >= (int)sizeof copy) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (type == FTW_D)
        return mkdir(copy, 0700) < 0 ? -1 : chmod(copy, about->st_mode & 07777);
    if (type != FTW_SL)
        return type == FTW_F ? copy_file(path, copy, about) : -1;
    ssize_t bytes = readlink(path, where, sizeof where - 1);
    if (bytes < 0)
        return -1;
    where[bytes] = '\0';
    return symlink(where, copy);
}

int copy_tree(const char *from, const char *to) {
    top = to;
    prefix_bytes = strlen(from);
    return nftw(from, copy_one, MOST_OPEN_FOLDERS, FTW_PHYS);
}
