// getdents64() of each folder, opened by its name in the one above, and entries counted by kind.
// A method must have the kernel open each folder and hand over every entry; what it asks about the
// files comes on top.
// floor: copying
// needs: linux

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BUFFER_BYTES = 32768, MOST_DEPTH = 64 };

struct totals {
    int64_t files, folders, bytes;
};

struct entry { // the kernel's struct linux_dirent64, which no header offers
    uint64_t inode;
    int64_t offset;
    unsigned short bytes; // of the entry, up to the next one
    unsigned char type;
    char name[];
};

static int walk_below(int folder, int depth, struct totals *totals) {
    static _Alignas(struct entry) char buffers[MOST_DEPTH][BUFFER_BYTES];
    char *buffer = buffers[depth];
    long got = folder < 0 || depth + 1 == MOST_DEPTH ? -1 : 1;
    while (got > 0 && (got = syscall(SYS_getdents64, folder, buffer, BUFFER_BYTES)) > 0)
        for (long at = 0; at < got && got > 0; at += ((struct entry *)(buffer + at))->bytes) {
            const struct entry *entry = (struct entry *)(buffer + at);
            totals->files += entry->type == DT_REG;
            if (entry->type != DT_DIR || strcmp(entry->name, ".") == 0 ||
                strcmp(entry->name, "..") == 0)
                continue;
            totals->folders++;
            int below = openat(folder, entry->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            if (walk_below(below, depth + 1, totals) < 0)
                got = -1;
        }
    int reason = errno;
    if (folder >= 0)
        close(folder);
    errno = reason;
    return got < 0 ? -1 : 0;
}

int walk(const char *folder, struct totals *totals) {
    return walk_below(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), 0, totals);
}
