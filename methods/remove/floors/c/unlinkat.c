// getdents64() of each folder, and unlinkat() of each entry by its name in the open folder.
// A method must find the names, and have the kernel remove each of them; nothing is asked about
// any.
// floor: copying
// needs: linux

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BUFFER_BYTES = 32768, MOST_DEPTH = 64, FOLDER = O_RDONLY | O_DIRECTORY | O_CLOEXEC };

struct entry { // the kernel's struct linux_dirent64, which no header offers
    uint64_t inode;
    int64_t offset;
    unsigned short bytes; // of the entry, up to the next one
    unsigned char type;
    char name[];
};

static int empty(int folder, int depth) {
    static _Alignas(struct entry) char buffers[MOST_DEPTH][BUFFER_BYTES];
    char *buffer = buffers[depth];
    long got = folder < 0 || depth + 1 == MOST_DEPTH ? -1 : 1;
    while (got > 0 && (got = syscall(SYS_getdents64, folder, buffer, BUFFER_BYTES)) > 0)
        for (long at = 0; at < got && got > 0; at += ((struct entry *)(buffer + at))->bytes) {
            const struct entry *entry = (struct entry *)(buffer + at);
            if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0)
                continue;
            int below = entry->type == DT_DIR;
            if (below && empty(openat(folder, entry->name, FOLDER), depth + 1) < 0)
                got = -1;
            else if (unlinkat(folder, entry->name, below ? AT_REMOVEDIR : 0) < 0)
                got = -1;
        }
    int reason = errno;
    if (folder >= 0)
        close(folder);
    errno = reason;
    return got < 0 ? -1 : 0;
}

int remove_tree(const char *folder) {
    return empty(open(folder, FOLDER), 0) < 0 ? -1 : rmdir(folder);
}
