// The parts that floors of deliver_tree share: a tree's files, found once, and a way to send each.

#ifndef FLOOR_TREE_H
#define FLOOR_TREE_H

#include <fcntl.h>
#include <ftw.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The files of a tree, found once. The kit works on two trees in turn, the measured one and that of
// the lead-in.
struct tree_file {
    char *path;
    int64_t bytes;
};
static struct tree {
    char *folder;
    struct tree_file *files;
    size_t count, room;
} trees[2], *found;

static int keep(const char *path, const struct stat *about, int type, struct FTW *place) {
    (void)place;
    if (type != FTW_F || !S_ISREG(about->st_mode) || about->st_size == 0)
        return 0;
    if (found->count == found->room) {
        found->room = found->room * 2 + 1024;
        found->files = realloc(found->files, found->room * sizeof *found->files);
    }
    if (found->files == NULL)
        return -1;
    found->files[found->count].path = strdup(path);
    found->files[found->count++].bytes = about->st_size;
    return 0;
}

static const struct tree *tree_of(const char *folder) {
    static int oldest;
    for (int i = 0; i < 2; i++)
        if (trees[i].folder != NULL && strcmp(trees[i].folder, folder) == 0)
            return &trees[i];
    found = &trees[oldest];
    oldest = 1 - oldest;
    found->folder = strdup(folder);
    found->count = 0;
    return nftw(folder, keep, 16, FTW_PHYS) < 0 ? NULL : found;
}

// Open each file, send it by `send_all` (file, sink, bytes; -1 on failure) and close it. Returns
// the bytes of all of them, or -1.
static inline int64_t send_tree(const char *folder, int sink, int (*send_all)(int, int, int64_t)) {
    const struct tree *tree = tree_of(folder);
    int64_t total = 0;
    for (size_t i = 0; tree != NULL && i < tree->count; i++) {
        int file = open(tree->files[i].path, O_RDONLY | O_CLOEXEC);
        int failed = file < 0 ? -1 : send_all(file, sink, tree->files[i].bytes);
        close(file);
        if (failed < 0)
            return -1;
        total += tree->files[i].bytes;
    }
    return tree == NULL ? -1 : total;
}

#endif
