// Adapter for `list`: return the names in a folder.

#include "list.h"

#include "kit.h"

#include <stdio.h>

int list(const char *folder, struct names *names);

struct task {
    char *folder;
};

static int prepare(const struct pairs *pairs, struct task *task) {
    return pairs_own_text(pairs, "folder", &task->folder);
}

// Each list is freed in the loop, since a program that lists a folder frees the names, too.
static int iterate(const struct task *task, int64_t iterations, struct done *done) {
    const char *folder = task->folder;
    for (int64_t i = 0; i < iterations; i++) {
        struct names names = {0};
        if (list(folder, &names) < 0) {
            fail_at(folder);
            names_free(&names);
            return -1;
        }
        done->work += names.count;
        names_free(&names);
    }
    return 0;
}

static int write_proof(const char *path, const struct names *names) {
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return fail_at(path);
    size_t written = names->bytes == 0 ? 0 : fwrite(names->text, 1, names->bytes, file);
    if (fclose(file) != 0 || written != names->bytes)
        return fail_at(path);
    return 0;
}

static int check(struct task *task, const struct pairs *pairs, struct reply *reply) {
    const char *proof_file = pairs_text(pairs, "proof_file"), *folder = task->folder;
    if (proof_file == NULL)
        return -1;
    struct names names = {0};
    int failed = list(folder, &names) < 0 ? fail_at(folder) : write_proof(proof_file, &names);
    if (!failed)
        reply_integer(reply, "work", names.count);
    names_free(&names);
    return failed;
}

const struct job job = {
    .name = "list",
    .task_bytes = sizeof(struct task),
    .prepare = prepare,
    .iterate = iterate,
    .check = check,
};
