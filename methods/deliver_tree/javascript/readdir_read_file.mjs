// fs.readdirSync() with types for each folder; each file is read whole and written.
// Use it when the files are small or looked at on the way; the largest file must fit into memory.
// called: fs.readdirSync() and fs.readFileSync()
// hidden: yes
import { readFileSync, readdirSync, writeSync } from 'node:fs';

const STDOUT = 1;

function deliver(path) {
    const content = readFileSync(path);
    for (let sent = 0; sent < content.length;) {
        // a write may take less than it was given
        sent += writeSync(STDOUT, content, sent);
    }
    return content.length;
}

export function deliverTree(folder) {
    let sent = 0;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
            sent += deliverTree(path);
        } else if (entry.isFile()) {
            sent += deliver(path);
        }
    }
    return sent;
}
