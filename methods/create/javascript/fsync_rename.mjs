// Write and fs.fsyncSync() to another name in the folder, then fs.renameSync(); at the end fs.fsyncSync() of the folder.
// Use it for what must be there whole or not at all, also after a power cut.
// called: fs.fsyncSync(), then fs.renameSync()
// tags: by-name
// durable: each file
// atomic: yes
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';

function sync(path, flags, content) {
    const file = openSync(path, flags);
    try {
        if (content !== undefined) {
            writeFileSync(file, content);
        }
        fsyncSync(file);
    } finally {
        closeSync(file);
    }
}

export function createFiles(folder, names, content) {
    for (const name of names) {
        const path = `${folder}/${name}`;
        const part = `${path}.part`;
        sync(part, 'w', content);
        renameSync(part, path);
    }
    sync(folder, 'r'); // the folder holds the names
    return names.length;
}
