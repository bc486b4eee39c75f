// SQLite: a SELECT for each item, by one prepared statement in one transaction.
// Use it when items come with other data, or change: SQLite keeps both whole.
// called: an SQLite row for each item
// needs: package sqlite

#include <errno.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>

struct totals {
    int64_t items, bytes, ends;
};

static void add(struct totals *totals, const unsigned char *bytes, size_t size) {
    totals->items++;
    totals->bytes += (int64_t)size;
    if (size > 0)
        totals->ends += bytes[0] + bytes[size - 1];
}

static int read_rows(sqlite3 *database, const char *const *names, int64_t count,
                     struct totals *totals) {
    sqlite3_stmt *select;
    if (sqlite3_prepare_v2(database, "SELECT content FROM blobs WHERE name = ?", -1, &select,
                           NULL) != SQLITE_OK)
        return -1;
    int64_t i = 0;
    for (; i < count; i++) {
        sqlite3_bind_text(select, 1, names[i], -1, SQLITE_STATIC);
        if (sqlite3_step(select) != SQLITE_ROW)
            break;
        const unsigned char *bytes = sqlite3_column_blob(select, 0);
        add(totals, bytes, (size_t)sqlite3_column_bytes(select, 0));
        sqlite3_reset(select);
    }
    sqlite3_finalize(select);
    return i < count ? -1 : 0;
}

int read_blobs(const char *folder, const char *const *names, int64_t count, struct totals *totals) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/blobs.db", folder) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    sqlite3 *database;
    int failed = sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK;
    failed = failed || sqlite3_exec(database, "BEGIN", NULL, NULL, NULL) != SQLITE_OK;
    failed = failed || read_rows(database, names, count, totals) < 0;
    sqlite3_close(database);
    errno = ENOENT; // of an item that is missing; SQLite has reasons of its own
    return failed ? -1 : 0;
}
