// stat() of fs/promises, one path after the other.
// Use it in a server for a file now and then: the loop goes on meanwhile. Each waits for one of Node's threads.
// called: stat() of fs/promises
// tags: threaded
// tells: size and time
// finds: anything
// links: followed
// slashes: kept
// denied: error
import { stat } from 'node:fs/promises';

export async function statAll(folder, names) {
    const found = { files: 0, bytes: 0, newest: 0 };
    for (const name of names) {
        try {
            const about = await stat(`${folder}/${name}`);
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
