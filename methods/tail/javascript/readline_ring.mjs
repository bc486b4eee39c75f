// for await over readline's interface to a read stream, of whose lines the last ones are kept.
// Use it for what cannot be sought in, such as a pipe; every byte is read.
// called: for await over readline
// tags: threaded
// decodes: or replaces
// splits: at CR too
// ending: CRLF dropped
// memory: the lines

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

export async function tailLines(path, wanted) {
    let count = 0;
    const ring = [];
    const input = createReadStream(path);
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
        ring[count++ % wanted] = line;
    }
    let [length, sum] = [0, 0];
    for (const line of ring) {
        length += line.length;
        if (line.length > 0) {
            sum += line.charCodeAt(0) + line.charCodeAt(line.length - 1);
        }
    }
    return { lines: ring.length, length, sum };
}
