// fs.statSync() of each path; the error of a missing one is caught.
// Use throwIfNoEntry: false instead if files may be missing: an error with its trace costs more than the call.
// called: fs.statSync() and catch
// tells: size and time
// finds: anything
// links: followed
// slashes: kept
// denied: error
import { statSync } from 'node:fs';

export function statAll(folder, names) {
    const found = { files: 0, bytes: 0, newest: 0 };
    for (const name of names) {
        try {
            const about = statSync(`${folder}/${name}`);
            found.files += 1;
            found.bytes += about.size;
            found.newest = Math.max(found.newest, Math.floor(about.mtimeMs / 1000));
        } catch (error) {
            if (error.code !== 'ENOENT') {
                throw error;
            }
        }
    }
    return found;
}
