// All that an adapter needs of the C kit: requests, replies, errors, and the job that it must
// define. See ../PROTOCOL.md.

#ifndef KIT_H
#define KIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Set the words of the reply `error`. Both return -1, so that a caller can return that.
__attribute__((format(printf, 1, 2))) int fail(const char *format, ...);
int fail_at(const char *path); // the path and the reason in errno

// ---- Requests

// The pairs of a request. Texts belong to the request and end with it. The functions that return an
// int return 0, or -1 and a failure.
struct pairs;

bool pairs_has(const struct pairs *pairs, const char *key);

// The value of a key that must be there; NULL and a failure if it is not.
const char *pairs_text(const struct pairs *pairs, const char *key);

// The value of a key that must be there and be a whole number of `least` or more.
int pairs_integer(const struct pairs *pairs, const char *key, int64_t least, int64_t *value);

// The value of a key that must be there and be one of two words; `is_first` says which.
int pairs_choice(const struct pairs *pairs, const char *key, const char *first, const char *second,
                 bool *is_first);

// A copy of the text of `key`, or for the lead-in of that of lead_KEY, in place of what was there.
int pairs_own_text(const struct pairs *pairs, const char *key, char **copy);

// The number of `key`, or for the lead-in that of lead_KEY.
int pairs_own_integer(const struct pairs *pairs, const char *key, int64_t least, int64_t *value);

struct texts;

// The texts of a file in which a zero byte follows each, and the numbers of one that has one in
// each line, in place of what was there; the path is the text of `key`, or for the lead-in of
// lead_KEY.
int pairs_own_texts(const struct pairs *pairs, const char *key, struct texts *texts,
                    int64_t *count);
int pairs_own_numbers(const struct pairs *pairs, const char *key, int64_t **numbers,
                      int64_t *count);

// ---- Replies

// The pairs of a reply.
struct reply;
void reply_integer(struct reply *reply, const char *key, int64_t value);
void reply_text(struct reply *reply, const char *key, const char *value);

// ---- Clock

int64_t now_ns(void); // monotonic

// ---- Windows

// A span of time that is filled with work, and the moments of that work: when each piece of it (a
// record, or an iteration) began and when it was done.
struct window {
    int64_t start_ns, end_ns; // nothing begins at the end or later
    int64_t every_ns;         // the interval at which pieces are due; 0: none is
    int64_t *moments;
    size_t count, capacity;
};

// Wait until a piece of work is due, counted from 0, and put that time in `*begins_ns`; false if
// the window is over.
bool window_next(const struct window *window, int64_t number, int64_t *begins_ns);

// Make room for more moments; 0, or -1 and a failure.
int window_grow(struct window *window);

static inline int window_add(struct window *window, int64_t moment) {
    if (window->count == window->capacity && window_grow(window) < 0)
        return -1;
    window->moments[window->count++] = moment;
    return 0;
}

// ---- Adapters

// The data of what was prepared. The kit makes two, zeroed: one of the work, one of its lead-in.
struct task;

// The result of iterations.
struct done {
    int64_t work;
    bool proven; // if the job has a proof
    int64_t proof;
};

// The job as its adapter, jobs/JOB.c, defines it. Functions return 0, or -1 after fail().
struct job {
    const char *name;
    size_t task_bytes;
    // Take over the paths and sizes of a level; NULL: there are none.
    int (*prepare)(const struct pairs *pairs, struct task *task);
    // Make what must exist before the work; NULL: nothing.
    int (*arrange)(struct task *task, int64_t iterations);
    // Do the work.
    int (*iterate)(const struct task *task, int64_t iterations, struct done *done);
    // Work out the proof after the time was taken, if that takes a while; NULL: iterate did.
    int (*prove)(const struct task *task, struct done *done);
    // Fill a window with work; NULL: iteration by iteration.
    int (*fill)(const struct task *task, struct window *window, struct done *done);
    // Do one iteration and add what proves it; NULL: its work, or with crash_after a crash.
    int (*check)(struct task *task, const struct pairs *pairs, struct reply *reply);
    // Do one iteration, and end this process at once when the method has asked for so many records
    // and one more; NULL: the job has none.
    int (*crash)(const struct task *task, int64_t after);
};
extern const struct job job;

// Texts in one piece of memory.
struct texts {
    const char **texts;
    char *letters;
};

// So many texts that end in a number from 0 on, in place of what was there: a prefix, what stands
// between, and the number. 0, or -1 and a failure.
int numbered(struct texts *texts, const char *prefix, const char *between, int64_t count);

// The output of each iteration, likewise.
int outputs(struct texts *texts, const char *prefix, int64_t iterations);

// Room for so many texts of so many bytes each, zero at first, the end of each counted; in place of
// what was there. 0, or -1 and a failure.
int texts_make(struct texts *texts, int64_t count, size_t bytes);

void texts_free(struct texts *texts);

// So many bytes, in place of what was there: the letters from a to z, again and again. 0, or -1 and
// a failure.
int letters(char **bytes, int64_t size);

// What hands out a record that nobody gets: this process ends at once, and leaves everything as it
// is.
struct record;
bool crashing(struct record *record);

#endif
