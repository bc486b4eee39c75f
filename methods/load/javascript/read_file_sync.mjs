// fs.readFileSync() of each file.
// Use it in scripts and while a program starts: nothing else runs meanwhile.
// called: fs.readFileSync()
// unsized: yes
import { readFileSync } from 'node:fs';

export function load(folder, names) {
    return names.map((name) => readFileSync(`${folder}/${name}`));
}
