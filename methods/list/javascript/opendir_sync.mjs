// fs.opendirSync() and readSync(): one entry at a time, 32 read ahead.
// Use it for a folder that is too large to hold; leave the array away then.
// called: fs.opendirSync()
// sorted: no
// yields: entries
// hidden: yes
// dots: no
import { opendirSync } from 'node:fs';

export function listFolder(folder) {
    const entries = [];
    try {
        const opened = opendirSync(folder);
        for (let entry; (entry = opened.readSync()) !== null;) {
            entries.push(entry);
        }
        opened.closeSync();
    } catch (error) {
        error.path = folder; // Node does not name it here
        throw error;
    }
    return entries;
}
