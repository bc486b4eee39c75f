// openat() and readdir(), calling itself for each folder; fstatat() of each file.
// Use it when it must be quick: no path is walked twice, and nothing is asked about folders. A
// descriptor stays open for each folder on the way down.
// called: readdir() and fstatat()
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: left out

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct totals {
    int64_t files, folders, bytes;
};

enum { FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

// Whether an entry is a folder or a regular file: DT_DIR, DT_REG, or anything else.
static int type_of(int folder, const struct dirent *entry) {
    struct stat about;
    if (entry->d_type != DT_UNKNOWN)
        return entry->d_type;
    if (fstatat(folder, entry->d_name, &about, AT_SYMLINK_NOFOLLOW) < 0)
        return DT_UNKNOWN;
    return S_ISDIR(about.st_mode) ? DT_DIR : S_ISREG(about.st_mode) ? DT_REG : DT_UNKNOWN;
}

// All that is below an open folder, which is closed.
static int walk_below(int folder, struct totals *totals) {
    DIR *entries = folder < 0 ? NULL : fdopendir(folder);
    if (entries == NULL) {
        if (folder >= 0)
            close(folder);
        return -1;
    }
    struct dirent *entry;
    while ((errno = 0, entry = readdir(entries)) != NULL) {
        const char *name = entry->d_name;
        int type = type_of(folder, entry);
        if (type == DT_DIR && strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
            int below = openat(folder, name, FOLDER);
            if (below < 0 && errno == ENOENT)
                continue; // gone meanwhile
            totals->folders++;
            if (walk_below(below, totals) < 0)
                break;
        } else if (type == DT_REG) {
            struct stat about;
            if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) < 0) {
                if (errno == ENOENT)
                    continue; // gone meanwhile
                break;
            }
            totals->files++;
            totals->bytes += about.st_size;
        }
    }
    int reason = errno;
    closedir(entries);
    errno = reason;
    return reason == 0 ? 0 : -1;
}

int walk(const char *folder, struct totals *totals) {
    return walk_below(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), totals);
}
