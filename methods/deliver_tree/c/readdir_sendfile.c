// openat() and readdir(), calling itself for each folder; sendfile() sends each file.
// Use it when files go out unchanged: no path is walked twice, and readdir() says what is a file.
// A descriptor stays open for each folder on the way down.
// called: readdir() and sendfile()
// tags: untouched
// needs: linux
// hidden: yes

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

// An open file to the sink, and closed; its bytes, or -1.
static int64_t deliver(int file, int sink) {
    const size_t most = 0x7ffff000; // what Linux sends in one call
    int64_t total = 0;
    ssize_t sent;
    if (file < 0)
        return -1;
    do {
        sent = sendfile(sink, file, NULL, most);
        if (sent > 0)
            total += sent;
    } while (sent > 0 || (sent < 0 && errno == EINTR));
    int reason = errno;
    close(file);
    errno = reason;
    return sent < 0 ? -1 : total;
}

// Whether an entry is a folder or a regular file: DT_DIR, DT_REG, or anything else.
static int type_of(int folder, const struct dirent *entry) {
    struct stat about;
    if (entry->d_type != DT_UNKNOWN)
        return entry->d_type;
    if (fstatat(folder, entry->d_name, &about, AT_SYMLINK_NOFOLLOW) < 0)
        return DT_UNKNOWN;
    return S_ISDIR(about.st_mode) ? DT_DIR : S_ISREG(about.st_mode) ? DT_REG : DT_LNK;
}

// All files below an open folder, which is closed; their bytes, or -1.
static int64_t deliver_below(int folder, int sink) {
    DIR *entries = folder < 0 ? NULL : fdopendir(folder);
    if (entries == NULL) {
        if (folder >= 0)
            close(folder);
        return -1;
    }
    int64_t total = 0, sent = 0;
    struct dirent *entry;
    while (sent >= 0 && (errno = 0, entry = readdir(entries)) != NULL) {
        const char *name = entry->d_name;
        int type = type_of(folder, entry);
        sent = 0;
        if (type == DT_REG)
            sent = deliver(openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC), sink);
        else if (type == DT_DIR && strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
            sent = deliver_below(openat(folder, name, FOLDER), sink);
        total += sent;
    }
    int reason = errno;
    closedir(entries);
    errno = reason;
    return reason == 0 ? total : -1;
}

int64_t deliver_tree(const char *folder, int sink) {
    return deliver_below(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), sink);
}
