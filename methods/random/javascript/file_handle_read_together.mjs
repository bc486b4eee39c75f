// read() of a FileHandle with a position, all pieces at once by Promise.all().
// Use it for a number of pieces that fit into memory; four threads read them.
// called: read() of a FileHandle by Promise.all()
// tags: threaded
// short: refused

import { open } from 'node:fs/promises';

function sumOf(piece) {
    let sum = piece[0] + piece[piece.length - 1];
    for (let at = 0; at < piece.length; at++) {
        sum += piece[at] === 10 ? 1 : 0;
    }
    return sum;
}

export async function readAt(path, offsets, pieceBytes) {
    const file = await open(path);
    try {
        const read = async (offset) => {
            const { bytesRead, buffer } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes, offset);
            if (bytesRead < pieceBytes) {
                throw new Error('the end of the file cuts a piece');
            }
            return sumOf(buffer);
        };
        const sums = await Promise.all(offsets.map(read));
        return { reads: offsets.length, sum: sums.reduce((all, one) => all + one, 0) };
    } finally {
        await file.close();
    }
}
