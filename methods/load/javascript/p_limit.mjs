// p-limit: readFile() of fs/promises for all files, of which so many run at once.
// Use it when some files are much larger than others: a next one begins as soon as one is done.
// called: readFile() of fs/promises by p-limit
// needs: package p-limit
// tags: threaded
// parameters: at_once 1..1024
// unsized: yes
import { readFile } from 'node:fs/promises';
import pLimit from 'p-limit';

const AT_ONCE = 8;

export function load(folder, names) {
    const limit = pLimit(AT_ONCE);
    return Promise.all(names.map((name) => limit(() => readFile(`${folder}/${name}`))));
}
