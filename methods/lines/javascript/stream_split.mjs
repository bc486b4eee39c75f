// for await over a read stream of UTF-8, each of whose pieces is split at its newlines.
// Use it when the file may be large: the last part of a piece waits for the next one.
// called: a read stream and split()
// tags: threaded
// decodes: or replaces
// splits: at LF
// ending: dropped
// long: taken
// memory: a line

import { createReadStream } from 'node:fs';

export async function readLines(path) {
    let [lines, length, sum] = [0, 0, 0];
    const add = (line) => {
        lines++;
        length += line.length;
        if (line.length > 0) {
            sum += line.charCodeAt(0) + line.charCodeAt(line.length - 1);
        }
    };
    let rest = '';
    for await (const piece of createReadStream(path, 'utf8')) {
        const parts = piece.split('\n');
        parts[0] = rest + parts[0];
        rest = parts.pop();
        parts.forEach(add);
    }
    if (rest !== '') {
        add(rest); // the last line has no end
    }
    return { lines, length, sum };
}
