// fs.readSync() of 4 KiB at once from the end, in which lastIndexOf() looks for newlines; then one of the lines.
// Use it for a file of any size: what lies before the lines is not read.
// called: fs.readSync() from the end
// parameters: piece_bytes 512..1048576
// decodes: no
// splits: at LF
// ending: dropped
// memory: the lines

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const PIECE_BYTES = 4096;

function addLines(text) {
    let [lines, length, sum] = [0, 0, 0];
    for (let begin = 0; begin < text.length; lines++) {
        const newline = text.indexOf(10, begin);
        const end = newline < 0 ? text.length : newline;
        length += end - begin;
        sum += end > begin ? text[begin] + text[end - 1] : 0;
        begin = end + 1;
    }
    return { lines, length, sum };
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
        return addLines(text.subarray(0, got));
    } finally {
        closeSync(file);
    }
}
