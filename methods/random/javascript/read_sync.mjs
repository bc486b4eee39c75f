// fs.readSync() with a position for each piece.
// Use it by default in a script: one call each.
// called: fs.readSync() with a position
// short: refused

import { closeSync, openSync, readSync } from 'node:fs';

function sumOf(piece) {
    let sum = piece[0] + piece[piece.length - 1];
    for (let at = 0; at < piece.length; at++) {
        sum += piece[at] === 10 ? 1 : 0;
    }
    return sum;
}

export function readAt(path, offsets, pieceBytes) {
    const piece = Buffer.alloc(pieceBytes);
    const file = openSync(path);
    try {
        let sum = 0;
        for (const offset of offsets) {
            if (readSync(file, piece, 0, pieceBytes, offset) < pieceBytes) {
                throw new Error('the end of the file cuts a piece');
            }
            sum += sumOf(piece);
        }
        return { reads: offsets.length, sum };
    } finally {
        closeSync(file);
    }
}
