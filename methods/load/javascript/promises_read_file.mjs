// readFile() of fs/promises, one file after the other.
// Use it in a server for a file now and then; each is several calls in Node's threads, and waits for each of them.
// called: readFile() of fs/promises
// tags: threaded
// unsized: yes
import { readFile } from 'node:fs/promises';

export async function load(folder, names) {
    const contents = [];
    for (const name of names) {
        contents.push(await readFile(`${folder}/${name}`));
    }
    return contents;
}
