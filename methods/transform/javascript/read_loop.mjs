// fs.readSync(), a table, fs.writeSync(): pieces of 64 KiB, each byte changed through a table of 256.
// Use it when every byte maps to one byte; changes that span bytes need to carry over the seams.
// called: fs.readSync() and fs.writeSync() of 64 KiB
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const STDOUT = 1;
const PIECE_BYTES = 65_536;
const ROT13 = Uint8Array.from({ length: 256 }, (_, byte) => {
    const first = (byte & 0xdf) ^ byte ? 97 : 65; // of small letters, or of large ones
    return byte >= first && byte < first + 26 ? first + ((byte - first + 13) % 26) : byte;
});

export function transform(path) {
    let sent = 0;
    const buffer = Buffer.allocUnsafe(PIECE_BYTES);
    const file = openSync(path);
    try {
        for (let count; (count = readSync(file, buffer)) > 0; sent += count) {
            for (let index = 0; index < count; index++) {
                buffer[index] = ROT13[buffer[index]];
            }
            for (let done = 0; done < count;) {
                // a write may take less than it was given
                done += writeSync(STDOUT, buffer, done, count - done);
            }
        }
    } finally {
        closeSync(file);
    }
    return sent;
}
