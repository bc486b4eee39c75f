// The common part of adapters of jobs that send whole files to stdout. An adapter defines WORK, the
// name of the job and of the method's function, before it includes this.

#include "kit.h"

#include <unistd.h>

#define NAME_OF(word) #word
#define NAME(word) NAME_OF(word)

int64_t WORK(const char *path, int sink);

struct task {
    char *input;
};

static int prepare(const struct pairs *pairs, struct task *task) {
    return pairs_own_text(pairs, "input", &task->input);
}

static int iterate(const struct task *task, int64_t iterations, struct done *done) {
    const char *path = task->input;
    for (int64_t i = 0; i < iterations; i++) {
        int64_t bytes = WORK(path, STDOUT_FILENO);
        if (bytes < 0)
            return fail_at(path);
        done->work += bytes;
    }
    return 0;
}

const struct job job = {
    .name = NAME(WORK),
    .task_bytes = sizeof(struct task),
    .prepare = prepare,
    .iterate = iterate,
};
