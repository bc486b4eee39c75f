// write-file-atomic, which does fsync() and rename(), and fs.fsyncSync() of the folder, for each file.
// Use it for what must be there whole or not at all, also after a power cut; the folder it leaves to you. It writes in
// one call and does not look how much that took, so a full disk can cut a file short without an error, and it sets and
// removes the handlers of some 20 signals for each file.
// called: write-file-atomic
// tags: by-name
// needs: package write-file-atomic
// durable: each file
// atomic: yes
import { closeSync, fsyncSync, openSync } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';

export function createFiles(folder, names, content) {
    const place = openSync(folder, 'r');
    try {
        for (const name of names) {
            writeFileAtomic.sync(`${folder}/${name}`, content);
            fsyncSync(place); // the folder holds the name
        }
    } finally {
        closeSync(place);
    }
    return names.length;
}
