// fts_open() with FTS_PHYSICAL, and fts_read() until the end.
// Use it when the program decides on the way what to go into. musl, the C library of Alpine, does
// not have it.
// called: fts_read()
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: left out

#include <errno.h>
#include <fts.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

struct totals {
    int64_t files, folders, bytes;
};

static int count(const FTSENT *entry, struct totals *totals) {
    switch (entry->fts_info) {
    case FTS_D:
        totals->folders += entry->fts_level > 0;
        return 0;
    case FTS_F:
        totals->files++;
        totals->bytes += entry->fts_statp->st_size;
        return 0;
    case FTS_DNR:
    case FTS_ERR:
    case FTS_NS:
        errno = entry->fts_errno;
        return errno == ENOENT && entry->fts_level > 0 ? 0 : -1; // gone meanwhile, or worse
    default:
        return 0; // a folder once more, when all in it was seen; a link; whatever else there may be
    }
}

int walk(const char *folder, struct totals *totals) {
    char *const tops[] = {(char *)folder, NULL};
    // without FTS_NOCHDIR it would change the program's own working folder
    FTS *tree = fts_open(tops, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    if (tree == NULL)
        return -1;
    FTSENT *entry;
    int failed = 0;
    while (!failed && (errno = 0, entry = fts_read(tree)) != NULL)
        failed = count(entry, totals);
    int reason = errno;
    fts_close(tree);
    errno = reason;
    return reason != 0 && (failed || entry == NULL) ? -1 : 0;
}
