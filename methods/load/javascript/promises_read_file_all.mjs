// readFile() of fs/promises for all files at once, by Promise.all().
// Use it for some hundred files; every file is opened before the first is read, so that a few thousand are too many.
// called: readFile() of fs/promises, all at once
// tags: threaded
// unsized: yes
import { readFile } from 'node:fs/promises';

export function load(folder, names) {
    return Promise.all(names.map((name) => readFile(`${folder}/${name}`)));
}
