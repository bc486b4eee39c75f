// getdents64() with a buffer of 32 KiB: what readdir() does inside, without the library.
// Use it only if readdir() was measured to be in the way.
// called: getdents64() with 32 KiB
// needs: linux
// sorted: no
// yields: names
// hidden: yes
// dots: yes

#include "list.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

struct entry { // the kernel's struct linux_dirent64, which no header offers
    uint64_t inode;
    int64_t offset;
    unsigned short bytes; // of the entry, up to the next one
    unsigned char type;
    char name[];
};

static int add_entries(int file, struct names *names) {
    _Alignas(struct entry) char buffer[32 * 1024];
    long got;
    while ((got = syscall(SYS_getdents64, file, buffer, sizeof buffer)) > 0) {
        for (long at = 0; at < got; at += ((struct entry *)(buffer + at))->bytes)
            if (names_add(names, ((struct entry *)(buffer + at))->name) < 0)
                return -1;
    }
    return (int)got;
}

int list(const char *folder, struct names *names) {
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int failed = add_entries(file, names);
    int reason = errno;
    close(file);
    errno = reason;
    return failed;
}
