// The adapter of `empty`: what one iteration costs when nothing is done.

#include "../kit.h"

void nothing(void);

static int prepare(const struct pairs *pairs) {
    (void)pairs;
    return 0;
}

static int arrange(int64_t iterations, int64_t lead_in) {
    (void)iterations;
    (void)lead_in;
    return 0;
}

static int iterate(int64_t iterations, struct done *done) {
    for (int64_t i = 0; i < iterations; i++)
        nothing();
    done->work = iterations;
    return 0;
}

static int lead_in(int64_t iterations) { return iterate(iterations, &(struct done){0}); }

static int check(const struct pairs *pairs, struct reply *reply) {
    (void)pairs;
    nothing();
    reply_integer(reply, "work", 1);
    return 0;
}

const struct job job = {"empty", prepare, arrange, lead_in, iterate, check, NULL};
