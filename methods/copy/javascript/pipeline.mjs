// pipeline() from a read stream to a write stream: by pieces of 64 KiB, in threads of Node.
// Use it when the bytes are changed on their way, or one of the two is no file.
// called: pipeline()
// tags: threaded
// durable: no
// mode: not kept
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

export async function copyFile(source, target) {
    await pipeline(createReadStream(source), createWriteStream(target));
}
