// The adapter of `append`: records to fresh files, one file an iteration.

#include "append.h"

#include "../kit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t append(const char *path, struct records *records);

// Paths PREFIX.0, PREFIX.1, … in one piece of memory, each `stride` bytes from the one before.
struct paths {
    char *text;
    size_t stride;
};

static char *output, *lead_output, *record;
static int64_t records, lead_records, record_bytes;
static struct paths outputs, lead_outputs;

static int build_record(bool newline) {
    free(record);
    record = malloc((size_t)record_bytes);
    if (record == NULL)
        return fail("no memory for a record of %" PRId64 " bytes", record_bytes);
    for (int64_t i = 0; i < record_bytes; i++)
        record[i] = (char)('a' + i % 26);
    if (newline)
        record[record_bytes - 1] = '\n';
    return 0;
}

static int prepare(const struct pairs *pairs) {
    if (pairs_copy(pairs, "output", &output) < 0 ||
        pairs_copy(pairs, "lead_output", &lead_output) < 0 ||
        pairs_integer(pairs, "records", 0, &records) < 0 ||
        pairs_integer(pairs, "lead_records", 0, &lead_records) < 0 ||
        pairs_integer(pairs, "record_bytes", 1, &record_bytes) < 0)
        return -1;
    const char *ending = pairs_text(pairs, "ending");
    if (ending == NULL)
        return -1;
    bool newline = strcmp(ending, "newline") == 0;
    if (!newline && strcmp(ending, "none") != 0)
        return fail("prepare: ending is '%.100s', neither newline nor none", ending);
    return build_record(newline);
}

static const char *path_at(const struct paths *paths, int64_t index) {
    return paths->text + (size_t)index * paths->stride;
}

static int name_paths(struct paths *paths, const char *prefix, int64_t count) {
    paths->stride = strlen(prefix) + sizeof ".9223372036854775807";
    free(paths->text);
    paths->text = calloc((size_t)count + 1, paths->stride);
    if (paths->text == NULL)
        return fail("no memory for %" PRId64 " paths", count);
    for (int64_t i = 0; i < count; i++)
        snprintf(paths->text + (size_t)i * paths->stride, paths->stride, "%s.%" PRId64, prefix, i);
    return 0;
}

static int arrange(int64_t iterations, int64_t lead_in) {
    if (name_paths(&outputs, output, iterations) < 0)
        return -1;
    return name_paths(&lead_outputs, lead_output, lead_in);
}

static int append_times(const struct paths *paths, int64_t each, int64_t iterations,
                        struct done *done) {
    for (int64_t i = 0; i < iterations; i++) {
        const char *path = path_at(paths, i);
        struct records handed = {each, {record, (size_t)record_bytes}};
        int64_t written = append(path, &handed);
        if (written < 0)
            return fail_at(path);
        done->work += written;
    }
    return 0;
}

static int lead_in(int64_t iterations) {
    return append_times(&lead_outputs, lead_records, iterations, &(struct done){0});
}

static int iterate(int64_t iterations, struct done *done) {
    return append_times(&outputs, records, iterations, done);
}

static int check(const struct pairs *pairs, struct reply *reply) {
    (void)pairs;
    struct done done = {0};
    if (arrange(1, 0) < 0 || iterate(1, &done) < 0)
        return -1;
    reply_integer(reply, "work", done.work);
    return 0;
}

const struct job job = {"append", prepare, arrange, lead_in, iterate, check};
