// Records that tell whose they are: several writers append them to one file within a window.
//
// A record is `#`, then its tag again and again, so that every part of it tells whose it is. The
// tag is WW.SSSSSSSSSSSS and a space: the writer and the record's number, from 0.

#ifndef TAGGED_H
#define TAGGED_H

#include "append.h"
#include "kit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_BYTES = 16, LAST_DIGIT = 14 };

// The tagged records of one writer.
struct tags {
    bool has_writer, is_newline;
    int64_t writer, record_bytes;
    char *slots; // room for the records that must not change yet, each with a zero byte after it
};

// The window that is being filled, and the call of the method in it.
static struct {
    const struct tags *tags;
    struct window *window;
    char tag[TAG_BYTES];
    int64_t left, slot, due_ns;
    bool is_out, has_failed; // is_out: a record was handed out and is not done
} filling;

// Take over the writer, if there is one; refuse records that have no room for a tag.
static inline int tags_prepare(struct tags *tags, const struct pairs *pairs, int64_t record_bytes,
                               bool is_newline) {
    free(tags->slots);
    *tags = (struct tags){.record_bytes = record_bytes, .is_newline = is_newline};
    if (!pairs_has(pairs, "writer"))
        return 0;
    if (pairs_integer(pairs, "writer", 0, &tags->writer) < 0)
        return -1;
    if (tags->writer > 99 || record_bytes < 1 + TAG_BYTES + is_newline)
        return fail("no tag of writer %" PRId64 " fits into record_bytes=%" PRId64, tags->writer,
                    record_bytes);
    tags->slots = calloc(RECORDS_KEPT, (size_t)record_bytes + 1);
    tags->has_writer = true;
    return tags->slots != NULL ? 0 : fail("no memory for %d records", RECORDS_KEPT);
}

static inline void tags_begin(const struct tags *tags, struct window *window) {
    filling.tags = tags;
    filling.window = window;
    filling.slot = filling.is_out = filling.has_failed = 0;
    const char writer[] = {(char)('0' + tags->writer / 10), (char)('0' + tags->writer % 10)};
    memcpy(filling.tag, writer, sizeof writer);
    memcpy(filling.tag + sizeof writer, ".000000000000 ", TAG_BYTES - sizeof writer);
}

static inline void tags_begin_call(int64_t due_ns, int64_t count) {
    filling.due_ns = due_ns;
    filling.left = count;
}

// Note that the record that is out is done; returns the time now.
static inline int64_t tags_take_back(void) {
    int64_t now = now_ns();
    if (filling.is_out)
        filling.has_failed |= window_add(filling.window, now) < 0;
    filling.is_out = false;
    return now;
}

// Note that the method has returned; 0, or -1 and a failure.
static inline int tags_end_call(void) {
    tags_take_back();
    return filling.has_failed ? -1 : 0;
}

// Write the tag's record to the next slot, and turn the tag into the next record's.
static inline const char *tags_write(void) {
    const struct tags *tags = filling.tags;
    char *start = tags->slots + (size_t)filling.slot * ((size_t)tags->record_bytes + 1),
         *body = start + 1;
    size_t bytes = (size_t)tags->record_bytes - 1 - tags->is_newline;
    filling.slot = (filling.slot + 1) % RECORDS_KEPT;
    *start = '#';
    memcpy(body, filling.tag, TAG_BYTES);
    for (size_t done = TAG_BYTES; done < bytes; done *= 2)
        memcpy(body + done, body, done < bytes - done ? done : bytes - done);
    if (tags->is_newline)
        body[bytes] = '\n';
    for (char *digit = filling.tag + LAST_DIGIT; ++*digit > '9'; digit--)
        *digit = '0';
    return start;
}

// Hand out the next record of the call; note when it was handed out (or due), and when the one
// before was done.
static inline bool tags_next(struct record *next) {
    struct window *window = filling.window;
    if (tags_take_back() >= window->end_ns || filling.left == 0 || filling.has_failed)
        return false;
    filling.left--;
    *next = (struct record){tags_write(), (size_t)filling.tags->record_bytes};
    int64_t began_ns = window->every_ns > 0 ? filling.due_ns : now_ns();
    filling.has_failed = window_add(window, began_ns) < 0;
    filling.is_out = true;
    return true;
}

// Fill a window with records: have the method called again and again, each time with as many as one
// call writes.
static inline int tags_fill(const struct tags *tags, struct window *window, const char *path,
                            int64_t count, int64_t (*call)(const char *path), struct done *done) {
    if (!tags->has_writer)
        return fail("end_ns needs prepare with writer");
    tags_begin(tags, window);
    int64_t due_ns;
    for (int64_t number = 0; window_next(window, number, &due_ns); number++) {
        tags_begin_call(due_ns, count);
        int64_t written = call(path);
        if (tags_end_call() < 0)
            return -1;
        if (written < 0)
            return fail_at(path);
        done->work += written;
    }
    return 0;
}

#endif
