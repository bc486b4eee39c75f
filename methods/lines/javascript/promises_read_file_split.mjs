// readFile() of fs/promises as UTF-8, and split('\n').
// Use it when the file is small and a server must go on meanwhile; what comes after the last newline is a line to it.
// called: readFile() of fs/promises and split()
// tags: threaded
// decodes: or replaces
// splits: at LF
// ending: dropped
// long: taken
// memory: the file

import { readFile } from 'node:fs/promises';

export async function readLines(path) {
    let [length, sum] = [0, 0];
    const lines = (await readFile(path, 'utf8')).split('\n');
    if (lines.at(-1) === '') {
        lines.pop();
    }
    for (const line of lines) {
        length += line.length;
        if (line.length > 0) {
            sum += line.charCodeAt(0) + line.charCodeAt(line.length - 1);
        }
    }
    return { lines: lines.length, length, sum };
}
