// read() of a FileHandle with a position, awaited for each piece.
// Use it when a server must go on meanwhile; each piece waits for a thread.
// called: read() of a FileHandle
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
    const piece = Buffer.alloc(pieceBytes);
    const file = await open(path);
    try {
        let sum = 0;
        for (const offset of offsets) {
            const { bytesRead } = await file.read(piece, 0, pieceBytes, offset);
            if (bytesRead < pieceBytes) {
                throw new Error('the end of the file cuts a piece');
            }
            sum += sumOf(piece);
        }
        return { reads: offsets.length, sum };
    } finally {
        await file.close();
    }
}
