// fs.readdirSync() with recursive: true, which holds all of the tree at once, and fs.lstatSync() of each file.
// Use it in scripts for trees that are not too large.
// called: fs.readdirSync() with recursive
// needs: version 20.12
// sizes: yes
// hidden: yes
// any_name: no
// unreadable: error
// vanished: error
import { lstatSync, readdirSync } from 'node:fs';

export function walk(folder) {
    const found = { files: 0, folders: 0, bytes: 0 };
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (entry.isDirectory()) {
            found.folders += 1;
        } else if (entry.isFile()) {
            found.files += 1;
            found.bytes += lstatSync(`${entry.parentPath}/${entry.name}`).size;
        }
    }
    return found;
}
