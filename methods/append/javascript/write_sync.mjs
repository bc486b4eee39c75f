// fs.openSync() and fs.writeSync(): one system call a record, nothing in between.
// Use it for a log of your own with few, whole records; the program waits for each write.
// called: fs.writeSync() to a log kept open
// visible: each record
// lock: none
// append: yes
// durable: no
import { appendFileSync, closeSync, openSync, writeSync } from 'node:fs';

export function append(path, records) {
    let written = 0;
    const log = openSync(path, 'a');
    try {
        for (const record of records) {
            const taken = writeSync(log, record);
            if (taken < Buffer.byteLength(record)) {
                // a nearly full disk takes less than it was given
                appendFileSync(log, Buffer.from(record).subarray(taken));
            }
            written++;
        }
    } finally {
        closeSync(log);
    }
    return written;
}
