// opendir() of fs/promises for each folder, and for await over a read stream of each file.
// Use it in a server: it holds no folder and no file whole, and goes on with other work meanwhile.
// called: opendir() of fs/promises, and read streams
// tags: threaded
// hidden: yes
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { opendir } from 'node:fs/promises';

async function deliver(path) {
    let sent = 0;
    for await (const piece of createReadStream(path)) {
        if (!process.stdout.write(piece)) {
            await once(process.stdout, 'drain');
        }
        sent += piece.length;
    }
    return sent;
}

export async function deliverTree(folder) {
    let sent = 0;
    for await (const entry of await opendir(folder)) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
            sent += await deliverTree(path);
        } else if (entry.isFile()) {
            sent += await deliver(path);
        }
    }
    return sent;
}
