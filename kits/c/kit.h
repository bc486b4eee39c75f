// What an adapter needs of the C kit: requests, replies, errors, and the job that it must define.
// See ../PROTOCOL.md.

#ifndef KIT_H
#define KIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The pairs of a request. Texts belong to the request and end with it.
struct pairs;

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

// An adapter defines `job`. Its functions return 0, or -1 after fail().
struct job {
    const char *name;
    int (*prepare)(const struct pairs *pairs);
    int (*arrange)(int64_t iterations, int64_t lead_in);
    int (*lead_in)(int64_t iterations);
    int (*iterate)(int64_t iterations, struct done *done);
    int (*check)(const struct pairs *pairs, struct reply *reply); // adds the pairs of `checked`
};
extern const struct job job;

#endif
