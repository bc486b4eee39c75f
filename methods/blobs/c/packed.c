// One packed file and an index of offsets, sorted once; pread() for each item.
// Use it when many items are written once and read often; to change one, all is packed anew.
// called: one packed file

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct totals {
    int64_t items, bytes, ends;
};

struct item {
    char name[256];
    int64_t at, size;
};

static int by_name(const void *one, const void *other) {
    return strcmp(one, other); // an item begins with its name
}

// Returns the number of items, sorted by their names, or -1.
static int64_t read_index(const char *path, struct item **items) {
    FILE *index = fopen(path, "r");
    if (index == NULL)
        return -1;
    struct item item;
    int64_t count = 0;
    while (count >= 0 && fscanf(index, "%" SCNd64 " %" SCNd64 " %255[^\n]", &item.at, &item.size,
                                item.name) == 3) {
        size_t room = count % 1024 ? 0 : (size_t)(count + 1024) * sizeof item;
        struct item *all = room ? realloc(*items, room) : *items;
        *items = all ? all : *items;
        if (all)
            all[count++] = item;
        else
            count = -1;
    }
    fclose(index);
    if (count > 0)
        qsort(*items, (size_t)count, sizeof item, by_name);
    return count;
}

static int read_item(int packed, const struct item *item, struct totals *totals) {
    unsigned char *bytes = malloc((size_t)item->size + 1);
    ssize_t got = bytes ? pread(packed, bytes, (size_t)item->size, item->at) : -1;
    if (bytes && got == item->size) {
        totals->items++;
        totals->bytes += got;
        totals->ends += got > 0 ? bytes[0] + bytes[got - 1] : 0;
    }
    free(bytes);
    return got == item->size ? 0 : -1;
}

int read_blobs(const char *folder, const char *const *names, int64_t count, struct totals *totals) {
    struct item *items = NULL;
    char path[4096];
    snprintf(path, sizeof path, "%s/blobs.index", folder);
    int64_t known = read_index(path, &items);
    snprintf(path, sizeof path, "%s/blobs.pack", folder);
    int packed = known < 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC), failed = packed < 0 ? -1 : 0;
    for (int64_t i = 0; i < count && !failed; i++) {
        errno = ENOENT;
        struct item *item =
            known ? bsearch(names[i], items, (size_t)known, sizeof *item, by_name) : NULL;
        failed = item ? read_item(packed, item, totals) : -1;
    }
    int reason = errno;
    free(items);
    close(packed);
    errno = reason;
    return failed;
}
