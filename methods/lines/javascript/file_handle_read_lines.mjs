// for await over readLines() of a FileHandle.
// Use it when the file is open already by fs/promises; a carriage return alone ends a line, too.
// called: readLines() of a FileHandle
// tags: threaded
// decodes: or replaces
// splits: at CR too
// ending: CRLF dropped
// long: taken
// memory: a line

import { open } from 'node:fs/promises';

export async function readLines(path) {
    let [lines, length, sum] = [0, 0, 0];
    const file = await open(path);
    for await (const line of file.readLines()) {
        lines++;
        length += line.length;
        if (line.length > 0) {
            sum += line.charCodeAt(0) + line.charCodeAt(line.length - 1);
        }
    }
    return { lines, length, sum };
}
