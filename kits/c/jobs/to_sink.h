// The adapter of a job that sends a whole file to stdout, which is the sink. Its file defines WORK,
// the job's name and that of the method's function, before it includes this.

#include "../kit.h"

#include <unistd.h>

#define NAME_OF(word) #word
#define NAME(word) NAME_OF(word)

int64_t WORK(const char *path, int sink);

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

static int send_times(const char *path, int64_t iterations, struct done *done) {
    for (int64_t i = 0; i < iterations; i++) {
        int64_t bytes = WORK(path, STDOUT_FILENO);
        if (bytes < 0)
            return fail_at(path);
        done->work += bytes;
    }
    return 0;
}

static int lead_in(int64_t iterations) {
    return send_times(lead_input, iterations, &(struct done){0});
}

static int iterate(int64_t iterations, struct done *done) {
    return send_times(input, iterations, done);
}

static int check(const struct pairs *pairs, struct reply *reply) {
    (void)pairs;
    struct done done = {0};
    if (send_times(input, 1, &done) < 0)
        return -1;
    reply_integer(reply, "work", done.work);
    return 0;
}

const struct job job = {NAME(WORK), prepare, arrange, lead_in, iterate, check, NULL};
