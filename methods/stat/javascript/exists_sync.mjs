// fs.existsSync() of each path.
// Use it for the existence alone; what cannot be looked up counts as missing.
// called: fs.existsSync()
// tells: existence
// finds: anything
// links: followed
// slashes: kept
// denied: missing
import { existsSync } from 'node:fs';

export function statAll(folder, names) {
    let files = 0;
    for (const name of names) {
        files += existsSync(`${folder}/${name}`) ? 1 : 0;
    }
    return { files, bytes: 0, newest: 0 };
}
