// fs.readdirSync(): all names in one array.
// Use it when names are all you need; Node sorts them by their bytes, which its documentation does not promise.
// called: fs.readdirSync()
// sorted: yes
// yields: names
// hidden: yes
// dots: no
import { readdirSync } from 'node:fs';

export function listFolder(folder) {
    return readdirSync(folder);
}
