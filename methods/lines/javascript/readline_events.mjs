// readline's interface to a read stream, whose event `line` comes for each.
// Use it when nothing is awaited for a line; a carriage return alone ends a line, too.
// called: readline's event `line`
// tags: threaded
// decodes: or replaces
// splits: at CR too
// ending: CRLF dropped
// long: taken
// memory: a line

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

export function readLines(path) {
    return new Promise((resolve, reject) => {
        let [lines, length, sum] = [0, 0, 0];
        const input = createReadStream(path).on('error', reject);
        const reader = createInterface({ input, crlfDelay: Infinity });
        reader.on('line', (line) => {
            lines++;
            length += line.length;
            if (line.length > 0) {
                sum += line.charCodeAt(0) + line.charCodeAt(line.length - 1);
            }
        });
        reader.on('close', () => resolve({ lines, length, sum }));
    });
}
