// fs.readFileSync() of a file for each item.
// Use it by default: tools of every kind can read, change and remove one item.
// called: a file for each item
import { readFileSync } from 'node:fs';

export function readBlobs(folder, names) {
    const found = { items: 0, bytes: 0, ends: 0 };
    for (const name of names) {
        const item = readFileSync(`${folder}/files/${name}`);
        found.items += 1;
        found.bytes += item.length;
        if (item.length > 0) {
            found.ends += item[0] + item[item.length - 1];
        }
    }
    return found;
}
