// fs.readSync() of 64 KiB at once, in which indexOf() finds the lines; what the end of a piece cuts goes to the front.
// Use it when lines need not be text, or only some of them: none becomes a string.
// called: fs.readSync() of {piece_bytes} and indexOf()
// parameters: piece_bytes 4096..16777216
// decodes: no
// splits: at LF
// ending: dropped
// long: taken
// memory: a line

import { closeSync, openSync, readSync } from 'node:fs';

const PIECE_BYTES = 65536;

export function readLines(path) {
    let [lines, length, sum] = [0, 0, 0];
    const add = (buffer, begin, end) => {
        lines++;
        length += end - begin;
        if (end > begin) {
            sum += buffer[begin] + buffer[end - 1];
        }
    };
    let buffer = Buffer.alloc(PIECE_BYTES);
    const file = openSync(path);
    try {
        for (let kept = 0; ;) {
            const got = readSync(file, buffer, kept, buffer.length - kept, null);
            if (got === 0) {
                if (kept > 0) {
                    add(buffer, 0, kept); // the last line has no end
                }
                return { lines, length, sum };
            }
            const text = buffer.subarray(0, kept + got);
            let begin = 0;
            for (let end = text.indexOf(10, kept); end >= 0; end = text.indexOf(10, begin)) {
                add(text, begin, end);
                begin = end + 1;
            }
            kept = text.copy(buffer, 0, begin);
            if (kept === buffer.length) {
                buffer = Buffer.concat([buffer, Buffer.alloc(kept)]); // a line that is longer than it
            }
        }
    } finally {
        closeSync(file);
    }
}
