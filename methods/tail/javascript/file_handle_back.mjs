// read() of a FileHandle, 4 KiB at once from the end, in which lastIndexOf() looks for newlines.
// Use it for a file of any size when a server must go on meanwhile.
// called: read() of a FileHandle from the end
// tags: threaded
// parameters: piece_bytes 512..1048576
// decodes: no
// splits: at LF
// ending: dropped
// memory: the lines

import { open } from 'node:fs/promises';

const PIECE_BYTES = 4096;

function addLines(text) {
    let [lines, length, sum] = [0, 0, 0];
    for (let begin = 0; begin < text.length; lines++) {
        const newline = text.indexOf(10, begin);
        const end = newline < 0 ? text.length : newline;
        length += end - begin;
        sum += end > begin ? text[begin] + text[end - 1] : 0;
        begin = end + 1;
    }
    return { lines, length, sum };
}

// Where the last lines begin.
async function findBegin(file, size, wanted) {
    const buffer = Buffer.alloc(PIECE_BYTES);
    let end = size - 1; // the last byte is of the last line, be it its end
    while (end > 0) {
        const bytes = Math.min(end, PIECE_BYTES);
        end -= bytes;
        const { bytesRead } = await file.read(buffer, 0, bytes, end);
        const piece = buffer.subarray(0, bytesRead);
        for (let at = piece.lastIndexOf(10); at >= 0; at = at > 0 ? piece.lastIndexOf(10, at - 1) : -1) {
            if (--wanted === 0) {
                return end + at + 1;
            }
        }
    }
    return 0;
}

export async function tailLines(path, wanted) {
    const file = await open(path);
    try {
        const { size } = await file.stat();
        const begin = await findBegin(file, size, wanted);
        const { bytesRead, buffer } = await file.read(Buffer.alloc(size - begin), 0, size - begin, begin);
        return addLines(buffer.subarray(0, bytesRead));
    } finally {
        await file.close();
    }
}
