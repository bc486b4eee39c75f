// openat() and readdir(), calling itself for each folder, and unlinkat() of each entry.
// Use it when it must be quick, or others can write there: each name is looked up in a folder that
// is open, so that no link that is put in its place leads elsewhere. A descriptor stays open for
// each folder on the way down.
// called: unlinkat()
// refused: stops
// missing: error
// top_link: error
// any_name: yes
// deep: yes

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

static int is_folder(int folder, const struct dirent *entry) {
    struct stat about;
    if (entry->d_type != DT_UNKNOWN)
        return entry->d_type == DT_DIR;
    return fstatat(folder, entry->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISDIR(about.st_mode);
}

// All that is in an open folder, which is closed.
static int empty(int folder) {
    DIR *entries = folder < 0 ? NULL : fdopendir(folder);
    if (entries == NULL) {
        if (folder >= 0)
            close(folder);
        return -1;
    }
    struct dirent *entry;
    while ((errno = 0, entry = readdir(entries)) != NULL) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
            continue;
        int below = is_folder(folder, entry);
        if (below && empty(openat(folder, name, FOLDER)) < 0)
            break;
        if (unlinkat(folder, name, below ? AT_REMOVEDIR : 0) < 0)
            break;
    }
    int reason = errno;
    closedir(entries);
    errno = reason;
    return reason == 0 ? 0 : -1;
}

int remove_tree(const char *folder) { return empty(open(folder, FOLDER)) < 0 ? -1 : rmdir(folder); }
