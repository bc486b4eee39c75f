// writeFile() of fs/promises for 64 files at a time, in Node's four threads.
// Use it when files are many and the program need not know which is written first.
// called: writeFile() of fs/promises, 64 at a time
// tags: threaded
// durable: no
// atomic: no
import { writeFile } from 'node:fs/promises';

const TOGETHER = 64;

export async function createFiles(folder, names, content) {
    for (let first = 0; first < names.length; first += TOGETHER) {
        const some = names.slice(first, first + TOGETHER);
        await Promise.all(some.map((name) => writeFile(`${folder}/${name}`, content)));
    }
    return names.length;
}
