// fs.readSync() of 1 MiB at a time into one buffer, integers summed where they lie.
// Use it when a file is read once from end to end; its memory stays the same for any size.
// called: fs.readSync() of 1 MiB at once
import { closeSync, openSync, readSync } from 'node:fs';

const BUFFER_BYTES = 1 << 20;
const MOST_INTEGERS = 512;

export function scan(path) {
    const buffer = Buffer.alloc(BUFFER_BYTES);
    // In the machine's own byte order, which is the file's nearly everywhere.
    const words = new Int32Array(buffer.buffer, buffer.byteOffset, BUFFER_BYTES / 4);
    const file = openSync(path);
    let integers = 0,
        sum = 0n,
        filled = 0;
    try {
        for (let count; (count = readSync(file, buffer, filled, BUFFER_BYTES - filled)) > 0;) {
            filled += count;
            const end = Math.floor(filled / 4);
            let begin = 0; // in words, as end is
            while (begin < end) {
                const length = words[begin];
                if (length < 0 || length > MOST_INTEGERS) {
                    throw new Error(`${path}: a record of ${length} integers`);
                }
                if (begin + 1 + length > end) {
                    break;
                }
                let ofRecord = 0; // no record's sum is too large for a number
                for (let index = 0; index < length; index++) {
                    ofRecord += words[begin + 1 + index] * (1 + (index & 1));
                }
                sum += BigInt(ofRecord);
                integers += length;
                begin += 1 + length;
            }
            buffer.copyWithin(0, 4 * begin, filled); // the record that the seam cuts goes to the front
            filled -= 4 * begin;
        }
    } finally {
        closeSync(file);
    }
    return { integers, sum, restBytes: filled };
}
