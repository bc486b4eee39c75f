// open() of fs/promises, then appendFile() of the handle for each record, in threads of Node.
// Use it when each record must be written before the program goes on, and other work must not wait for the disk.
// called: appendFile() of a FileHandle
// tags: threaded
// visible: each record
// lock: none
// append: yes
// durable: no
import { open } from 'node:fs/promises';

export async function append(path, records) {
    let written = 0;
    const log = await open(path, 'a');
    try {
        for (const record of records) {
            await log.appendFile(record);
            written++;
        }
    } finally {
        await log.close();
    }
    return written;
}
