// openat() and readdir(), calling itself for each folder, and sendfile() of each file.
// Use it by default: C has no call for a tree. Permissions and times are not kept.
// called: openat() and sendfile()
// needs: linux
// links: kept
// mode: not kept
// times: not kept
// existing: error
// unreadable: stops
// any_name: yes

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

static int copy_file(int from, int to, const char *name) {
    int source = openat(from, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (source < 0)
        return -1;
    int target = openat(to, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    ssize_t sent = target < 0 ? -1 : 1;
    while (sent > 0)
        sent = sendfile(target, source, NULL, 0x7ffff000);
    int reason = errno;
    close(source);
    if (target >= 0 && close(target) < 0 && sent == 0)
        return -1;
    errno = reason;
    return (int)sent;
}

static int copy_link(int from, int to, const char *name) {
    char where[PATH_MAX] = "";
    ssize_t bytes = readlinkat(from, name, where, sizeof where - 1);
    return bytes < 0 ? -1 : symlinkat(where, to, name);
}

static int copy_below(int from, int to);

static int copy_entry(int from, int to, const char *name) {
    struct stat about;
    if (fstatat(from, name, &about, AT_SYMLINK_NOFOLLOW) < 0)
        return -1;
    if (!S_ISDIR(about.st_mode))
        return S_ISLNK(about.st_mode) ? copy_link(from, to, name) : copy_file(from, to, name);
    if (mkdirat(to, name, 0777) < 0)
        return -1;
    return copy_below(openat(from, name, FOLDER), openat(to, name, FOLDER));
}

// All of an open folder into another; both are closed.
static int copy_below(int from, int to) {
    DIR *entries = from < 0 || to < 0 ? NULL : fdopendir(from);
    struct dirent *entry = NULL;
    while (entries != NULL && (errno = 0, entry = readdir(entries)) != NULL) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && copy_entry(from, to, name) < 0)
            break;
    }
    int reason = errno;
    if (entries != NULL)
        closedir(entries);
    else if (from >= 0)
        close(from);
    if (to >= 0)
        close(to);
    errno = reason;
    return reason == 0 ? 0 : -1;
}

int copy_tree(const char *from, const char *to) {
    return mkdir(to, 0777) < 0 ? -1 : copy_below(open(from, FOLDER), open(to, FOLDER));
}
