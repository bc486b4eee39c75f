// fs.createWriteStream(): records wait in the stream while one write is under way; then all go out together.
// Use it for a program's own log: the program goes on at once; what still waits is lost if it crashes.
// called: fs.createWriteStream()
// tags: threaded
// visible: at the end
// lock: none
// append: yes
// durable: no
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';

export async function append(path, records) {
    let written = 0;
    const log = createWriteStream(path, { flags: 'a' });
    const end = finished(log);
    end.catch(() => {}); // it is awaited below
    for (const record of records) {
        if (!log.write(record)) {
            await Promise.race([once(log, 'drain'), end]); // more than it wants to hold: wait, or learn that it failed
        }
        written++;
    }
    log.end();
    await end;
    return written;
}
