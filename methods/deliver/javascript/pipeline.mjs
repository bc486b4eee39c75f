// pipeline() from a read stream to a write stream over the sink, which stays open: 64 KiB at once, in threads of Node.
// Use it in a server: it waits for a sink that is slow, other work goes on meanwhile, and if either end fails it says
// so and closes the file. Many to process.stdout itself, with `end: false`, leave listeners there.
// called: pipeline() of a read stream
// tags: threaded
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const STDOUT = 1;

export async function deliver(path) {
    const sink = createWriteStream(null, { fd: STDOUT, autoClose: false });
    await pipeline(createReadStream(path), sink);
    return sink.bytesWritten;
}
