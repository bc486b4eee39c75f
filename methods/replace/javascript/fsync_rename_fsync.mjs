// fs.writeFileSync() with flush to another name, fs.renameSync(), and fs.fsyncSync() of the folder.
// Use it when others read the file: they find the old content or the new, whole.
// It is safe from a power cut, too. The option needs Node 20.10.
// called: renameSync(), and fsyncSync() of the folder
// tags: by-name
// atomic: yes
// durable: each file
// keeps: nothing
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

function syncFolder(folder) {
    const file = openSync(folder, 'r');
    try {
        fsyncSync(file);
    } finally {
        closeSync(file);
    }
}

export function replaceFile(path, content) {
    const part = `${path}.part`;
    writeFileSync(part, content, { flush: true });
    renameSync(part, path);
    syncFolder(dirname(path)); // it holds the name
}
