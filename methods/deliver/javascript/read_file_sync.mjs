// fs.readFileSync(), then fs.writeSync(): the whole file is in memory in between.
// Use it for small files that are changed on their way.
// called: fs.readFileSync() and fs.writeSync()
import { readFileSync, writeSync } from 'node:fs';

const STDOUT = 1;

export function deliver(path) {
    const content = readFileSync(path);
    for (let sent = 0; sent < content.length;) {
        // a write may take less than it was given
        sent += writeSync(STDOUT, content, sent);
    }
    return content.length;
}
