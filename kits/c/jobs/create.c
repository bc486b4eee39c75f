// Adapter for `create`: write small files into a fresh folder.

#include "kit.h"

int64_t create_files(const char *folder, const char *const *names, int64_t files,
                     const char *content, size_t file_bytes);

struct task {
    char *output, *content;
    int64_t files, file_bytes;
    struct texts names, folders;
};

static int prepare(const struct pairs *pairs, struct task *task) {
    const char *name = pairs_text(pairs, "name");
    if (name == NULL || pairs_own_text(pairs, "output", &task->output) < 0 ||
        pairs_own_integer(pairs, "files", 0, &task->files) < 0 ||
        pairs_integer(pairs, "file_bytes", 0, &task->file_bytes) < 0 ||
        numbered(&task->names, name, "", task->files) < 0)
        return -1;
    return letters(&task->content, task->file_bytes);
}

static int arrange(struct task *task, int64_t iterations) {
    return outputs(&task->folders, task->output, iterations);
}

static int iterate(const struct task *task, int64_t iterations, struct done *done) {
    for (int64_t i = 0; i < iterations; i++) {
        const char *folder = task->folders.texts[i];
        int64_t written = create_files(folder, task->names.texts, task->files, task->content,
                                       (size_t)task->file_bytes);
        if (written < 0)
            return fail_at(folder);
        done->work += written;
    }
    return 0;
}

const struct job job = {
    .name = "create",
    .task_bytes = sizeof(struct task),
    .prepare = prepare,
    .arrange = arrange,
    .iterate = iterate,
};
