// fs.readFileSync(): the whole file in memory, integers summed where they lie.
// Use it when the file is small, or needed whole.
// called: fs.readFileSync()
import { readFileSync } from 'node:fs';

const MOST_INTEGERS = 512;

export function scan(path) {
    const content = readFileSync(path);
    const end = Math.floor(content.length / 4);
    // In the machine's own byte order, which is the file's nearly everywhere.
    const words =
        content.byteOffset % 4 === 0
            ? new Int32Array(content.buffer, content.byteOffset, end)
            : new Int32Array(Uint8Array.from(content).buffer, 0, end);
    let integers = 0,
        sum = 0n,
        begin = 0; // begin and end are in words
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
    return { integers, sum, restBytes: content.length - 4 * begin };
}
