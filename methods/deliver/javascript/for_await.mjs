// for await over a read stream, and write() to the sink: pieces of 64 KiB, read in a thread of Node.
// Use it when you look at the bytes on the way, and other work must go on meanwhile; it waits for a sink that is slow.
// called: for await over a read stream
// tags: threaded
import { once } from 'node:events';
import { createReadStream } from 'node:fs';

export async function deliver(path) {
    let sent = 0;
    for await (const piece of createReadStream(path)) {
        if (!process.stdout.write(piece)) {
            await once(process.stdout, 'drain');
        }
        sent += piece.length;
    }
    return sent;
}
