// createReadStream(): Node reads the file in threads, in pieces of 64 KiB, and pipeline() sends them.
// Use it for files of any size.
// called: createReadStream() of Node
// decides: program
// ranges: no
// conditional: no
// streams: yes
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

export async function download(path, size, request, response) {
    response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': size });
    if (request.method === 'HEAD') {
        response.end();
    } else {
        await pipeline(createReadStream(path), response);
    }
}
