// readdir() of fs/promises with types, and lstat(), for all entries of a folder at once.
// Use it in a server for trees of some size: Node's four threads take folders and files in turn.
// called: readdir() of fs/promises, all at once
// tags: threaded
// sizes: yes
// hidden: yes
// any_name: no
// unreadable: error
// vanished: error
import { lstat, readdir } from 'node:fs/promises';

async function add(folder, found) {
    const entries = await readdir(folder, { withFileTypes: true });
    await Promise.all(
        entries.map(async (entry) => {
            const path = `${folder}/${entry.name}`;
            if (entry.isDirectory()) {
                found.folders += 1;
                await add(path, found);
            } else if (entry.isFile()) {
                const { size } = await lstat(path);
                found.files += 1;
                found.bytes += size;
            }
        }),
    );
    return found;
}

export const walk = (folder) => add(folder, { files: 0, folders: 0, bytes: 0 });
