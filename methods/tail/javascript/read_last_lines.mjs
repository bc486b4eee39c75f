// read-last-lines: the last lines as one string, looked for from the end, 64 KiB at a time.
// Use it for a few lines, when a dependency is less trouble than a loop.
// called: read-last-lines
// needs: package read-last-lines
// tags: threaded
// decodes: or replaces
// splits: at LF
// ending: dropped
// memory: the lines

import { read } from 'read-last-lines';

export async function tailLines(path, wanted) {
    const all = (await read(path, wanted)).split('\n');
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
