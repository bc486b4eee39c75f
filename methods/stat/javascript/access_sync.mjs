// fs.accessSync() of each path; any error means that it is missing.
// Use fs.existsSync() instead: it asks the same and makes no error of a missing file.
// called: fs.accessSync()
// tells: existence
// finds: anything
// links: followed
// slashes: kept
// denied: missing
import { accessSync } from 'node:fs';

function isThere(path) {
    try {
        accessSync(path);
        return true;
    } catch {
        return false;
    }
}

export function statAll(folder, names) {
    let files = 0;
    for (const name of names) {
        files += isThere(`${folder}/${name}`) ? 1 : 0;
    }
    return { files, bytes: 0, newest: 0 };
}
