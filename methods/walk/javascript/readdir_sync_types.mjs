// fs.readdirSync() with types, calling itself for each folder.
// Use it when sizes are not wanted: nothing is asked about any entry.
// called: fs.readdirSync() for each folder, without sizes
// sizes: no
// hidden: yes
// any_name: no
// unreadable: error
// vanished: error
import { readdirSync } from 'node:fs';

function add(folder, found) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isDirectory()) {
            found.folders += 1;
            add(`${folder}/${entry.name}`, found);
        } else if (entry.isFile()) {
            found.files += 1;
        }
    }
    return found;
}

export const walk = (folder) => add(folder, { files: 0, folders: 0, bytes: 0 });
