// getdents64() of each folder, a folder made for each, and each file read and written.
// A method must find the names and have the kernel make each of them; nothing is asked about any,
// and nothing but the bytes is kept.
// floor: copying
// needs: linux

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BUFFER_BYTES = 32768, PIECE_BYTES = 131072, MOST_DEPTH = 64 };
enum { FOLDER = O_RDONLY | O_DIRECTORY | O_CLOEXEC };

struct entry { // the kernel's struct linux_dirent64, which no header offers
    uint64_t inode;
    int64_t offset;
    unsigned short bytes; // of the entry, up to the next one
    unsigned char type;
    char name[];
};

static int copy_file(int from, int to, const char *name) {
    static char piece[PIECE_BYTES];
    int source = openat(from, name, O_RDONLY | O_CLOEXEC);
    int target = openat(to, name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    ssize_t got = source < 0 || target < 0 ? -1 : PIECE_BYTES;
    while (got == PIECE_BYTES && (got = read(source, piece, PIECE_BYTES)) > 0)
        if (write(target, piece, (size_t)got) != got)
            got = -1;
    close(source);
    close(target);
    return got < 0 ? -1 : 0;
}

static int copy_below(int from, int to, int depth) {
    static _Alignas(struct entry) char buffers[MOST_DEPTH][BUFFER_BYTES];
    char *buffer = buffers[depth];
    long got = from < 0 || to < 0 || depth + 1 == MOST_DEPTH ? -1 : 1;
    while (got > 0 && (got = syscall(SYS_getdents64, from, buffer, BUFFER_BYTES)) > 0)
        for (long at = 0; at < got && got > 0; at += ((struct entry *)(buffer + at))->bytes) {
            const struct entry *entry = (struct entry *)(buffer + at);
            const char *name = entry->name;
            if (entry->type == DT_REG && copy_file(from, to, name) < 0)
                got = -1;
            if (entry->type != DT_DIR || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
                continue;
            if (mkdirat(to, name, 0777) < 0 ||
                copy_below(openat(from, name, FOLDER), openat(to, name, FOLDER), depth + 1) < 0)
                got = -1;
        }
    int reason = errno;
    close(from);
    close(to);
    errno = reason;
    return got < 0 ? -1 : 0;
}

int copy_tree(const char *from, const char *to) {
    return mkdir(to, 0777) < 0 ? -1 : copy_below(open(from, FOLDER), open(to, FOLDER), 0);
}
