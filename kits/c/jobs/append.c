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
static bool newline;
static struct paths outputs, lead_outputs;

// Records with a tag: `#`, then the tag again and again, so that every part of a record tells whose
// it is. The tag is WW.SSSSSSSSSSSS and a space: the writer and the record's number, from 0.
enum { TAG_BYTES = 16, LAST_DIGIT = 14 };
static int64_t writer; // below 0: records have no tags
static char tag[TAG_BYTES], *tagged;

// One call of the method within a window.
static struct window *window;
static int64_t left, slot, due_ns;
static bool is_out, has_failed; // whether a record was handed out and is not done

static int build_record(void) {
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

// Room for as many records as stay as they are.
static int prepare_tags(const struct pairs *pairs) {
    writer = -1;
    if (!pairs_has(pairs, "writer"))
        return 0;
    if (pairs_integer(pairs, "writer", 0, &writer) < 0)
        return -1;
    if (writer > 99 || record_bytes < 1 + TAG_BYTES + newline)
        return fail("prepare: no tag of writer %" PRId64 " fits into record_bytes=%" PRId64, writer,
                    record_bytes);
    free(tagged);
    tagged = malloc((size_t)record_bytes * RECORDS_KEPT);
    return tagged != NULL ? 0 : fail("no memory for %d records", RECORDS_KEPT);
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
    newline = strcmp(ending, "newline") == 0;
    if (!newline && strcmp(ending, "none") != 0)
        return fail("prepare: ending is '%.100s', neither newline nor none", ending);
    return build_record() < 0 ? -1 : prepare_tags(pairs);
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
        struct records handed = {each, {record, (size_t)record_bytes}, NULL};
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

// The record that the tag is of, in the next of the slots; then the tag is the next record's.
static const char *write_tagged(void) {
    char *start = tagged + (size_t)slot * (size_t)record_bytes, *body = start + 1;
    size_t bytes = (size_t)record_bytes - 1 - newline;
    slot = (slot + 1) % RECORDS_KEPT;
    *start = '#';
    memcpy(body, tag, TAG_BYTES);
    for (size_t done = TAG_BYTES; done < bytes; done *= 2)
        memcpy(body + done, body, done < bytes - done ? done : bytes - done);
    if (newline)
        body[bytes] = '\n';
    for (char *digit = tag + LAST_DIGIT; ++*digit > '9'; digit--)
        *digit = '0';
    return start;
}

// The record that is out is done; the time now.
static int64_t take_back(void) {
    int64_t now = now_ns();
    if (is_out)
        has_failed |= window_add(window, now) < 0;
    is_out = false;
    return now;
}

static bool next_tagged(struct record *next) {
    if (take_back() >= window->end_ns || left == 0 || has_failed)
        return false;
    left--;
    *next = (struct record){write_tagged(), (size_t)record_bytes};
    has_failed = window_add(window, window->every_ns > 0 ? due_ns : now_ns()) < 0;
    is_out = true;
    return true;
}

// Call the method again and again, each time with as many records as one call writes.
static int fill(struct window *given, struct done *done) {
    if (writer < 0)
        return fail("measure: end_ns needs prepare with writer");
    const char *path = path_at(&outputs, 0);
    window = given;
    slot = has_failed = 0;
    memcpy(tag, (char[]){(char)('0' + writer / 10), (char)('0' + writer % 10)}, 2);
    memcpy(tag + 2, ".000000000000 ", TAG_BYTES - 2);
    for (int64_t number = 0; window_next(window, number, &due_ns); number++) {
        struct records handed = {0, {NULL, 0}, next_tagged};
        left = records;
        int64_t written = append(path, &handed);
        take_back();
        if (written < 0)
            return fail_at(path);
        if (has_failed)
            return -1;
        done->work += written;
    }
    return 0;
}

static int check(const struct pairs *pairs, struct reply *reply) {
    (void)pairs;
    struct done done = {0};
    if (arrange(1, 0) < 0 || iterate(1, &done) < 0)
        return -1;
    reply_integer(reply, "work", done.work);
    return 0;
}

const struct job job = {"append", prepare, arrange, lead_in, iterate, check, fill};
