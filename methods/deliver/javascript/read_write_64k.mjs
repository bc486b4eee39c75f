// fs.readSync() and fs.writeSync(): the file in pieces of 64 KiB, through one buffer.
// Use it when you look at the bytes on the way, and nothing else has to be done meanwhile.
// called: fs.readSync() and fs.writeSync() of 64 KiB
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const STDOUT = 1;
const PIECE_BYTES = 65_536;

export function deliver(path) {
    let sent = 0;
    const buffer = Buffer.allocUnsafe(PIECE_BYTES);
    const file = openSync(path);
    try {
        for (let count; (count = readSync(file, buffer)) > 0; sent += count) {
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
