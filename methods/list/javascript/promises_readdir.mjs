// readdir() of fs/promises: all names in one array, read in a thread of Node.
// Use it in a server, which goes on with other work meanwhile.
// called: readdir() of fs/promises
// tags: threaded
// sorted: yes
// yields: names
// hidden: yes
// dots: no
import { readdir } from 'node:fs/promises';

export async function listFolder(folder) {
    return readdir(folder);
}
