// Adapter for `log`: log messages to a fresh file, from opening it to closing it.

#include "log.h"

#include "kit.h"
#include "tagged.h"

#include <inttypes.h>
#include <stdio.h>

// So many messages are different; then the first comes again.
enum { DIFFERENT = 1000 };

int64_t log_messages(const char *path, struct messages *messages);

struct task {
    char *output, *rest; // rest: of a message, behind its number
    int64_t messages, message_bytes, different_count;
    struct tags tags;
    struct texts different, paths;
};

// The messages that come again and again, in place of those that were there.
static int make_messages(struct task *task) {
    size_t bytes = (size_t)task->message_bytes + 1;
    task->different_count = task->messages < DIFFERENT ? task->messages : DIFFERENT;
    if (texts_make(&task->different, task->different_count, bytes) < 0)
        return -1;
    for (int64_t i = 0; i < task->different_count; i++)
        snprintf(task->different.letters + (size_t)i * bytes, bytes, "%03" PRId64 " %s", i,
                 task->rest);
    return 0;
}

static int prepare(const struct pairs *pairs, struct task *task) {
    if (pairs_own_text(pairs, "output", &task->output) < 0 ||
        pairs_own_integer(pairs, "messages", 0, &task->messages) < 0 ||
        pairs_integer(pairs, "message_bytes", 1, &task->message_bytes) < 0 ||
        letters(&task->rest, task->message_bytes) < 0)
        return -1;
    task->rest[task->message_bytes] = '\0';
    return make_messages(task) < 0 ? -1
                                   : tags_prepare(&task->tags, pairs, task->message_bytes, false);
}

static int arrange(struct task *task, int64_t iterations) {
    return outputs(&task->paths, task->output, iterations);
}

// So many messages, and then what `next` hands out.
static struct messages messages_of(const struct task *task, int64_t count,
                                   bool (*next)(struct record *)) {
    const char *const *first = task->different.texts;
    return (struct messages){count, first, first, first + task->different_count, next};
}

static int iterate(const struct task *task, int64_t iterations, struct done *done) {
    for (int64_t i = 0; i < iterations; i++) {
        const char *path = task->paths.texts[i];
        struct messages handed = messages_of(task, task->messages, NULL);
        int64_t logged = log_messages(path, &handed);
        if (logged < 0)
            return fail_at(path);
        done->work += logged;
    }
    return 0;
}

static int64_t log_tagged(const char *path) {
    struct messages handed = {.next = tags_next};
    return log_messages(path, &handed);
}

static int fill(const struct task *task, struct window *window, struct done *done) {
    const char *path = task->paths.texts[0];
    return tags_fill(&task->tags, window, path, task->messages, log_tagged, done);
}

static int crash(const struct task *task, int64_t after) {
    const char *path = task->paths.texts[0];
    int64_t count = after < task->messages ? after : task->messages;
    struct messages handed = messages_of(task, count, crashing);
    return log_messages(path, &handed) < 0 ? fail_at(path) : 0;
}

const struct job job = {
    .name = "log",
    .task_bytes = sizeof(struct task),
    .prepare = prepare,
    .arrange = arrange,
    .iterate = iterate,
    .fill = fill,
    .crash = crash,
};
