// for await over a read stream, a table, and write(): pieces of 64 KiB, each byte changed through a table of 256.
// Use it in a server: it waits for a sink that is slow, and goes on with other work meanwhile.
// called: for await over a read stream
// tags: threaded
import { once } from 'node:events';
import { createReadStream } from 'node:fs';

const ROT13 = Uint8Array.from({ length: 256 }, (_, byte) => {
    const first = (byte & 0xdf) ^ byte ? 97 : 65; // of small letters, or of large ones
    return byte >= first && byte < first + 26 ? first + ((byte - first + 13) % 26) : byte;
});

export async function transform(path) {
    let sent = 0;
    for await (const piece of createReadStream(path)) {
        for (let index = 0; index < piece.length; index++) {
            piece[index] = ROT13[piece[index]];
        }
        if (!process.stdout.write(piece)) {
            await once(process.stdout, 'drain');
        }
        sent += piece.length;
    }
    return sent;
}
