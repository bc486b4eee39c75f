// for await over readline's interface to a read stream.
// Use it by default for text of any size; a carriage return alone ends a line, too.
// called: for await over readline
// tags: threaded
// decodes: or replaces
// splits: at CR too
// ending: CRLF dropped
// long: taken
// memory: a line

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

export async function readLines(path) {
    let [lines, length, sum] = [0, 0, 0];
    const input = createReadStream(path);
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
        lines++;
        length += line.length;
        if (line.length > 0) {
            sum += line.charCodeAt(0) + line.charCodeAt(line.length - 1);
        }
    }
    return { lines, length, sum };
}
