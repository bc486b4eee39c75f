// fs.readFileSync() as UTF-8, split('\n'), and slice() of its end.
// Use it for a small file that is needed as a whole, too.
// called: fs.readFileSync() and split()
// decodes: or replaces
// splits: at LF
// ending: dropped
// memory: the file

import { readFileSync } from 'node:fs';

export function tailLines(path, wanted) {
    const all = readFileSync(path, 'utf8').split('\n');
    if (all.at(-1) === '') {
        all.pop();
    }
    const last = all.slice(-wanted);
    let [length, sum] = [0, 0];
    for (const line of last) {
        length += line.length;
        if (line.length > 0) {
            sum += line.charCodeAt(0) + line.charCodeAt(line.length - 1);
        }
    }
    return { lines: last.length, length, sum };
}
