// readdir() of fs/promises with types, calling itself for each folder, and lstat(), one after the other.
// Use it in a server for small trees: the loop goes on meanwhile. Each call waits for one of Node's threads.
// called: readdir() of fs/promises
// tags: threaded
// sizes: yes
// hidden: yes
// any_name: no
// unreadable: error
// vanished: error
import { lstat, readdir } from 'node:fs/promises';

async function add(folder, found) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
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
