// The adapter of `append_many`: records to many logs in turn, a folder of them an iteration.

#include "append_many.h"

#include "../kit.h"

#include "texts.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int64_t append_many(const struct work *work);

static char *output, *lead_output, *record;
static int64_t logs, records, lead_records, record_bytes;
static int32_t *turns;
static struct texts *folders, *lead_folders;
static int64_t folder_count, lead_folder_count;

static int build_record(void) {
    free(record);
    record = malloc((size_t)record_bytes);
    if (record == NULL)
        return fail("no memory for a record of %" PRId64 " bytes", record_bytes);
    for (int64_t i = 0; i < record_bytes; i++)
        record[i] = (char)('a' + i % 26);
    record[record_bytes - 1] = '\n';
    return 0;
}

static int64_t skewed(int64_t index) {
    int64_t drawn = (index * 1103515245 + 12345) % ((int64_t)1 << 31);
    int64_t squared = drawn * drawn >> 31;
    return (squared * drawn >> 31) * logs >> 31;
}

// Whose turn it is; the lead-in begins as the work does.
static int build_turns(bool is_skewed) {
    int64_t count = records > lead_records ? records : lead_records;
    free(turns);
    turns = calloc((size_t)count + 1, sizeof *turns);
    if (turns == NULL)
        return fail("no memory for %" PRId64 " turns", count);
    for (int64_t i = 0; i < count; i++)
        turns[i] = (int32_t)(is_skewed ? skewed(i) : i % logs);
    return 0;
}

static int prepare(const struct pairs *pairs) {
    if (pairs_copy(pairs, "output", &output) < 0 ||
        pairs_copy(pairs, "lead_output", &lead_output) < 0 ||
        pairs_integer(pairs, "logs", 1, &logs) < 0 ||
        pairs_integer(pairs, "records", 0, &records) < 0 ||
        pairs_integer(pairs, "lead_records", 0, &lead_records) < 0 ||
        pairs_integer(pairs, "record_bytes", 1, &record_bytes) < 0)
        return -1;
    const char *order = pairs_text(pairs, "turns");
    if (order == NULL)
        return -1;
    bool is_skewed = strcmp(order, "skewed") == 0;
    if (!is_skewed && strcmp(order, "round_robin") != 0)
        return fail("prepare: turns is '%.100s', neither round_robin nor skewed", order);
    return build_record() < 0 ? -1 : build_turns(is_skewed);
}

// The paths of the logs in `count` folders, in place of those that were there before.
static int name_logs(struct texts **all, int64_t *had, const char *prefix, int64_t count) {
    for (int64_t i = 0; i < *had; i++)
        texts_free(&(*all)[i]);
    free(*all);
    *had = 0;
    *all = calloc((size_t)count + 1, sizeof **all);
    if (*all == NULL)
        return fail("no memory for %" PRId64 " folders", count);
    for (; *had < count; (*had)++) {
        char between[32];
        snprintf(between, sizeof between, ".%" PRId64 "/", *had);
        if (texts_number(&(*all)[*had], prefix, between, logs) < 0)
            return -1;
    }
    return 0;
}

static int arrange(int64_t iterations, int64_t lead_in) {
    if (name_logs(&folders, &folder_count, output, iterations) < 0)
        return -1;
    return name_logs(&lead_folders, &lead_folder_count, lead_output, lead_in);
}

static int append_times(const struct texts *into, int64_t each, int64_t iterations,
                        struct done *done) {
    for (int64_t i = 0; i < iterations; i++) {
        struct work work = {into[i].texts, logs, turns, each, record, (size_t)record_bytes};
        int64_t written = append_many(&work);
        if (written < 0)
            return fail_at(work.paths[0]);
        done->work += written;
    }
    return 0;
}

static int lead_in(int64_t iterations) {
    return append_times(lead_folders, lead_records, iterations, &(struct done){0});
}

static int iterate(int64_t iterations, struct done *done) {
    return append_times(folders, records, iterations, done);
}

static int check(const struct pairs *pairs, struct reply *reply) {
    (void)pairs;
    struct done done = {0};
    if (arrange(1, 0) < 0 || iterate(1, &done) < 0)
        return -1;
    reply_integer(reply, "work", done.work);
    return 0;
}

const struct job job = {"append_many", prepare, arrange, lead_in, iterate, check, NULL};
