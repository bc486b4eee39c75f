// pipe() of a read stream: pieces of 64 KiB, read in a thread of Node.
// Use it in a server: it waits for a sink that is slow, and other work goes on meanwhile. If the sink fails nobody is
// told, and the file stays open: pipeline() does both, and ends the sink.
// called: pipe() of a read stream
// tags: threaded
import { createReadStream } from 'node:fs';

export function deliver(path) {
    return new Promise((resolve, reject) => {
        const source = createReadStream(path);
        source.on('error', reject);
        source.on('end', () => resolve(source.bytesRead));
        source.pipe(process.stdout, { end: false });
    });
}
