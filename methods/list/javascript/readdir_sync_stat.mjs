// fs.readdirSync(), then fs.statSync() of each name: an object with the name and all that stat() tells.
// Use it when sizes or times are needed; for kinds alone readdirSync() with types spares the calls.
// called: fs.readdirSync() and fs.statSync() of each
// sorted: yes
// yields: entries
// hidden: yes
// dots: no
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export function listFolder(folder) {
    return readdirSync(folder).map((name) => ({ name, stats: statSync(join(folder, name)) }));
}
