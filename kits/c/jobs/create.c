// The adapter of `create`: small files into fresh folders, one folder an iteration.

#include "../kit.h"

#include "texts.h"

#include <inttypes.h>
#include <stdlib.h>

int64_t create_files(const char *folder, const char *const *names, int64_t files,
                     const char *content, size_t file_bytes);

static char *output, *lead_output, *content;
static int64_t files, lead_files, file_bytes;
static struct texts names, folders, lead_folders;

static int build_content(void) {
    free(content);
    content = malloc((size_t)file_bytes + 1);
    if (content == NULL)
        return fail("no memory for a file of %" PRId64 " bytes", file_bytes);
    for (int64_t i = 0; i < file_bytes; i++)
        content[i] = (char)('a' + i % 26);
    return 0;
}

static int prepare(const struct pairs *pairs) {
    const char *name = pairs_text(pairs, "name");
    if (name == NULL || pairs_copy(pairs, "output", &output) < 0 ||
        pairs_copy(pairs, "lead_output", &lead_output) < 0 ||
        pairs_integer(pairs, "files", 0, &files) < 0 ||
        pairs_integer(pairs, "lead_files", 0, &lead_files) < 0 ||
        pairs_integer(pairs, "file_bytes", 0, &file_bytes) < 0)
        return -1;
    if (texts_number(&names, name, "", files > lead_files ? files : lead_files) < 0)
        return -1;
    return build_content();
}

static int arrange(int64_t iterations, int64_t lead_in) {
    if (texts_number(&folders, output, ".", iterations) < 0)
        return -1;
    return texts_number(&lead_folders, lead_output, ".", lead_in);
}

static int fill_times(const struct texts *into, int64_t each, int64_t iterations,
                      struct done *done) {
    for (int64_t i = 0; i < iterations; i++) {
        const char *folder = into->texts[i];
        int64_t written = create_files(folder, names.texts, each, content, (size_t)file_bytes);
        if (written < 0)
            return fail_at(folder);
        done->work += written;
    }
    return 0;
}

static int lead_in(int64_t iterations) {
    return fill_times(&lead_folders, lead_files, iterations, &(struct done){0});
}

static int iterate(int64_t iterations, struct done *done) {
    return fill_times(&folders, files, iterations, done);
}

static int check(const struct pairs *pairs, struct reply *reply) {
    (void)pairs;
    struct done done = {0};
    if (arrange(1, 0) < 0 || iterate(1, &done) < 0)
        return -1;
    reply_integer(reply, "work", done.work);
    return 0;
}

const struct job job = {"create", prepare, arrange, lead_in, iterate, check, NULL};
