// Gather records in memory and write about 64 KiB at once.
// Use it when the last records may be lost: they can be seen only after the next write, or at the end.
// called: gathering 64 KiB, then one fs.appendFileSync()
// visible: at the end
// lock: none
// append: yes
// durable: no
import { appendFileSync, closeSync, openSync } from 'node:fs';

const BATCH_LENGTH = 65_536;

export function append(path, records) {
    let written = 0;
    let batch = '';
    const log = openSync(path, 'a');
    try {
        for (const record of records) {
            batch += record;
            written++;
            if (batch.length >= BATCH_LENGTH) {
                appendFileSync(log, batch);
                batch = '';
            }
        }
        appendFileSync(log, batch);
    } finally {
        closeSync(log);
    }
    return written;
}
