// graceful-fs: readFile() of all files at once, which waits if too many are open.
// Use it when there may be more files than the system lets a program open.
// called: readFile() of graceful-fs
// needs: package graceful-fs
// tags: threaded
// unsized: yes
import { promisify } from 'node:util';
import fs from 'graceful-fs';

const readFile = promisify(fs.readFile);

export function load(folder, names) {
    return Promise.all(names.map((name) => readFile(`${folder}/${name}`)));
}
