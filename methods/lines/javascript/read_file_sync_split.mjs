// fs.readFileSync() as UTF-8, and split('\n').
// Use it when the file is small; what comes after the last newline is a line to it, be it empty.
// called: fs.readFileSync() and split()
// decodes: or replaces
// splits: at LF
// ending: dropped
// long: taken
// memory: the file

import { readFileSync } from 'node:fs';

export function readLines(path) {
    let [length, sum] = [0, 0];
    const lines = readFileSync(path, 'utf8').split('\n');
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
