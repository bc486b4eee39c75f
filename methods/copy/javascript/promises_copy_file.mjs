// copyFile() of fs/promises: the same in a thread of Node.
// Use it in a server, which goes on with other work meanwhile.
// called: copyFile() of fs/promises
// tags: untouched, threaded
// durable: no
// mode: kept
import { copyFile as copy } from 'node:fs/promises';

export async function copyFile(source, target) {
    await copy(source, target);
}
