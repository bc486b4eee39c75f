// The adapter of `scan`: a file of integers and a sum over all of them.

#include "scan.h"

#include "../kit.h"

#include <inttypes.h>

int scan(const char *path, struct totals *totals);

static char *input, *lead_input;

static int prepare(const struct pairs *pairs) {
    if (pairs_copy(pairs, "input", &input) < 0)
        return -1;
    return pairs_copy(pairs, "lead_input", &lead_input);
}

static int arrange(int64_t iterations, int64_t lead_in) {
    (void)iterations;
    (void)lead_in;
    return 0;
}

static int scan_times(const char *path, int64_t iterations, struct done *done) {
    for (int64_t i = 0; i < iterations; i++) {
        struct totals totals = {0};
        if (scan(path, &totals) < 0)
            return fail_at(path);
        done->work += totals.integers;
        if (i > 0 && totals.sum != done->proof)
            return fail("%.4096s: the sum was %" PRId64 " and then %" PRId64, path, done->proof,
                        totals.sum);
        done->proof = totals.sum;
    }
    done->proven = true;
    return 0;
}

static int lead_in(int64_t iterations) {
    return scan_times(lead_input, iterations, &(struct done){0});
}

static int iterate(int64_t iterations, struct done *done) {
    return scan_times(input, iterations, done);
}

static int check(const struct pairs *pairs, struct reply *reply) {
    (void)pairs;
    struct totals totals = {0};
    if (scan(input, &totals) < 0)
        return fail_at(input);
    reply_integer(reply, "work", totals.integers);
    reply_integer(reply, "proof", totals.sum);
    reply_integer(reply, "rest_bytes", totals.rest_bytes);
    return 0;
}

const struct job job = {"scan", prepare, arrange, lead_in, iterate, check, NULL};
