// Adapter for `copy`: copy a file to another one, which is not there yet.

#include "kit.h"

#include <sys/stat.h>

int copy_file(const char *from, const char *to);

struct task {
    char *input, *output;
    int64_t input_bytes;
    struct texts paths;
};

static int prepare(const struct pairs *pairs, struct task *task) {
    struct stat about;
    if (pairs_own_text(pairs, "input", &task->input) < 0 ||
        pairs_own_text(pairs, "output", &task->output) < 0)
        return -1;
    if (stat(task->input, &about) < 0)
        return fail_at(task->input);
    task->input_bytes = about.st_size;
    return 0;
}

static int arrange(struct task *task, int64_t iterations) {
    return outputs(&task->paths, task->output, iterations);
}

static int iterate(const struct task *task, int64_t iterations, struct done *done) {
    for (int64_t i = 0; i < iterations; i++) {
        if (copy_file(task->input, task->paths.texts[i]) < 0)
            return fail_at(task->paths.texts[i]);
        done->work += task->input_bytes;
    }
    return 0;
}

const struct job job = {
    .name = "copy",
    .task_bytes = sizeof(struct task),
    .prepare = prepare,
    .arrange = arrange,
    .iterate = iterate,
};
