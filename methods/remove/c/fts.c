// fts_open() with FTS_PHYSICAL, rmdir() of each folder at last, and unlink() of the rest.
// Use it when the others should go if one cannot be removed. musl, the C library of Alpine, does
// not have it.
// called: fts_read()
// refused: goes on
// missing: error
// top_link: link alone
// any_name: yes
// deep: no

#include <errno.h>
#include <fts.h>
#include <stddef.h>
#include <unistd.h>

// 0, or the reason why an entry is still there.
static int remove_one(const FTSENT *entry) {
    switch (entry->fts_info) {
    case FTS_D:
        return 0; // it comes again when all in it was seen
    case FTS_DNR:
    case FTS_ERR:
    case FTS_NS:
        return entry->fts_errno;
    case FTS_DP:
        return rmdir(entry->fts_accpath) < 0 ? errno : 0;
    default:
        return unlink(entry->fts_accpath) < 0 ? errno : 0;
    }
}

int remove_tree(const char *folder) {
    char *const tops[] = {(char *)folder, NULL};
    // without FTS_NOCHDIR it would change the program's own working folder
    FTS *tree = fts_open(tops, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    if (tree == NULL)
        return -1;
    FTSENT *entry;
    int first = 0; // the first reason
    while ((errno = 0, entry = fts_read(tree)) != NULL) {
        int reason = remove_one(entry);
        first = first != 0 ? first : reason;
    }
    first = first != 0 ? first : errno;
    fts_close(tree);
    errno = first;
    return first == 0 ? 0 : -1;
}
