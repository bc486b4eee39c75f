// Adapter for `append_many`: write records to many logs in turn, a fresh folder of them in each
// iteration.

#include "append_many.h"

#include "kit.h"

#include <inttypes.h>
#include <stdlib.h>

int64_t append_many(const struct work *work);

struct task {
    char *output, *record;
    int64_t logs, records, record_bytes;
    int32_t *turns; // for each record the number of its log
    struct texts *folders;
    int64_t folder_count;
};

static int64_t skewed(int64_t index, int64_t logs) {
    int64_t drawn = (index * 1103515245 + 12345) % ((int64_t)1 << 31);
    int64_t squared = drawn * drawn >> 31;
    return (squared * drawn >> 31) * logs >> 31;
}

static int prepare(const struct pairs *pairs, struct task *task) {
    bool is_even;
    if (pairs_own_text(pairs, "output", &task->output) < 0 ||
        pairs_integer(pairs, "logs", 1, &task->logs) < 0 ||
        pairs_integer(pairs, "record_bytes", 1, &task->record_bytes) < 0 ||
        letters(&task->record, task->record_bytes) < 0 ||
        pairs_choice(pairs, "turns", "round_robin", "skewed", &is_even) < 0 ||
        pairs_own_integer(pairs, "records", 0, &task->records) < 0)
        return -1;
    task->record[task->record_bytes - 1] = '\n';
    free(task->turns);
    task->turns = calloc((size_t)task->records + 1, sizeof *task->turns);
    if (task->turns == NULL)
        return fail("no memory for %" PRId64 " turns", task->records);
    for (int64_t i = 0; i < task->records; i++)
        task->turns[i] = (int32_t)(is_even ? i % task->logs : skewed(i, task->logs));
    return 0;
}

// The paths of the logs of each iteration, in place of those that were there before.
static int arrange(struct task *task, int64_t iterations) {
    for (int64_t i = 0; i < task->folder_count; i++)
        texts_free(&task->folders[i]);
    free(task->folders);
    task->folder_count = 0;
    task->folders = calloc((size_t)iterations, sizeof *task->folders);
    struct texts prefixes = {0};
    int failed = task->folders == NULL ? fail("no memory for %" PRId64 " folders", iterations)
                                       : outputs(&prefixes, task->output, iterations);
    for (int64_t i = 0; i < iterations && !failed; i++) {
        failed = numbered(&task->folders[i], prefixes.texts[i], "/", task->logs);
        task->folder_count++;
    }
    texts_free(&prefixes);
    return failed;
}

static int iterate(const struct task *task, int64_t iterations, struct done *done) {
    for (int64_t i = 0; i < iterations; i++) {
        struct work work = {task->folders[i].texts, task->logs,   task->turns,
                            task->records,          task->record, (size_t)task->record_bytes};
        int64_t written = append_many(&work);
        if (written < 0)
            return fail_at(work.paths[0]);
        done->work += written;
    }
    return 0;
}

const struct job job = {
    .name = "append_many",
    .task_bytes = sizeof(struct task),
    .prepare = prepare,
    .arrange = arrange,
    .iterate = iterate,
};
