// Write and fs.fsyncSync() to another name in the folder, fs.renameSync(), and fs.fsyncSync() of the folder, for each.
// Use it for what must be there whole or not at all, also after a power cut.
// called: fs.fsyncSync(), then fs.renameSync()
// tags: by-name
// durable: each file
// atomic: yes
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';

function writeSynced(path, content) {
    const file = openSync(path, 'w');
    try {
        writeFileSync(file, content);
        fsyncSync(file);
    } finally {
        closeSync(file);
    }
}

export function createFiles(folder, names, content) {
    const place = openSync(folder, 'r');
    try {
        for (const name of names) {
            const path = `${folder}/${name}`;
            const part = `${path}.part`;
            writeSynced(part, content);
            renameSync(part, path);
            fsyncSync(place); // the folder holds the name
        }
    } finally {
        closeSync(place);
    }
    return names.length;
}
