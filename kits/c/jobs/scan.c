// Adapter for `scan`: read a file of integers and compute the sum.

#include "scan.h"

#include "kit.h"

#include <inttypes.h>

int scan(const char *path, struct totals *totals);

struct task {
    char *input;
};

static int prepare(const struct pairs *pairs, struct task *task) {
    return pairs_own_text(pairs, "input", &task->input);
}

static int iterate(const struct task *task, int64_t iterations, struct done *done) {
    const char *path = task->input;
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

static int check(struct task *task, const struct pairs *pairs, struct reply *reply) {
    (void)pairs;
    struct totals totals = {0};
    if (scan(task->input, &totals) < 0)
        return fail_at(task->input);
    reply_integer(reply, "work", totals.integers);
    reply_integer(reply, "proof", totals.sum);
    reply_integer(reply, "rest_bytes", totals.rest_bytes);
    return 0;
}

const struct job job = {
    .name = "scan",
    .task_bytes = sizeof(struct task),
    .prepare = prepare,
    .iterate = iterate,
    .check = check,
};
