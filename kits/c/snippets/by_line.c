// getline(): one line after the other. Change it to what you have in mind.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int64_t run(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return -1;
    char *line = NULL;
    size_t room = 0;
    int64_t lines = 0;
    while (getline(&line, &room, file) > 0)
        lines++;
    free(line);
    fclose(file);
    return lines;
}
