// fs.readdirSync() with types: an entry for each name, which knows without another call whether it is a folder.
// Use it when you need kinds too; the array holds all of them at once.
// called: fs.readdirSync() with types
// sorted: yes
// yields: entries
// hidden: yes
// dots: no
import { readdirSync } from 'node:fs';

export function listFolder(folder) {
    return readdirSync(folder, { withFileTypes: true });
}
