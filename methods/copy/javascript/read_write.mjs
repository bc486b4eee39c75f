// fs.readSync() and fs.writeSync() in turn, through one buffer, of 1 MiB unless another size is said.
// Use it when the bytes are looked at, or changed, on their way, and nothing else has to be done meanwhile.
// called: fs.readSync(), fs.writeSync() of {piece_bytes}
// parameters: piece_bytes 512..16777216
// durable: no
// mode: not kept
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const PIECE_BYTES = 1048576;

export function copyFile(source, target) {
    const buffer = Buffer.allocUnsafe(PIECE_BYTES);
    const reader = openSync(source);
    try {
        const writer = openSync(target, 'w');
        try {
            for (let count; (count = readSync(reader, buffer)) > 0;) {
                for (let done = 0; done < count;) {
                    // a nearly full disk takes less than it was given
                    done += writeSync(writer, buffer, done, count - done);
                }
            }
        } finally {
            closeSync(writer);
        }
    } finally {
        closeSync(reader);
    }
}
