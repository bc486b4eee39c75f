// fs.statSync() with throwIfNoEntry: false of each path.
// Use it when sizes or times are wanted and some files are missing: no error is made of them.
// called: fs.statSync() without throwing
// tells: size and time
// finds: anything
// links: followed
// slashes: kept
// denied: error
import { statSync } from 'node:fs';

export function statAll(folder, names) {
    const found = { files: 0, bytes: 0, newest: 0 };
    for (const name of names) {
        const about = statSync(`${folder}/${name}`, { throwIfNoEntry: false });
        if (about !== undefined) {
            found.files += 1;
            found.bytes += about.size;
            found.newest = Math.max(found.newest, Math.floor(about.mtimeMs / 1000));
        }
    }
    return found;
}
