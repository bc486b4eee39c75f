// Keeps 100 messages back.
// Use it nowhere.
// stamped: no
// survives: kill
// durable: no

#include "log.h"

#include <stdio.h>
#include <string.h>

enum { KEPT = 100, LONGEST = 1 << 14 };

int64_t log_messages(const char *path, struct messages *messages) {
    static char kept[KEPT][LONGEST];
    FILE *log = fopen(path, "a");
    if (log == NULL)
        return -1;
    setvbuf(log, NULL, _IONBF, 0);
    const char *message;
    int64_t logged = 0;
    while (next_message(messages, &message)) {
        char *place = kept[logged % KEPT];
        if (logged >= KEPT)
            fprintf(log, "%s\n", place);
        snprintf(place, LONGEST, "%s", message);
        logged++;
    }
    for (int64_t i = logged < KEPT ? 0 : logged - KEPT; i < logged; i++)
        fprintf(log, "%s\n", kept[i % KEPT]);
    return fclose(log) < 0 ? -1 : logged;
}
