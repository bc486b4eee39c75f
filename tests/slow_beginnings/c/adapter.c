// Adapter for `nap`: a job that is as slow as it is told, in its work, its lead-in, and its
// arranging.

#include "kit.h"

void nap(int64_t milliseconds);

struct task {
    int64_t nap_ms, arrange_ms;
};

static int prepare(const struct pairs *pairs, struct task *task) {
    if (pairs_own_integer(pairs, "nap_ms", 0, &task->nap_ms) < 0)
        return -1;
    return pairs_integer(pairs, "arrange_ms", 0, &task->arrange_ms);
}

static int arrange(struct task *task, int64_t iterations) {
    (void)iterations;
    nap(task->arrange_ms);
    return 0;
}

static int iterate(const struct task *task, int64_t iterations, struct done *done) {
    for (int64_t i = 0; i < iterations; i++)
        nap(task->nap_ms);
    done->work = iterations;
    return 0;
}

const struct job job = {
    .name = "nap",
    .task_bytes = sizeof(struct task),
    .prepare = prepare,
    .arrange = arrange,
    .iterate = iterate,
};
