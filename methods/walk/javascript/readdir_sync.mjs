// fs.readdirSync() with types, calling itself for each folder, and fs.lstatSync() of each file.
// Use it in scripts by default: it goes into no link, and an entry that is gone meanwhile is an error.
// called: fs.readdirSync() for each folder
// sizes: yes
// hidden: yes
// any_name: no
// unreadable: error
// vanished: error
import { lstatSync, readdirSync } from 'node:fs';

function add(folder, found) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
            found.folders += 1;
            add(path, found);
        } else if (entry.isFile()) {
            found.files += 1;
            found.bytes += lstatSync(path).size;
        }
    }
    return found;
}

export const walk = (folder) => add(folder, { files: 0, folders: 0, bytes: 0 });
