// readFileSync() of the whole file, then indexOf(). Change it to what you have in mind.
import fs from 'node:fs';

export function run(path) {
    const content = fs.readFileSync(path);
    let lines = 0;
    for (let at = content.indexOf(10); at >= 0; at = content.indexOf(10, at + 1)) {
        lines++;
    }
    return lines;
}
