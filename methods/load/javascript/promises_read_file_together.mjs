// readFile() of fs/promises for so many files at a time, in Node's four threads.
// Use it in a server when files are many: no more of them are open than are read together.
// called: readFile() of fs/promises, some at a time
// tags: threaded
// parameters: together 1..1024
// unsized: yes
import { readFile } from 'node:fs/promises';

const TOGETHER = 64;

export async function load(folder, names) {
    const contents = [];
    for (let first = 0; first < names.length; first += TOGETHER) {
        const some = names.slice(first, first + TOGETHER);
        contents.push(...(await Promise.all(some.map((name) => readFile(`${folder}/${name}`)))));
    }
    return contents;
}
