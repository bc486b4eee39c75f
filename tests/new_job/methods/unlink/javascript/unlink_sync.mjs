// fs.unlinkSync() of each file, and fs.rmdirSync().
// Use it when the names are known.
import { rmdirSync, unlinkSync } from 'node:fs';

export function removeFolder(path, names) {
    for (const name of names) {
        unlinkSync(`${path}/${name}`);
    }
    rmdirSync(path);
}
