// fstatat() of each name in an open folder, and nothing done with what it tells.
// A method that tells sizes must have the kernel find each name and fill in what it knows of it;
// one that need not tell them has it find each name all the same.
// floor: copying

#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

struct totals {
    int64_t files, bytes, newest;
};

int stat_all(const char *folder, const char *const *names, int64_t count, struct totals *totals) {
    int place = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (place < 0)
        return -1;
    for (int64_t i = 0; i < count; i++) {
        struct stat about;
        totals->files += fstatat(place, names[i], &about, 0) == 0;
    }
    close(place);
    return 0;
}
