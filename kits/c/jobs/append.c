// Adapter for `append`: write records to a fresh file, from opening it to closing it.

#include "append.h"

#include "kit.h"
#include "tagged.h"

int64_t append(const char *path, struct records *records);

struct task {
    char *output, *record;
    int64_t records, record_bytes;
    struct tags tags;
    struct texts paths;
};

static int prepare(const struct pairs *pairs, struct task *task) {
    bool is_newline;
    if (pairs_own_text(pairs, "output", &task->output) < 0 ||
        pairs_own_integer(pairs, "records", 0, &task->records) < 0 ||
        pairs_integer(pairs, "record_bytes", 1, &task->record_bytes) < 0 ||
        pairs_choice(pairs, "ending", "newline", "none", &is_newline) < 0 ||
        letters(&task->record, task->record_bytes) < 0)
        return -1;
    if (is_newline)
        task->record[task->record_bytes - 1] = '\n';
    return tags_prepare(&task->tags, pairs, task->record_bytes, is_newline);
}

static int arrange(struct task *task, int64_t iterations) {
    return outputs(&task->paths, task->output, iterations);
}

static int iterate(const struct task *task, int64_t iterations, struct done *done) {
    const struct record record = {task->record, (size_t)task->record_bytes};
    for (int64_t i = 0; i < iterations; i++) {
        const char *path = task->paths.texts[i];
        struct records handed = {task->records, record, NULL};
        int64_t written = append(path, &handed);
        if (written < 0)
            return fail_at(path);
        done->work += written;
    }
    return 0;
}

static int64_t append_tagged(const char *path) {
    struct records handed = {0, {NULL, 0}, tags_next};
    return append(path, &handed);
}

static int fill(const struct task *task, struct window *window, struct done *done) {
    const char *path = task->paths.texts[0];
    return tags_fill(&task->tags, window, path, task->records, append_tagged, done);
}

static int crash(const struct task *task, int64_t after) {
    const struct record record = {task->record, (size_t)task->record_bytes};
    const char *path = task->paths.texts[0];
    int64_t count = after < task->records ? after : task->records;
    struct records handed = {count, record, crashing};
    return append(path, &handed) < 0 ? fail_at(path) : 0;
}

const struct job job = {
    .name = "append",
    .task_bytes = sizeof(struct task),
    .prepare = prepare,
    .arrange = arrange,
    .iterate = iterate,
    .fill = fill,
    .crash = crash,
};
