// readFile(): Node takes the whole file into its memory, and sends it in one piece.
// Use it for small files that are changed before they are sent.
// called: readFile() of Node
// decides: program
// ranges: no
// conditional: no
// streams: no
import { readFile } from 'node:fs/promises';

export async function download(path, size, request, response) {
    const body = request.method === 'HEAD' ? undefined : await readFile(path);
    const length = body?.length ?? size;
    response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': length });
    response.end(body);
}
