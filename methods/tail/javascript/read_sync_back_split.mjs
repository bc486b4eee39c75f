// fs.readSync() of 4 KiB at once from the end, in which newlines are looked for; then split() of that part as UTF-8.
// Use it for a text of any size: what lies before the lines is not read.
// called: fs.readSync() from the end and split()
// parameters: piece_bytes 512..1048576
// decodes: or replaces
// splits: at LF
// ending: dropped
// memory: the lines

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const PIECE_BYTES = 4096;

function addLines(text) {
    const all = text.split('\n');
    if (all.at(-1) === '') {
        all.pop();
    }
    let [length, sum] = [0, 0];
    for (const line of all) {
        length += line.length;
        sum += line.length > 0 ? line.charCodeAt(0) + line.charCodeAt(line.length - 1) : 0;
    }
    return { lines: all.length, length, sum };
}

// Where the last lines begin.
function findBegin(file, size, wanted) {
    const buffer = Buffer.alloc(PIECE_BYTES);
    let end = size - 1; // the last byte is of the last line, be it its end
    while (end > 0) {
        const bytes = Math.min(end, PIECE_BYTES);
        end -= bytes;
        const piece = buffer.subarray(0, readSync(file, buffer, 0, bytes, end));
        for (let at = piece.lastIndexOf(10); at >= 0; at = at > 0 ? piece.lastIndexOf(10, at - 1) : -1) {
            if (--wanted === 0) {
                return end + at + 1;
            }
        }
    }
    return 0;
}

export function tailLines(path, wanted) {
    const file = openSync(path);
    try {
        const { size } = fstatSync(file);
        const begin = findBegin(file, size, wanted);
        const text = Buffer.alloc(size - begin);
        const got = readSync(file, text, 0, text.length, begin);
        return addLines(text.toString('utf8', 0, got));
    } finally {
        closeSync(file);
    }
}
