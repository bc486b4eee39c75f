// opendir() of fs/promises, calling itself for each folder, and lstat() of each file.
// Use it in a server for folders that are too large to hold: 32 entries are read ahead.
// called: opendir() of fs/promises
// tags: threaded
// sizes: yes
// hidden: yes
// any_name: no
// unreadable: error
// vanished: error
import { lstat, opendir } from 'node:fs/promises';

async function add(folder, found) {
    for await (const entry of await opendir(folder)) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
            found.folders += 1;
            await add(path, found);
        } else if (entry.isFile()) {
            found.files += 1;
            found.bytes += (await lstat(path)).size;
        }
    }
    return found;
}

export const walk = (folder) => add(folder, { files: 0, folders: 0, bytes: 0 });
