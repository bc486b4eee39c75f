// appendFile() of fs/promises for each record: it opens the log, writes and closes it, in threads of Node.
// Use it when records are rare and the program must not wait for a disk meanwhile.
// called: appendFile() of fs/promises for each record
// tags: threaded
// visible: each record
// lock: none
// append: yes
// durable: no
import { appendFile } from 'node:fs/promises';

export async function append(path, records) {
    let written = 0;
    for (const record of records) {
        await appendFile(path, record);
        written++;
    }
    return written;
}
