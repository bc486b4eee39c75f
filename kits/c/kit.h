// What an adapter needs of the C kit: requests, replies, errors, and the job that it must define.
// See ../PROTOCOL.md.

#ifndef KIT_H
#define KIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The pairs of a request. Texts belong to the request and end with it.
struct pairs;

bool pairs_has(const struct pairs *pairs, const char *key);

// The value under `key`, or NULL and a failure where it is missing.
const char *pairs_text(const struct pairs *pairs, const char *key);

// A copy of it, put in `*copy` in place of what was there before; 0, or -1 and a failure.
int pairs_copy(const struct pairs *pairs, const char *key, char **copy);

// The whole number under `key`; 0, or -1 and a failure where it is missing, no number, or below
// `lowest`.
int pairs_integer(const struct pairs *pairs, const char *key, int64_t lowest, int64_t *value);

// The pairs of a reply.
struct reply;
void reply_integer(struct reply *reply, const char *key, int64_t value);

// Set what the reply `error` will say. Both return -1, so that a caller can return them.
__attribute__((format(printf, 1, 2))) int fail(const char *format, ...);
int fail_at(const char *path); // the path and the reason in errno

// What iterations did.
struct done {
    int64_t work;
    bool proven; // whether the job has a proof
    int64_t proof;
};

// The monotonic clock.
int64_t now_ns(void);

// A span of time that is filled with work, and the moments of that work: when each piece of it (a
// record, or an iteration) began and when it was done.
struct window {
    int64_t start_ns, end_ns; // nothing begins at the end or later
    int64_t every_ns;         // one piece of work is due each so often; 0: one follows the other
    int64_t *moments;
    size_t count, capacity;
};

// Room for moments was lacking; 0, or -1 and a failure.
int window_grow(struct window *window);

static inline int window_add(struct window *window, int64_t moment) {
    if (window->count == window->capacity && window_grow(window) < 0)
        return -1;
    window->moments[window->count++] = moment;
    return 0;
}

// Wait until the next piece of work is due, and put in `*begins_ns` when it was; false where the
// window is over. `number` counts pieces of work from 0.
bool window_next(const struct window *window, int64_t number, int64_t *begins_ns);

// An adapter defines `job`. Its functions return 0, or -1 after fail().
struct job {
    const char *name;
    int (*prepare)(const struct pairs *pairs);
    int (*arrange)(int64_t iterations, int64_t lead_in);
    int (*lead_in)(int64_t iterations);
    int (*iterate)(int64_t iterations, struct done *done);
    int (*check)(const struct pairs *pairs, struct reply *reply); // adds the pairs of `checked`
    int (*fill)(struct window *window, struct done *done);        // NULL: iteration by iteration
};
extern const struct job job;

#endif
