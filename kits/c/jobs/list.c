// The adapter of `list`: the names of what a folder holds.

#include "list.h"

#include "../kit.h"

#include <stdio.h>

int list(const char *folder, struct names *names);

static char *folder, *lead_folder;

static int prepare(const struct pairs *pairs) {
    if (pairs_copy(pairs, "folder", &folder) < 0)
        return -1;
    return pairs_copy(pairs, "lead_folder", &lead_folder);
}

static int arrange(int64_t iterations, int64_t lead_in) {
    (void)iterations;
    (void)lead_in;
    return 0;
}

// Each list is freed in the loop: a program that lists a folder gives the names back as well.
static int list_times(const char *path, int64_t iterations, struct done *done) {
    for (int64_t i = 0; i < iterations; i++) {
        struct names names = {0};
        if (list(path, &names) < 0) {
            fail_at(path);
            names_free(&names);
            return -1;
        }
        done->work += names.count;
        names_free(&names);
    }
    return 0;
}

static int lead_in(int64_t iterations) {
    return list_times(lead_folder, iterations, &(struct done){0});
}

static int iterate(int64_t iterations, struct done *done) {
    return list_times(folder, iterations, done);
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

static int check(const struct pairs *pairs, struct reply *reply) {
    const char *proof_file = pairs_text(pairs, "proof_file");
    if (proof_file == NULL)
        return -1;
    struct names names = {0};
    int failed = list(folder, &names) < 0 ? fail_at(folder) : write_proof(proof_file, &names);
    if (!failed)
        reply_integer(reply, "work", names.count);
    names_free(&names);
    return failed;
}

const struct job job = {"list", prepare, arrange, lead_in, iterate, check, NULL};
