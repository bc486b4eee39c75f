// for await over a read stream, by pieces of 1 MiB unless another size is said, read in a thread of Node.
// Use it in a server, where other work must go on meanwhile. A piece that begins within a record is copied behind the
// part of the record that came before.
// called: for await over a read stream by {piece_bytes}
// parameters: piece_bytes 512..16777216
// tags: threaded
import { createReadStream } from 'node:fs';

const PIECE_BYTES = 1048576;
const MOST_INTEGERS = 512;

export async function scan(path) {
    let integers = 0,
        sum = 0n,
        rest = Buffer.alloc(0);
    for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
        const content = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
        const bytes = new DataView(content.buffer, content.byteOffset, content.length);
        let begin = 0;
        while (begin + 4 <= content.length) {
            const length = bytes.getInt32(begin, true);
            if (length < 0 || length > MOST_INTEGERS) {
                throw new Error(`${path}: a record of ${length} integers`);
            }
            const end = begin + 4 + 4 * length;
            if (end > content.length) {
                break;
            }
            let ofRecord = 0; // no record's sum is too large for a number
            for (let index = 0; index < length; index++) {
                ofRecord += bytes.getInt32(begin + 4 + 4 * index, true) * (1 + (index & 1));
            }
            sum += BigInt(ofRecord);
            integers += length;
            begin = end;
        }
        rest = content.subarray(begin); // the record that the seam cuts
    }
    return { integers, sum, restBytes: rest.length };
}
