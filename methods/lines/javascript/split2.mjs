// split2: a stream that splits what is piped through it at its newlines.
// Use it in a pipeline of streams, such as one that parses a line of JSON each.
// needs: package split2
// tags: threaded
// decodes: or replaces
// splits: at LF
// ending: CRLF dropped
// long: taken
// memory: a line

import { createReadStream } from 'node:fs';
import split2 from 'split2';

export async function readLines(path) {
    let [lines, length, sum] = [0, 0, 0];
    for await (const line of createReadStream(path).pipe(split2())) {
        lines++;
        length += line.length;
        if (line.length > 0) {
            sum += line.charCodeAt(0) + line.charCodeAt(line.length - 1);
        }
    }
    return { lines, length, sum };
}
